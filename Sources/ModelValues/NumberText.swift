package import MediaTime

extension Rational {
  /// `2.5` where six decimals are exact, `1001/30000` otherwise.
  package var decimalText: String {
    guard let millionths = try? self * Rational(1_000_000), millionths.denominator == 1 else { return description }
    let (whole, rest) = millionths.numerator.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest > 0 else { return description }
    var decimals = String(String(1_000_000 + rest).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(numerator < 0 ? "-" : "")\(whole).\(decimals)"
  }
}

extension Double {
  /// The number, without a decimal point where it is whole.
  package var shortText: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension CMTime {
  /// The time as messages state it: `2.5 s`, `infinite`, `invalid`.
  package var messageText: String {
    if let seconds = rational { return "\(seconds.decimalText) s" }
    if isPositiveInfinity { return "infinite" }
    if isNegativeInfinity { return "negative infinity" }
    return isIndefinite ? "indefinite" : "invalid"
  }
}
