import Foundation
import MediaTime
import SeededRandom
import Testing

@Suite("Rational")
struct RationalTests {
  @Test func `a fraction is reduced and its denominator positive`() throws {
    let fraction = try Rational(-1001 * 6, -30_000 * 6)
    #expect(fraction.numerator == 1001)
    #expect(fraction.denominator == 30_000)
    #expect(try Rational(6, -4).numerator == -3)
    #expect(try Rational(0, -7) == .zero)
    #expect(try Rational(5, 5) == .one)
    #expect(Rational(.min).numerator == .min)
  }

  @Test func `a denominator of zero and terms beyond 64 bits are errors`() throws {
    #expect(throws: RationalError.zeroDenominator) { try Rational(1, 0) }
    #expect(throws: RationalError.zeroDenominator) { try Rational(0, 0) }
    #expect(throws: RationalError.overflow) { try Rational(.min, -1) }
    #expect(throws: RationalError.overflow) { try Rational(1, .min) }
    #expect(try Rational(.min, .min) == .one)
    #expect(try Rational(2, .min) == Rational(-1, 1 << 62))
    #expect(throws: RationalError.zeroDenominator) { try Rational.one / .zero }
    #expect(throws: RationalError.overflow) { try Rational(.max) + .one }
    #expect(throws: RationalError.overflow) { try Rational(.min) - .one }
    #expect(throws: RationalError.overflow) { try Rational(.max) * Rational(2) }
    #expect(throws: RationalError.overflow) { try Rational(.max) / Rational(1, 2) }
    #expect(throws: RationalError.overflow) { try -Rational(.min) }
  }

  @Test func `the four operations and the sign`() throws {
    let (half, third) = (try Rational(1, 2), try Rational(1, 3))
    #expect(try half + third == Rational(5, 6))
    #expect(try half - third == Rational(1, 6))
    #expect(try half * third == Rational(1, 6))
    #expect(try half / third == Rational(3, 2))
    #expect(try -half == Rational(-1, 2))
    #expect(try Rational(.min) / Rational(.min) == .one)
  }

  @Test func `arithmetic obeys the laws of a field, and throws rather than be inexact`() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<3000 {
      let (first, second, third) = (
        try random.rational(bits: 20), try random.rational(bits: 20), try random.rational(bits: 20)
      )
      #expect(try first + second == second + first)
      #expect(try first * second == second * first)
      #expect(try (first + second) - second == first)
      #expect(try first * (second + third) == first * second + first * third)
      if second != .zero { #expect(try (first / second) * second == first) }
      #expect(try first + (-first) == .zero)
    }
  }

  @Test func `arithmetic is exact up to the limits`() throws {
    var random = SeededGenerator(seed: 32)
    for _ in 0..<3000 {
      let (first, second, third) = (
        Int64.random(in: .min ... .max, using: &random), Int64.random(in: 1 ... .max, using: &random),
        Int64.random(in: 1 ... .max, using: &random)
      )
      #expect(try Rational(first, second) * Rational(second, third) == Rational(first, third))
      #expect(try Rational(first, second) / Rational(third, second) == Rational(first, third))
      #expect(try Rational(first, second) - Rational(first, second) == .zero)
      #expect(try Rational(first / 2, second) + Rational(first / 2, second) == Rational(first / 2 * 2, second))
    }
  }

  @Test func `comparison does not lose a bit`() throws {
    #expect(try Rational(.max - 1, .max) > Rational(.max - 2, .max - 1))
    #expect(try Rational(.max - 2, .max - 1) < Rational(.max - 1, .max))
    #expect(try Rational(.min, .max) < Rational(-1, 1))
    var random = SeededGenerator(seed: 33)
    for _ in 0..<3000 {
      let (first, second) = (try random.rational(bits: 30), try random.rational(bits: 30))
      #expect(try (first < second) == ((first - second).numerator < 0))
      #expect((first == second) == !(first < second || second < first))
    }
  }

  @Test(
    arguments: [
      (7, 2, 3, 4, 4), (-7, 2, -4, -3, -4), (7, 3, 2, 3, 2), (-7, 3, -3, -2, -2), (8, 3, 2, 3, 3), (6, 3, 2, 2, 2),
      (1, .max, 0, 1, 0), (-1, .max, -1, 0, 0), (.max, 2, .max / 2, .max / 2 + 1, .max / 2 + 1),
      (.min, 1, .min, .min, .min), (0, 1, 0, 0, 0), (1, 2, 0, 1, 1), (-1, 2, -1, 0, -1),
    ] as [(Int64, Int64, Int64, Int64, Int64)])
  func `rounding to whole numbers`(
    numerator: Int64, denominator: Int64, floor: Int64, ceil: Int64, rounded: Int64
  ) throws {
    let fraction = try Rational(numerator, denominator)
    #expect(fraction.floor() == floor)
    #expect(fraction.ceil() == ceil)
    #expect(fraction.rounded() == rounded)
    #expect(try fraction.floor(scaledBy: 1) == floor)
    #expect(try fraction.ceil(scaledBy: 1) == ceil)
    #expect(try fraction.rounded(scaledBy: 1) == rounded)
  }

  @Test func `scaled rounding goes through the exact product`() throws {
    var random = SeededGenerator(seed: 34)
    var compared = 0
    for _ in 0..<3000 {
      let fraction = try random.rational(bits: 40)
      let factor = Int64.random(in: -(1 << 40)...(1 << 40), using: &random)
      guard let floor = try? fraction.floor(scaledBy: factor) else { continue }
      compared += 1
      let exact = Int128(fraction.numerator) * Int128(factor)
      let denominator = Int128(fraction.denominator)
      let ceil = try fraction.ceil(scaledBy: factor)
      let rounded = try fraction.rounded(scaledBy: factor)
      #expect(Int128(floor) * denominator <= exact && exact < Int128(floor + 1) * denominator)
      #expect(Int128(ceil - 1) * denominator < exact && exact <= Int128(ceil) * denominator)
      let error = Int128(rounded) * denominator - exact
      #expect(error.magnitude * 2 < denominator.magnitude || (error > 0) == (exact > 0))
      #expect(error.magnitude * 2 <= denominator.magnitude)
    }
    #expect(compared > 2900)
    #expect(throws: RationalError.overflow) { try Rational(.max).floor(scaledBy: 2) }
    #expect(throws: RationalError.overflow) { try Rational(.max).ceil(scaledBy: -2) }
    #expect(throws: RationalError.overflow) { try Rational(.min).rounded(scaledBy: -1) }
    #expect(try Rational(.max, 3).floor(scaledBy: 3) == .max)
  }

  @Test func `text and seconds`() throws {
    #expect(try Rational(6, 4).description == "3/2")
    #expect(try Rational(-6, 3).description == "-2")
    #expect(try Rational(-3, 2).seconds == -1.5)
  }

  @Test func `errors say what was found and what to do`() {
    let limit = RationalError.denominatorExceedsTimescale(1 << 40)
    #expect(RationalError.zeroDenominator.description == "The denominator is 0; give one that is not.")
    #expect(RationalError.overflow.description.contains("does not fit in 64 bits"))
    #expect(RationalError.notPositive(Rational(-5)).description.contains("-5"))
    #expect(limit.description.contains("1099511627776") && limit.description.contains("2147483647"))
  }

  @Test func `a finite time is a fraction and back`() throws {
    #expect(Rational(time(6, 4)) == (try Rational(3, 2)))
    #expect(time(.min, 2).rational == Rational(-(1 << 62)))
    #expect(time(3, 2, epoch: 4).rational == (try Rational(3, 2)))
    #expect(Fields(try CMTime(exactly: Rational(6, 4))) == Fields(3, 2))
    for special in [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity] {
      #expect(Rational(special) == nil)
      #expect(special.rational == nil)
    }
    #expect(throws: RationalError.denominatorExceedsTimescale(1 << 31)) { try CMTime(exactly: Rational(1, 1 << 31)) }
    var random = SeededGenerator(seed: 35)
    for _ in 0..<1000 {
      let time = random.time()
      let fraction = try #require(time.rational)
      #expect(try CMTime(exactly: fraction) == time)
      #expect(Fields(try CMTime(exactly: fraction)) == Fields(fraction.numerator, Int32(fraction.denominator)))
    }
  }

  @Test func `JSON holds two numbers, which are reduced and checked when read`() throws {
    let data = try JSONEncoder().encode(Rational(1001, 30_000))
    #expect(try JSONDecoder().decode([String: Int64].self, from: data) == ["numerator": 1001, "denominator": 30_000])
    let unreduced = Data(#"{"numerator": -6, "denominator": -4}"#.utf8)
    #expect(try JSONDecoder().decode(Rational.self, from: unreduced) == Rational(3, 2))
    let none = Data(#"{"numerator": 1, "denominator": 0}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Rational.self, from: none) }
  }
}
