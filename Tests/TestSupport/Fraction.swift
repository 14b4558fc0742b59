/// An exact fraction, for the expectations of tests.
///
/// The proofs compute what a film must show with arithmetic of their own, so that an error in the
/// arithmetic of the program cannot hide in the expectation too. Reduced, denominator above zero;
/// 128 bits are far more than any product in a test needs, so overflow traps.
public struct Fraction: Hashable, Sendable, CustomStringConvertible {
  /// The numerator, which carries the sign.
  public let numerator: Int128

  /// The denominator, above zero.
  public let denominator: Int128

  /// Zero seconds.
  public static let zero = Fraction(0)

  /// Makes `numerator / denominator`, reduced.
  public init(_ numerator: Int128, _ denominator: Int128 = 1) {
    precondition(denominator != 0, "a fraction needs a denominator")
    let sign: Int128 = denominator < 0 ? -1 : 1
    let divisor = max(Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude), 1)
    self.numerator = sign * numerator / Int128(divisor)
    self.denominator = sign * denominator / Int128(divisor)
  }

  /// Makes `numerator / denominator`, reduced.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    self.init(Int128(numerator), Int128(denominator))
  }

  /// The greatest integer not above the fraction.
  public var floor: Int {
    let quotient = numerator / denominator
    return Int(numerator % denominator < 0 ? quotient - 1 : quotient)
  }

  /// The least integer not below the fraction.
  public var ceiling: Int { -(-self).floor }

  /// The nearest integer, halves upwards.
  public var rounded: Int { (self + Fraction(1, 2)).floor }

  /// The value as a floating-point number, for measurements only.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The project file's spelling: `1001/30000`, or `8` for a whole number.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  private static func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
    var (larger, smaller) = (first, second)
    while smaller != 0 {
      (larger, smaller) = (smaller, larger % smaller)
    }
    return larger
  }
}

extension Fraction: Comparable {
  /// Whether one fraction is below another.
  public static func < (left: Fraction, right: Fraction) -> Bool {
    left.numerator * right.denominator < right.numerator * left.denominator
  }
}

extension Fraction {
  /// The sum.
  public static func + (left: Fraction, right: Fraction) -> Fraction {
    Fraction(
      left.numerator * right.denominator + right.numerator * left.denominator, left.denominator * right.denominator)
  }

  /// The difference.
  public static func - (left: Fraction, right: Fraction) -> Fraction { left + -right }

  /// The product.
  public static func * (left: Fraction, right: Fraction) -> Fraction {
    Fraction(left.numerator * right.numerator, left.denominator * right.denominator)
  }

  /// The quotient. The divisor is not zero.
  public static func / (left: Fraction, right: Fraction) -> Fraction {
    Fraction(left.numerator * right.denominator, left.denominator * right.numerator)
  }

  /// The fraction with the other sign.
  public static prefix func - (operand: Fraction) -> Fraction {
    Fraction(-operand.numerator, operand.denominator)
  }
}
