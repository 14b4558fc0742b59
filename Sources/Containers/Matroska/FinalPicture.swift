/// A last picture that stays until its file ends, which Matroska says by the file's duration alone (`Duration`, RFC 9559
/// §5.1.2.10): of pictures at even times it is one like the others.
package enum FinalPicture {
  /// Longest duration of such a picture, in nanoseconds: an hour. A longer one is no duration of a picture, but a wrong
  /// one of the file.
  private static let longest: Int64 = 3_600_000_000_000

  /// Whether a picture that is presented at `time`, and lasts for `duration` as its packet says, may stay until `end`; in nanoseconds. Both
  /// are rounded to milliseconds.
  package static func outlastsPacket(from time: Int64, lasting duration: Int64, until end: Int64) -> Bool {
    let (rest, isTooLong) = end.subtractingReportingOverflow(time)
    return !isTooLong && rest < longest && rest > max(0, duration).addingSaturated(2_000_000)
  }

  /// Whether pictures at `times`, in nanoseconds and in order, last longer and shorter by more than what rounding to milliseconds makes;
  /// true of a single one.
  package static func isUneven(_ times: some Collection<Int64>) -> Bool {
    let steps = zip(times, times.dropFirst()).lazy.map { Int128($1) - Int128($0) }
    guard let least = steps.min(), let most = steps.max() else { return !times.isEmpty }
    return most - least > 2_100_000
  }
}
