extension Rational {
  /// The fraction of the range with the smallest denominator, and of those with the smallest magnitude: the first one
  /// met on the way down the Stern–Brocot tree.
  ///
  /// This is how a frame duration that a container has quantised finds back to the exact one it came from, given the
  /// range of half a unit to either side: 16.6833325 … 16.6833335 ms is 1001/60000 s. A range of a whole unit to a side
  /// can hold a simpler fraction than the true one.
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

  /// The simplest fraction between two positive ones, by the continued fraction their expansions have in common.
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
