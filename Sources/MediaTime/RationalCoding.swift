extension Rational: Codable {
  private enum CodingKeys: String, CodingKey {
    case numerator, denominator
  }

  /// Reads `numerator` and `denominator`, and reduces them.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when they are no fraction.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let numerator = try container.decode(Int64.self, forKey: .numerator)
    let denominator = try container.decode(Int64.self, forKey: .denominator)
    do {
      try self.init(numerator, denominator)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .denominator, in: container, debugDescription: "\(numerator)/\(denominator): \(error)")
    }
  }

  /// Writes `numerator` and `denominator`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(numerator, forKey: .numerator)
    try container.encode(denominator, forKey: .denominator)
  }
}
