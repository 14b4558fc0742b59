extension Rational {
  /// The greatest whole number that is not greater.
  public func floor() -> Int64 {
    let quotient = numerator / denominator
    return quotient * denominator > numerator ? quotient - 1 : quotient
  }

  /// The least whole number that is not less.
  public func ceil() -> Int64 {
    let quotient = numerator / denominator
    return quotient * denominator < numerator ? quotient + 1 : quotient
  }

  /// The nearest whole number; a half goes away from zero.
  public func rounded() -> Int64 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    let grows = remainder.magnitude >= denominator.magnitude - remainder.magnitude
    return grows ? quotient + numerator.signum() : quotient
  }

  /// The greatest whole number that is not greater than the fraction times `factor`, whose product is exact.
  ///
  /// - Throws: ``RationalError/overflow`` when the result does not fit in 64 bits.
  public func floor(scaledBy factor: Int64) throws(RationalError) -> Int64 {
    try scaled(by: factor, .down)
  }

  /// The least whole number that is not less than the fraction times `factor`, whose product is exact.
  ///
  /// - Throws: ``RationalError/overflow`` when the result does not fit in 64 bits.
  public func ceil(scaledBy factor: Int64) throws(RationalError) -> Int64 {
    try scaled(by: factor, .up)
  }

  /// The whole number nearest to the fraction times `factor`, whose product is exact; a half goes away from zero.
  ///
  /// - Throws: ``RationalError/overflow`` when the result does not fit in 64 bits.
  public func rounded(scaledBy factor: Int64) throws(RationalError) -> Int64 {
    try scaled(by: factor, .halfAwayFromZero)
  }

  /// The fraction times `factor`, rounded once.
  func scaled(by factor: Int64, _ rounding: Rounding) throws(RationalError) -> Int64 {
    let exact = WideRational(numerator.wide, over: denominator.wide)
    guard let (value, _) = exact.rounded(scaledBy: factor, rounding) else { throw .overflow }
    return value
  }
}

extension Rational {
  /// The fraction of the range with the smallest denominator, and of those the one with the smallest magnitude: the
  /// range's highest node in the Stern–Brocot tree.
  ///
  /// It recovers the exact frame duration from one that a container has quantized, given the range of half a unit to
  /// either side: 16.6833325 … 16.6833335 ms is 1001/60000 s. A range of a whole unit to either side may contain a
  /// simpler fraction than the true one.
  public static func simplest(in range: ClosedRange<Rational>) -> Rational {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    if lower.numerator <= 0, upper.numerator >= 0 { return .zero }
    let isNegative = upper.numerator < 0
    let (near, far) = isNegative ? (upper, lower) : (lower, upper)
    let (numerator, denominator) = simplestPositive(
      from: (near.numerator.wide.magnitude, near.denominator.wide.magnitude),
      through: (far.numerator.wide.magnitude, far.denominator.wide.magnitude))
    // Neither term exceeds that of a bound, so the result fits in 64 bits as the bounds do.
    return Rational(
      reducedNumerator: Int64(isNegative ? -Int128(numerator) : Int128(numerator)), denominator: Int64(denominator))
  }

  private typealias Terms = (numerator: UInt128, denominator: UInt128)

  /// The simplest fraction between two positive ones: the common beginning of their continued fractions.
  private static func simplestPositive(from lower: Terms, through upper: Terms) -> Terms {
    let (whole, rest) = lower.numerator.quotientAndRemainder(dividingBy: lower.denominator)
    if rest == 0 { return (whole, 1) }
    if (whole + 1) * upper.denominator <= upper.numerator { return (whole + 1, 1) }
    let upperRest = upper.numerator - whole * upper.denominator
    let inner = simplestPositive(from: (upper.denominator, upperRest), through: (lower.denominator, rest))
    return (whole * inner.numerator + inner.denominator, inner.numerator)
  }

  private init(reducedNumerator: Int64, denominator: Int64) {
    self.numerator = reducedNumerator
    self.denominator = denominator
  }
}
