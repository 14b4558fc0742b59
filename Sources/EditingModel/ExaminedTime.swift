public import MediaTime

extension CMTimeRange {
  /// From zero on, without an end: all the time that a composition can have.
  public static let always = CMTimeRange(start: .zero, duration: .positiveInfinity)
}

/// The part of a composition's time that a validation is asked about.
struct ExaminedTime {
  /// Its first instant, in seconds.
  let start: Rational
  /// Where it ends; nil where it does not.
  let end: Rational?

  /// What of `timeRange` lies from zero to `duration`; without a duration it has no other end than its own. A range that
  /// is not valid stands for all of it.
  init(_ timeRange: CMTimeRange, upTo duration: CMTime?) {
    let isUsable = timeRange.isValid && !timeRange.isIndefinite
    let start = isUsable ? timeRange.start.rational.map { max($0, .zero) } : nil
    let ends = [isUsable ? timeRange.end.rational : nil, duration.map { $0.rational ?? .zero }]
    self.start = start ?? .zero
    self.end = ends.compactMap(\.self).min()
  }

  /// Whether an instruction over `range` applies in it; one whose range is unusable might.
  func touches(_ range: CMTimeRange) -> Bool {
    guard let first = range.start.rational, let past = range.end.rational else { return true }
    return past > start && isBefore(end: first)
  }

  /// Whether `time` comes before its end.
  func isBefore(end time: Rational) -> Bool { end.map { time < $0 } ?? true }

  /// `time`, or its end where that is earlier.
  func clamped(_ time: Rational) -> Rational { end.map { min($0, time) } ?? time }

  /// Both ends, as sentences have them.
  var spoken: String {
    guard let end else { return "all time from \(start.decimalText) s on" }
    return "\(start.decimalText)…\(end.decimalText) s"
  }
}
