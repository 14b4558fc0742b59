import MediaTime
import Rendering
import SeededRandom
import Testing

struct FrameTimingTests {
  private let ntsc = FrameTiming.constant(start: fraction(1, 10), frameDuration: fraction(1001, 30_000), count: 10)
  private let uneven = FrameTiming.variable(
    starts: [fraction(0), fraction(1, 3), fraction(1, 2), fraction(2)], end: fraction(5, 2))

  @Test func `an interval contains its start and not its end`() throws {
    for timing in [ntsc, uneven] {
      for frame in 0..<timing.count {
        let start = try timing.start(of: frame)
        let end = try #require(try timing.end(of: frame))
        let instant = fraction(1, 1_000_000_000)
        #expect(timing.frame(at: start) == frame)
        #expect(timing.frame(at: try end - instant) == frame)
        #expect(timing.frame(at: try start - instant) == max(0, frame - 1))
        #expect(timing.frame(at: end) == min(timing.count - 1, frame + 1))
      }
    }
  }

  @Test func `before the first frame the first is shown and after the last one the last`() {
    for timing in [ntsc, uneven] {
      #expect(timing.frame(at: fraction(-100)) == 0)
      #expect(timing.frame(at: fraction(100)) == timing.count - 1)
    }
  }

  @Test func `a still shows its one frame at any time and never ends`() throws {
    #expect(FrameTiming.still.count == 1)
    #expect(FrameTiming.still.frame(at: fraction(1_000_000)) == 0)
    #expect(try FrameTiming.still.end(of: 0) == nil)
    #expect(FrameTiming.still.nominalFrameDuration == nil)
  }

  @Test func `any time at all has a frame`() {
    let extremes = [Rational(.max), Rational(-.max), fraction(1, .max), fraction(-1, .max), fraction(.max, .max - 1)]
    for start in extremes {
      for frameDuration in extremes {
        let timing = FrameTiming.constant(start: start, frameDuration: frameDuration, count: 1_000)
        for time in extremes { #expect((0..<1_000).contains(timing.frame(at: time))) }
      }
    }
    #expect(FrameTiming.constant(start: .zero, frameDuration: .one, count: 0).frame(at: .one) == 0)
    #expect(FrameTiming.variable(starts: [], end: .zero).frame(at: .one) == 0)
  }

  @Test func `finding a frame agrees with looking at each`() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let rates: [Int64] = [24_000, 24_024, 25_025, 30_000, 30_030, 48_048, 60_000]
      let frameDuration = fraction(1001, rates.randomElement(using: &generator) ?? 1)
      let start = fraction(Int64.random(in: -90_000...90_000, using: &generator), 90_000)
      let timing = FrameTiming.constant(start: start, frameDuration: frameDuration, count: 50)
      let listed = FrameTiming.variable(
        starts: FrameStarts(try (0..<50).map(timing.start)), end: try #require(try timing.end(of: 49)))
      for _ in 0..<20 {
        let time = fraction(Int64.random(in: -100_000...400_000, using: &generator), 120_000)
        let expected = try (0..<50).last { try timing.start(of: $0) <= time } ?? 0
        #expect(timing.frame(at: time) == expected)
        #expect(listed.frame(at: time) == expected)
      }
    }
  }

  @Test func `shifting moves every frame and nothing else`() throws {
    for timing in [ntsc, uneven] {
      let offset = fraction(-7, 5)
      let shifted = try timing.shifted(by: offset)
      #expect(shifted.count == timing.count)
      for frame in 0..<timing.count { #expect(try shifted.start(of: frame) == timing.start(of: frame) + offset) }
      #expect(try shifted.shifted(by: fraction(7, 5)) == timing)
    }
    #expect(try FrameTiming.still.shifted(by: .one) == .still)
    #expect(throws: RationalError.overflow) { try uneven.shifted(by: fraction(1, .max)) }
  }

  @Test func `a variable track's usual frame is the standard one it is near`() {
    let camera = (0..<100).map { fraction(Int64($0) * 20 + Int64($0) % 3, 600) }
    #expect(
      FrameTiming.variable(starts: FrameStarts(camera), end: fraction(2_000, 600)).nominalFrameDuration
        == fraction(1, 30))
    let slow = (0..<10).map { fraction(Int64($0) * 3) }
    #expect(FrameTiming.variable(starts: FrameStarts(slow), end: fraction(30)).nominalFrameDuration == fraction(3))
    #expect(FrameTiming.variable(starts: [], end: .zero).nominalFrameDuration == nil)
  }
}
