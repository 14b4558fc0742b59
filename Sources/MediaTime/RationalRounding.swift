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
    let exact = ExactQuotient(numerator.wide, over: denominator.wide)
    guard let (value, _) = exact.rounded(scaledBy: factor, rounding) else { throw .overflow }
    return value
  }
}
