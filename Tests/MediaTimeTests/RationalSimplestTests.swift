import MediaTime
import SeededRandom
import Testing

@Suite("The simplest fraction of a range")
struct RationalSimplestTests {
  @Test(arguments: [24_000, 30_000, 60_000] as [Int64])
  func `a frame duration rounded to nanoseconds finds back to where it came from`(rate: Int64) throws {
    let exact = try Rational(1001, rate)
    let halves = try exact.rounded(scaledBy: 1_000_000_000) * 2
    let range = try Rational(halves - 1, 2_000_000_000)...Rational(halves + 1, 2_000_000_000)
    #expect(Rational.simplest(in: range) == exact)
  }

  @Test func `whole numbers are simplest, and of those the one nearest to zero`() throws {
    #expect(try Rational.simplest(in: Rational(3, 2)...Rational(9, 2)) == Rational(2))
    #expect(try Rational.simplest(in: Rational(-9, 2)...Rational(-3, 2)) == Rational(-2))
    #expect(try Rational.simplest(in: Rational(-1, 3)...Rational(9, 2)) == .zero)
    #expect(Rational.simplest(in: Rational(5)...Rational(5)) == Rational(5))
    #expect(Rational.simplest(in: .zero ... .one) == .zero)
  }

  @Test func `a range of one fraction, at the limits`() throws {
    for fraction in [try Rational(.max, .max - 1), try Rational(.min, .max), Rational(.min), try Rational(1, .max)] {
      #expect(Rational.simplest(in: fraction...fraction) == fraction)
    }
    #expect(Rational.simplest(in: Rational(.min)...Rational(.min + 5)) == Rational(.min + 5))
  }

  @Test func `no fraction of the range has a smaller denominator`() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<2000 {
      let first = try random.rational(bits: 10)
      let width = try Rational(.random(in: 0...100, using: &random), .random(in: 100...1000, using: &random))
      let range = first...(try first + width)
      let simplest = Rational.simplest(in: range)
      #expect(range.contains(simplest))
      // The first denominator with which some numerator falls into the range, and the numerator nearest to zero.
      let denominator = try #require(
        try (1...first.denominator).first {
          try range.lowerBound.ceil(scaledBy: $0) <= range.upperBound.floor(scaledBy: $0)
        })
      #expect(simplest.denominator == denominator)
      let nearest = try max(
        range.lowerBound.ceil(scaledBy: denominator), min(0, range.upperBound.floor(scaledBy: denominator)))
      #expect(simplest.numerator == nearest)
    }
  }
}
