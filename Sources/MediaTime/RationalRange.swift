/// A half-open range of exact time: it contains its start and not its end.
///
/// ```
///  ──────[ start ─── duration ───) end ──────
/// ```
///
/// A range whose end is not after its start is empty. `CMTimeRange` is the same for times as media state them; this is
/// what the edits' validation and the planner compute with.
public struct RationalRange: Hashable, Sendable {
  /// The first time of the range, in seconds.
  public let start: Rational

  /// The first time after the range, in seconds.
  public let end: Rational

  /// The duration of the range, in seconds: `end - start`.
  public let duration: Rational

  /// The range from `start` up to `end`, both in seconds.
  ///
  /// - Throws: ``RationalError/overflow`` when the duration does not fit in 64 bits.
  public init(start: Rational, end: Rational) throws(RationalError) {
    self.start = start
    self.end = end
    self.duration = try end - start
  }

  /// The range of `duration` from `start` on, both in seconds.
  ///
  /// - Throws: ``RationalError/overflow`` when the end does not fit in 64 bits.
  public init(start: Rational, duration: Rational) throws(RationalError) {
    self.start = start
    self.end = try start + duration
    self.duration = duration
  }

  /// The range of finite times, whatever the epoch; nil when the start or the duration is not finite.
  ///
  /// The end is the exact sum, which ``CMTimeRange/end`` may have to round.
  ///
  /// - Throws: ``RationalError/overflow`` when the end does not fit in 64 bits.
  public init?(_ range: CMTimeRange) throws(RationalError) {
    guard let start = range.start.rational, let duration = range.duration.rational else { return nil }
    try self.init(start: start, duration: duration)
  }

  /// Whether the range contains no time.
  public var isEmpty: Bool { end <= start }

  /// Whether `time`, in seconds, lies in the range.
  public func contains(_ time: Rational) -> Bool { start <= time && time < end }

  /// Whether some time lies in both ranges.
  public func overlaps(_ other: RationalRange) -> Bool { max(start, other.start) < min(end, other.end) }

  /// The part of the range within `limits`; where there is none, an empty range at the nearer end of `limits`.
  ///
  /// - Throws: ``RationalError/overflow`` when its duration does not fit in 64 bits.
  public func clamped(to limits: RationalRange) throws(RationalError) -> RationalRange {
    func clamped(_ time: Rational) -> Rational { min(max(time, limits.start), limits.end) }
    return try RationalRange(start: clamped(start), end: clamped(end))
  }
}

extension RationalRange: CustomStringConvertible {
  /// `[1/2, 3)`: start and end in seconds.
  public var description: String { "[\(start), \(end))" }
}
