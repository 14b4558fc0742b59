import Foundation

/// `value` to the power of `exponent`, with its sign.
func powered(_ value: Double, _ exponent: Double) -> Double {
  value < 0 ? -pow(-value, exponent) : pow(value, exponent)
}
