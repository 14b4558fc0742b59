import MediaTime

/// A decimal number, read from its digits without any rounding.
struct DecimalDigits {
  /// The number.
  let value: Rational
  /// Whether it was written without a decimal point.
  private let isWhole: Bool

  /// The number, if it was written without a decimal point.
  var whole: Int64? { isWhole ? value.numerator : nil }

  /// Reads digits with at most one decimal point between them, part of the time `text`.
  init(_ digits: Substring, of text: String) throws(ProjectTimeError) {
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }), let whole = parts.first else {
      throw .malformed(text)
    }
    guard let value = Self.value(whole: whole, decimals: parts.dropFirst().first ?? "", exponent: 0) else {
      throw .tooManyDigits(text)
    }
    self.value = value
    self.isWhole = parts.count == 1
  }

  /// The value of a JSON number's digits; nil where it does not fit exactly.
  static func value(ofNumber number: String) -> Rational? {
    let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let isNegative = number.hasPrefix("-")
    let mantissa = (parts.first ?? "").drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    // An exponent beyond any 64-bit number is as good as one of a thousand.
    let exponent = parts.count == 2 ? Int(parts[1]) ?? (parts[1].hasPrefix("-") ? -1_000 : 1_000) : 0
    guard let whole = mantissa.first,
      let value = value(
        whole: whole, decimals: mantissa.dropFirst().first ?? "", exponent: max(-1_000, min(1_000, exponent)))
    else { return nil }
    return isNegative ? try? -value : value
  }

  /// `whole.decimals` times ten to the power of `exponent`.
  private static func value(whole: Substring, decimals: Substring, exponent: Int) -> Rational? {
    var digits = Array((whole + decimals).utf8)
    var power = exponent - decimals.utf8.count
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      power += 1
    }
    guard let mantissa = digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
    if mantissa == 0 { return .zero }
    guard power.magnitude <= 18 else { return nil }
    let scale = (0..<power.magnitude).reduce(Int64(1)) { scale, _ in scale * 10 }
    return power < 0 ? try? Rational(mantissa, scale) : try? Rational(mantissa) * Rational(scale)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
