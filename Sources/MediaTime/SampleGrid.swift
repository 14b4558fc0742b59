/// The times of the samples of a sound stream: sample *m* stands at exactly *m* / rate seconds.
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

  /// The sample nearest to a time, the later of two: `floor(time · rate + 1/2)`. The one rounding of a segment border.
  ///
  /// - Throws: ``RationalError/overflow``.
  public func nearestSample(to time: Rational) throws(RationalError) -> Int64 {
    try time.scaled(by: Int64(rate), .halfUp)
  }

  /// When a sample stands, in seconds.
  ///
  /// - Throws: ``RationalError``, as every step of the grid; no sample and rate lead there.
  public func time(of sample: Int64) throws(RationalError) -> Rational {
    try Rational(sample, Int64(rate))
  }

  /// The first whole nanosecond at which a sample has been reached: `ceil(m · 10⁹ / rate)`. GStreamer's audio
  /// aggregators place a buffer with this timestamp at exactly this sample.
  ///
  /// - Throws: ``RationalError/overflow``, after 292 years.
  public func nanoseconds(of sample: Int64) throws(RationalError) -> Int64 {
    let exact = ExactQuotient(sample.wide, over: Int64(rate).wide)
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
