/// The times of the frames of a picture stream: frame *n* stands at exactly *n* frame durations and lasts one.
public struct FrameGrid: Hashable, Sendable {
  /// How long a frame lasts, in seconds; greater than 0.
  public let frameDuration: Rational

  /// The grid of a frame duration in seconds.
  ///
  /// - Throws: ``RationalError/notPositive(_:)``.
  public init(frameDuration: Rational) throws(RationalError) {
    guard frameDuration > .zero else { throw .notPositive(frameDuration) }
    self.frameDuration = frameDuration
  }

  /// When a frame starts, in seconds.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func time(of frame: Int) throws(RationalError) -> Rational {
    try Rational(Int64(frame)) * frameDuration
  }

  /// When a frame starts, in whole nanoseconds: `floor(n · 10⁹ · frameDuration)`. The one conversion to nanoseconds, by
  /// the rule GStreamer's own aggregators use.
  ///
  /// - Throws: ``RationalError/overflow``, after 292 years.
  public func nanoseconds(of frame: Int) throws(RationalError) -> Int64 {
    let exact = ExactQuotient(
      Int64(frame).wide * frameDuration.numerator.wide, over: frameDuration.denominator.wide)
    guard let (value, _) = exact.rounded(scaledBy: 1_000_000_000, .down) else { throw .overflow }
    return value
  }

  /// How many frames it takes to cover a duration: `ceil(duration / frameDuration)`.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func frameCount(covering duration: Rational) throws(RationalError) -> Int {
    try frames(in: duration, .up)
  }

  /// The first frame that starts at a time or later: `ceil(time / frameDuration)`.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func firstFrame(atOrAfter time: Rational) throws(RationalError) -> Int {
    try frames(in: time, .up)
  }

  /// The frame that is shown at a time, which lies in its half-open interval: `floor(time / frameDuration)`.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func frame(containing time: Rational) throws(RationalError) -> Int {
    try frames(in: time, .down)
  }

  private func frames(in time: Rational, _ rounding: Rounding) throws(RationalError) -> Int {
    let exact = ExactQuotient(
      time.numerator.wide * frameDuration.denominator.wide, over: time.denominator.wide * frameDuration.numerator.wide)
    guard let (value, _) = exact.rounded(rounding) else { throw .overflow }
    return Int(value)
  }
}

extension FrameGrid: Codable {
  private enum CodingKeys: String, CodingKey {
    case frameDuration
  }

  /// Reads the frame duration.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when it is not greater than 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(frameDuration: container.decode(Rational.self, forKey: .frameDuration))
    } catch let error as RationalError {
      throw DecodingError.dataCorruptedError(forKey: .frameDuration, in: container, debugDescription: "\(error)")
    }
  }
}
