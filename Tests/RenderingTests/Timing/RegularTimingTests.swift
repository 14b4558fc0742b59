import MediaFormats
import MediaTime
import SeededRandom
import Testing

@testable import Rendering

/// The rate around which times jitter.
@Suite("Regular timing") struct RegularTimingTests {
  private static let rates = [
    Rational(24), Rational(25), Rational(30), Rational(50), Rational(60), rate(24_000), rate(30_000), rate(60_000),
  ]

  private static func rate(_ numerator: Int64) -> Rational {
    guard let rate = try? Rational(numerator, 1_001) else { preconditionFailure("A rate has a denominator.") }
    return rate
  }

  private func timing(_ starts: [Rational], every frameDuration: Rational) throws -> FrameTiming {
    .variable(starts: FrameStarts(starts), end: try starts[starts.count - 1] + frameDuration)
  }

  @Test(arguments: rates, [22, 200, 3_000])
  func `pictures that are exactly on a rate's grid stay there, whatever is left out between`(
    rate: Rational, count: Int
  ) throws {
    let frameDuration = try .one / rate
    let starts = try (0..<count).map { try Rational(Int64($0 / 3 * 5 + $0 % 3)) * frameDuration }
    let regular = try #require(try timing(starts, every: frameDuration).regular)
    for (number, start) in starts.enumerated() { #expect(try regular.start(of: number) == start) }
  }

  @Test(arguments: rates, [1, 2, 3] as [UInt64])
  func `pictures that jitter by less than a fifth of a frame are one a frame of their rate`(
    rate: Rational, seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let frameDuration = try .one / rate
    let ticks = Int64(frameDuration.seconds * 1e6 / 5)
    let starts = try (0..<900).map { number in
      try Rational(Int64(number)) * frameDuration
        + (number == 0 ? .zero : Rational(Int64.random(in: -ticks...ticks, using: &generator), 1_000_000))
    }
    let regular = try #require(try timing(starts, every: frameDuration).regular)
    guard case .constant(_, let found, let frames) = regular else {
      Issue.record("\(regular)")
      return
    }
    #expect(found == frameDuration && frames == 900)
  }

  @Test func `two stretches that are half a frame out of step are no rate`() throws {
    let frameDuration = try Rational(1, 25)
    let starts = try (0..<60).map { number in
      try Rational(number) * frameDuration + (number < 30 ? .zero : Rational(1, 50))
    }
    #expect(try timing(starts, every: frameDuration).regular == nil)
  }
}
