import SeededRandom
import Testing

@testable import MediaTime

@Suite("Fractions of 128 bits")
struct WideRationalTests {
  @Test func `a scaled quotient of 128-bit terms is rounded from the full product`() throws {
    var random = SeededGenerator(seed: 71)
    var wideProducts = 0
    for _ in 0..<3000 {
      let expected = Int64.random(in: .min ... .max, using: &random)
      let factor = Int64.random(in: 1...(1 << 40), using: &random)
      let denominator = Int128(Int64.random(in: 1 << 40 ... .max, using: &random)) << 20
      // expected · denominator + remainder, divided by the factor where it divides, so that the product is known.
      let numerator = Int128(expected) * (denominator >> 20)
      let quotient = WideRational(numerator, over: (denominator >> 20) * Int128(factor))
      let rounded = try #require(quotient.rounded(scaledBy: factor, .down))
      #expect(rounded.value == expected)
      #expect(rounded.isExact)
      if numerator.magnitude.multipliedFullWidth(by: UInt128(factor)).high > 0 { wideProducts += 1 }
    }
    #expect(wideProducts > 1000)
  }

  @Test func `a remainder is seen however small it is beside the terms`() throws {
    let denominator = Int128(Int64.max) * Int128(Int64.max - 1)
    let above = WideRational(denominator + 1, over: denominator)
    #expect(try #require(above.rounded(.down)) == (1, false))
    #expect(try #require(above.rounded(.up)) == (2, false))
    let below = WideRational(denominator - 1, over: denominator)
    #expect(try #require(below.rounded(scaledBy: 1_000_000_000, .down)) == (999_999_999, false))
    #expect(try #require(below.rounded(scaledBy: 1_000_000_000, .halfUp)) == (1_000_000_000, false))
  }

  @Test func `what does not fit in 64 bits is nil`() {
    #expect(WideRational(Int128(Int64.max) + 1, over: 1).rounded(.down) == nil)
    #expect(WideRational(Int128(Int64.min) - 1, over: 1).rounded(.down) == nil)
    #expect(WideRational(Int128.max, over: 1).rounded(scaledBy: .max, .down) == nil)
    #expect(WideRational(Int128(Int64.min), over: 1).rounded(.down)?.value == .min)
    #expect(WideRational(Int128(Int64.max) * 2 + 1, over: 2).rounded(.up) == nil)
  }

  @Test func `halves go where the rounding says, below zero too`() {
    let halves: [(Rounding, Int64, Int64)] = [
      (.down, 1, -2), (.up, 2, -1), (.towardZero, 1, -1), (.awayFromZero, 2, -2), (.halfAwayFromZero, 2, -2),
      (.halfUp, 2, -1),
    ]
    for (rounding, positive, negative) in halves {
      #expect(WideRational(3, over: 2).rounded(rounding)?.value == positive)
      #expect(WideRational(-3, over: 2).rounded(rounding)?.value == negative)
      #expect(WideRational(3, over: 2).rounded(scaledBy: -1, rounding)?.value == negative)
      #expect(WideRational(4, over: 2).rounded(rounding)?.value == 2)
    }
  }

  @Test(arguments: [0.1, -2.87, 1.5, 1e-20, 1e30, 0x1p-73, .pi, -1_000_000.25])
  func `a floating-point number of usual size is taken exactly`(number: Double) {
    let quotient = WideRational(number)
    #expect(quotient.isExact)
    #expect(Double(quotient.numerator) / Double(quotient.denominator) == number)
  }

  @Test func `a floating-point number beyond 126 bits is not exact`() {
    #expect(!WideRational(Double.greatestFiniteMagnitude).isExact)
    #expect(WideRational(-Double.greatestFiniteMagnitude).numerator < 0)
    #expect(!WideRational(Double.leastNonzeroMagnitude).isExact)
    #expect(WideRational(Double.leastNonzeroMagnitude).numerator == 0)
    #expect(WideRational(0.0).isExact)
  }

  @Test func `a product or sum that 128 bits do not hold is approximated and says so`() throws {
    let prime = Int128(1) << 89 - 1
    let product = WideRational(prime, over: prime - 2) * WideRational(prime - 4, over: prime - 6)
    #expect(!product.isExact)
    #expect(abs(product.approximation - 1) < 1e-15)
    let sum = WideRational(prime, over: prime - 2) + WideRational(prime - 4, over: prime - 6)
    #expect(!sum.isExact)
    #expect(abs(sum.approximation - 2) < 1e-15)
    #expect((WideRational(prime, over: 3) * WideRational(3, over: prime)).isExact)
  }

  @Test func `the greatest common divisor of narrow and wide numbers`() {
    #expect(greatestCommonDivisor(12, 18) == 6)
    #expect(greatestCommonDivisor(0, 5) == 5)
    #expect(greatestCommonDivisor(5, 0) == 5)
    #expect(greatestCommonDivisor(0, 0) == 1)
    #expect(greatestCommonDivisor(UInt128(35) << 90, UInt128(21) << 80) == UInt128(7) << 80)
    #expect(leastCommonMultiple(600, 1001) == 600_600)
    #expect(leastCommonMultiple(.max, .max - 1) == .max)
  }
}
