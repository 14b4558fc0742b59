/// The times of the frames of a video stream: frame *n* starts at exactly *n* · `frameDuration` and lasts one frame
/// duration.
public struct FrameGrid: Hashable, Sendable {
  /// The duration of a frame, in seconds; greater than 0.
  public let frameDuration: Rational

  /// The grid of a frame duration in seconds.
  ///
  /// - Throws: ``RationalError/notPositive(_:)``.
  public init(frameDuration: Rational) throws(RationalError) {
    guard frameDuration > .zero else { throw .notPositive(frameDuration) }
    self.frameDuration = frameDuration
  }

  /// The start of a frame, in seconds.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func time(of frame: Int) throws(RationalError) -> Rational {
    try Rational(Int64(frame)) * frameDuration
  }

  /// The start of a frame, in whole nanoseconds: `floor(n · 10⁹ · frameDuration)`, the rule of GStreamer's own
  /// aggregators. Frame times are converted to nanoseconds only here.
  ///
  /// - Throws: ``RationalError/overflow``, after 292 years.
  public func nanoseconds(of frame: Int) throws(RationalError) -> Int64 {
    let exact = WideRational(
      Int64(frame).wide * frameDuration.numerator.wide, over: frameDuration.denominator.wide)
    guard let (value, _) = exact.rounded(scaledBy: 1_000_000_000, .down) else { throw .overflow }
    return value
  }

  /// The number of frames that cover a duration: `ceil(duration / frameDuration)`.
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

  /// The frame whose half-open interval contains a time: `floor(time / frameDuration)`.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func frame(containing time: Rational) throws(RationalError) -> Int {
    try frames(in: time, .down)
  }

  private func frames(in time: Rational, _ rounding: Rounding) throws(RationalError) -> Int {
    let exact = WideRational(
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

/// The times of the samples of an audio stream: sample *m* is at exactly *m* / `rate` seconds.
public struct SampleGrid: Hashable, Sendable {
  /// Samples in a second; greater than 0.
  public let rate: Int

  /// The grid of a sample rate, in samples a second.
  ///
  /// - Throws: ``RationalError/notPositive(_:)``.
  public init(rate: Int) throws(RationalError) {
    guard rate > 0 else { throw .notPositive(Rational(Int64(rate))) }
    self.rate = rate
  }

  /// The sample nearest to a time, the later of two equally near: `floor(time · rate + 1/2)`. Segment borders are
  /// rounded by this rule, once.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func nearestSample(to time: Rational) throws(RationalError) -> Int64 {
    try time.scaled(by: Int64(rate), .halfUp)
  }

  /// The time of a sample, in seconds.
  ///
  /// - Throws: ``RationalError``, never in practice: every sample and rate make a fraction that fits.
  public func time(of sample: Int64) throws(RationalError) -> Rational {
    try Rational(sample, Int64(rate))
  }

  /// The first whole nanosecond that is not before a sample: `ceil(m · 10⁹ / rate)`. GStreamer's audio aggregators
  /// place a buffer with this timestamp at exactly this sample.
  ///
  /// - Throws: ``RationalError/overflow``, after 292 years.
  public func nanoseconds(of sample: Int64) throws(RationalError) -> Int64 {
    let exact = WideRational(sample.wide, over: Int64(rate).wide)
    guard let (value, _) = exact.rounded(scaledBy: 1_000_000_000, .up) else { throw .overflow }
    return value
  }
}

extension SampleGrid: Codable {
  private enum CodingKeys: String, CodingKey {
    case rate
  }

  /// Reads the rate.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when it is not greater than 0.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    do {
      try self.init(rate: container.decode(Int.self, forKey: .rate))
    } catch let error as RationalError {
      throw DecodingError.dataCorruptedError(forKey: .rate, in: container, debugDescription: "\(error)")
    }
  }
}
