/// An exact fraction of two 64-bit numbers, in lowest terms, which the planner computes times with.
///
/// Intermediate results have 128 bits. Operations are exact or throw; only those named after a rounding round.
public struct Rational: Hashable, Sendable {
  /// The numerator, with the sign.
  public let numerator: Int64

  /// The denominator, greater than 0 and without a common divisor with the numerator.
  public let denominator: Int64

  /// A whole number.
  public init(_ integer: Int64) {
    self.numerator = integer
    self.denominator = 1
  }

  /// A fraction, brought to lowest terms.
  ///
  /// - Throws: ``RationalError/zeroDenominator``; ``RationalError/overflow`` when the reduced fraction does not fit,
  ///   which takes an operand of -2⁶³.
  public init(_ numerator: Int64, _ denominator: Int64) throws(RationalError) {
    try self.init(Int128(numerator), over: Int128(denominator))
  }

  /// The seconds of a finite time, whatever its epoch; nil for any other time.
  public init?(_ time: CMTime) {
    guard time.isNumeric else { return nil }
    let common = Int64(greatestCommonDivisor(UInt128(time.value.magnitude), UInt128(time.timescale)))
    self.numerator = time.value / common
    self.denominator = Int64(time.timescale) / common
  }

  /// 0.
  public static let zero = Rational(0)

  /// 1.
  public static let one = Rational(1)

  /// The nearest floating-point number, within a unit of its last place.
  public var seconds: Double { Double(numerator) / Double(denominator) }

  /// The fraction of two wide numbers, if it fits when reduced.
  init(_ numerator: Int128, over denominator: Int128) throws(RationalError) {
    guard denominator != 0 else { throw .zeroDenominator }
    let exact = WideRational(numerator, over: denominator)
    guard let numerator = Int64(exactly: exact.numerator), let denominator = Int64(exactly: exact.denominator) else {
      throw .overflow
    }
    self.numerator = numerator
    self.denominator = denominator
  }
}

extension Rational {
  /// The exact sum.
  ///
  /// - Throws: ``RationalError/overflow``.
  public static func + (left: Rational, right: Rational) throws(RationalError) -> Rational {
    try Rational(
      left.numerator.wide * right.denominator.wide + right.numerator.wide * left.denominator.wide,
      over: left.denominator.wide * right.denominator.wide)
  }

  /// The exact difference.
  ///
  /// - Throws: ``RationalError/overflow``.
  public static func - (left: Rational, right: Rational) throws(RationalError) -> Rational {
    try Rational(
      left.numerator.wide * right.denominator.wide - right.numerator.wide * left.denominator.wide,
      over: left.denominator.wide * right.denominator.wide)
  }

  /// The exact product.
  ///
  /// - Throws: ``RationalError/overflow``.
  public static func * (left: Rational, right: Rational) throws(RationalError) -> Rational {
    try Rational(
      left.numerator.wide * right.numerator.wide, over: left.denominator.wide * right.denominator.wide)
  }

  /// The exact quotient.
  ///
  /// - Throws: ``RationalError/zeroDenominator`` when the divisor is 0; ``RationalError/overflow``.
  public static func / (left: Rational, right: Rational) throws(RationalError) -> Rational {
    try Rational(
      left.numerator.wide * right.denominator.wide, over: left.denominator.wide * right.numerator.wide)
  }

  /// The fraction with the other sign.
  ///
  /// - Throws: ``RationalError/overflow`` when the numerator is -2⁶³.
  public static prefix func - (operand: Rational) throws(RationalError) -> Rational {
    try Rational(-operand.numerator.wide, over: operand.denominator.wide)
  }
}

extension Rational: Comparable {
  /// Whether the left fraction is the lesser; exact.
  public static func < (left: Rational, right: Rational) -> Bool {
    left.numerator.wide * right.denominator.wide < right.numerator.wide * left.denominator.wide
  }
}

extension Rational: CustomStringConvertible {
  /// `3/2`, or `2` for a whole number.
  public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension Int64 {
  /// The number in 128 bits, which hold its product with another.
  var wide: Int128 { Int128(self) }
}

/// The reason for which a fraction, or a grid of times, could not be made.
public enum RationalError: Error, Hashable, Sendable {
  /// A fraction has the denominator 0, or a divisor is 0.
  case zeroDenominator

  /// The exact result in lowest terms does not fit in 64 bits.
  case overflow

  /// A grid's step or rate is not greater than zero; the value that was given.
  case notPositive(Rational)

  /// The denominator, in lowest terms, exceeds the largest timescale of a `CMTime`, 2,147,483,647.
  case denominatorExceedsTimescale(Int64)
}

extension RationalError: CustomStringConvertible {
  /// The fault and its remedy, in a sentence.
  public var description: String {
    switch self {
    case .zeroDenominator:
      "The denominator is 0; give one that is not."
    case .overflow:
      "The exact result does not fit in 64 bits; use smaller times or timescales that have more in common."
    case .notPositive(let found):
      "\(found) was given where a number greater than 0 is needed."
    case .denominatorExceedsTimescale(let found):
      "The denominator \(found) is greater than the largest timescale, \(CMTimeScale.max); round the time first."
    }
  }
}

extension Rational: Codable {
  private enum CodingKeys: String, CodingKey {
    case numerator, denominator
  }

  /// Reads `numerator` and `denominator`, and reduces them.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when they do not make a fraction.
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
