/// A fraction of two 128-bit numbers, in lowest terms: the intermediate results of ``CMTime`` and ``Rational``, which
/// are rounded or checked once at the end.
///
/// Products and sums of times as media have them are exact in 128 bits. Beyond that an operation falls back to floating
/// point and clears ``isExact``; it never traps.
struct WideRational {
  /// The numerator, with the sign.
  let numerator: Int128

  /// The denominator, greater than zero.
  let denominator: Int128

  /// Whether the value is exact: no operation that led to it was approximated.
  let isExact: Bool

  /// `numerator / denominator` in lowest terms; the denominator is not zero.
  init(_ numerator: Int128, over denominator: Int128, isExact: Bool = true) {
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = numerator / divisor * sign
    self.denominator = denominator / divisor * sign
    self.isExact = isExact
  }

  /// A finite time as it is.
  init(_ time: CMTime) {
    self.init(Int128(time.value), over: Int128(time.timescale))
  }

  /// The value of a finite floating-point number, exact unless its magnitude is below 2⁻⁷³ or above 2¹²⁶.
  init(_ number: Double) {
    guard number != 0 else {
      self.init(0, over: 1)
      return
    }
    guard number.magnitude < 0x1p126 else {
      self.init(number < 0 ? -Int128.max : Int128.max, over: 1, isExact: false)
      return
    }
    let fractionBits = max(0, number.significandWidth - Int(number.exponent))
    let keptBits = min(fractionBits, 126)
    let scaled = Double(sign: .plus, exponent: keptBits, significand: number)
    self.init(Int128(scaled.rounded()), over: Int128(1) << Int128(keptBits), isExact: keptBits == fractionBits)
  }

  /// The nearest floating-point number, within a few units of its last place.
  var approximation: Double { Double(numerator) / Double(denominator) }

  static func * (left: WideRational, right: WideRational) -> WideRational {
    let first = WideRational(left.numerator, over: right.denominator)
    let second = WideRational(right.numerator, over: left.denominator)
    let (numerator, numeratorOverflows) = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let (denominator, denominatorOverflows) = first.denominator.multipliedReportingOverflow(by: second.denominator)
    if numeratorOverflows || denominatorOverflows {
      return WideRational(approximating: left.approximation * right.approximation)
    }
    return WideRational(numerator, over: denominator, isExact: left.isExact && right.isExact)
  }

  static func + (left: WideRational, right: WideRational) -> WideRational {
    let common = Int128(greatestCommonDivisor(left.denominator.magnitude, right.denominator.magnitude))
    let (first, firstOverflows) = left.numerator.multipliedReportingOverflow(by: right.denominator / common)
    let (second, secondOverflows) = right.numerator.multipliedReportingOverflow(by: left.denominator / common)
    let (numerator, sumOverflows) = first.addingReportingOverflow(second)
    let (denominator, denominatorOverflows) =
      left.denominator.multipliedReportingOverflow(by: right.denominator / common)
    if firstOverflows || secondOverflows || sumOverflows || denominatorOverflows {
      return WideRational(approximating: left.approximation + right.approximation)
    }
    return WideRational(numerator, over: denominator, isExact: left.isExact && right.isExact)
  }

  static func - (left: WideRational, right: WideRational) -> WideRational {
    left + WideRational(-right.numerator, over: right.denominator, isExact: right.isExact)
  }

  /// The quotient times `factor` as a whole number, rounded once; nil when it does not fit in 64 bits.
  func rounded(scaledBy factor: Int64 = 1, _ rounding: Rounding) -> (value: Int64, isExact: Bool)? {
    let isNegative = (numerator < 0) != (factor < 0)
    let divisor = denominator.magnitude
    let product = numerator.magnitude.multipliedFullWidth(by: UInt128(factor.magnitude))
    guard product.high < divisor else { return nil }
    let (quotient, remainder) =
      product.high == 0
      ? product.low.quotientAndRemainder(dividingBy: divisor) : divisor.dividingFullWidth(product)
    let grows = rounding.growsMagnitude(remainder: remainder, divisor: divisor, isNegative: isNegative)
    let (magnitude, overflows) = quotient.addingReportingOverflow(grows ? 1 : 0)
    guard !overflows, let signed = Int128(exactly: magnitude), let value = Int64(exactly: isNegative ? -signed : signed)
    else { return nil }
    return (value, isExact && remainder == 0)
  }

  private init(approximating number: Double) {
    let quotient = WideRational(number)
    self.init(quotient.numerator, over: quotient.denominator, isExact: false)
  }
}

/// The greatest number that divides both; the other one when one is zero. Two zeros give 1, so that the result is
/// always a divisor.
func greatestCommonDivisor(_ first: UInt128, _ second: UInt128) -> UInt128 {
  var (divisor, rest) = (first, second)
  while rest != 0 {
    if let narrowDivisor = UInt64(exactly: divisor), let narrowRest = UInt64(exactly: rest) {
      return UInt128(greatestCommonDivisor(narrowDivisor, narrowRest))
    }
    (divisor, rest) = (rest, divisor % rest)
  }
  return max(divisor, 1)
}

/// Euclid's algorithm on machine words, where it is many times faster than on 128 bits.
private func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
  var (divisor, rest) = (first, second)
  while rest != 0 {
    (divisor, rest) = (rest, divisor % rest)
  }
  return max(divisor, 1)
}

/// The rule by which a fraction is rounded to a whole number.
enum Rounding {
  case down
  case up
  case towardZero
  case awayFromZero
  case halfAwayFromZero
  case halfUp

  /// Whether the truncated magnitude of a quotient is incremented, given the division's remainder.
  func growsMagnitude(remainder: UInt128, divisor: UInt128, isNegative: Bool) -> Bool {
    guard remainder != 0 else { return false }
    switch self {
    case .down: return isNegative
    case .up: return !isNegative
    case .towardZero: return false
    case .awayFromZero: return true
    case .halfAwayFromZero: return remainder >= divisor - remainder
    case .halfUp: return isNegative ? remainder > divisor - remainder : remainder >= divisor - remainder
    }
  }
}
