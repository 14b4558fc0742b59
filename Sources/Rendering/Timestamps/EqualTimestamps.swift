extension FrameTiming {
  /// `timestamps`, in nanoseconds, with equal ones spread out: pictures with the time of the one before are shown a
  /// millisecond after it, or less where the next time comes sooner. Browsers' recordings of screens have equal times,
  /// since Matroska counts milliseconds.
  ///
  /// ```
  ///  given   240      240  320         240      240  241
  ///  spread  240 241       320         240  240.5    241
  /// ```
  ///
  /// - Returns: nil where times decrease, or more than a quarter equal the time before.
  public static func spread(_ timestamps: [Int64]) -> [Int64]? {
    var spread = timestamps
    var start = 0
    var equals = 0
    while start < timestamps.count {
      let time = timestamps[start]
      let end = timestamps[start...].firstIndex { $0 != time } ?? timestamps.count
      let room = end < timestamps.count ? Int128(timestamps[end]) - Int128(time) : millisecond * 2
      guard room > 0 else { return nil }
      let count = Int128(end - start)
      equals += end - start - 1
      if count > 1 {
        let step = room / millisecond >= count ? millisecond : room / count
        guard step > 0 else { return nil }
        for place in start..<end {
          spread[place] = Int64(clamping: Int128(time) + step * Int128(place - start))
        }
      }
      start = end
    }
    return equals * 4 > timestamps.count ? nil : spread
  }

  /// Nanoseconds of one, which is what a container with rounded times counts.
  private static let millisecond: Int128 = 1_000_000
}
