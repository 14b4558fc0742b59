import MediaTime
import Rendering
import SeededRandom
import Testing

/// A container's way with time: ticks, and how exact times become them.
struct Container: Sendable, CustomStringConvertible {
  let tickRate: Int64
  let roundsDown: Bool

  var description: String { "\(tickRate) ticks a second, \(roundsDown ? "rounded down" : "rounded to the nearest")" }

  /// What a demuxer gives for `time`: through ticks, then down to nanoseconds as GStreamer scales.
  func timestamp(of time: Rational) -> Int64 {
    timestamp(of: Int128(time.numerator), over: Int128(time.denominator))
  }

  /// What a demuxer gives for `count` frames of `frameDuration` from `start`.
  func timestamps(of frameDuration: Rational, from start: Rational, count: Int) -> [Int64] {
    let denominator = Int128(frameDuration.denominator) * Int128(start.denominator)
    let first = Int128(start.numerator) * Int128(frameDuration.denominator)
    let step = Int128(frameDuration.numerator) * Int128(start.denominator)
    return (0..<count).map { timestamp(of: first + Int128($0) * step, over: denominator) }
  }

  private func timestamp(of numerator: Int128, over denominator: Int128) -> Int64 {
    let half = roundsDown ? 0 : denominator
    let tick = (2 * numerator * Int128(tickRate) + half) / (2 * denominator)
    return Int64(tick * 1_000_000_000 / Int128(tickRate))
  }
}

struct FrameTimingSnappingTests {
  static let rates = [
    fraction(24_000, 1_001), fraction(24), fraction(25), fraction(30_000, 1_001), fraction(30), fraction(50),
    fraction(60_000, 1_001), fraction(60),
  ]
  static let matroska = [Container(tickRate: 1_000, roundsDown: true), Container(tickRate: 1_000, roundsDown: false)]

  /// The timing of `container`'s timestamps for `count` frames at `rate`, the first `delay` frames late.
  private func snapped(
    _ rate: Rational, in container: Container, count: Int, delay: Int64 = 0, hint: Rational? = nil
  ) throws -> (found: FrameTiming, expected: FrameTiming) {
    let frameDuration = try .one / rate
    let start = try Rational(delay) * frameDuration
    return (
      .snapped(
        timestamps: container.timestamps(of: frameDuration, from: start, count: count), lastDuration: nil,
        hint: hint),
      .constant(start: start, frameDuration: frameDuration, count: count)
    )
  }

  @Test(arguments: rates, matroska)
  func `milliseconds give back the exact rate that the container claims`(rate: Rational, container: Container) throws {
    for count in [2, 3, 5, 7, 24, 100, 1_000] {
      for delay: Int64 in [0, 1, 2, 3] {
        let (found, expected) = try snapped(rate, in: container, count: count, delay: delay, hint: .one / rate)
        #expect(found == expected, "\(count) frames, \(delay) late")
      }
    }
  }

  @Test(arguments: rates, matroska)
  func `milliseconds give back the exact rate that no container claims`(rate: Rational, container: Container) throws {
    for count in [150, 400, 5_000] {
      for delay: Int64 in [0, 1, 2] {
        let (found, expected) = try snapped(rate, in: container, count: count, delay: delay)
        #expect(found == expected, "\(count) frames, \(delay) late")
      }
    }
  }

  @Test(arguments: rates, matroska)
  func `an hour of milliseconds does not drift`(rate: Rational, container: Container) throws {
    let (found, expected) = try snapped(rate, in: container, count: 100_000, delay: 2)
    #expect(found == expected)
  }

  @Test(arguments: rates, matroska)
  func `a claim that the timestamps contradict is not believed`(rate: Rational, container: Container) throws {
    for wrong in [fraction(1, 23), fraction(1, 31), fraction(1001, 50_000)] {
      let (found, expected) = try snapped(rate, in: container, count: 300, hint: wrong)
      #expect(found == expected)
    }
  }

  @Test(arguments: rates, matroska)
  func `too few milliseconds to tell rates apart are kept to within a millisecond`(
    rate: Rational, container: Container
  ) throws {
    for count in 2...30 {
      let (found, expected) = try snapped(rate, in: container, count: count)
      for frame in 0..<count {
        let error = try found.start(of: frame) - expected.start(of: frame)
        #expect(abs(error.seconds) <= 0.001, "frame \(frame) of \(count)")
      }
    }
  }

  @Test(arguments: rates)
  func `MPEG transport streams start where they start`(rate: Rational) throws {
    let container = Container(tickRate: 90_000, roundsDown: true)
    let frameDuration = try .one / rate
    for count in [3, 5, 90, 3_000] {
      for tick: Int64 in [126_000, 133_508, 1, 8_589_934_000] {
        let start = fraction(tick, 90_000)
        let timestamps = container.timestamps(of: frameDuration, from: start, count: count)
        let found = FrameTiming.snapped(timestamps: timestamps, lastDuration: nil, hint: frameDuration)
        guard case .constant(let foundStart, frameDuration, count) = found else {
          Issue.record("\(found)")
          continue
        }
        #expect(abs(try (foundStart - start).seconds) < 1.0 / 90_000)
      }
    }
  }

  @Test(arguments: rates)
  func `a start that is on no tick is kept to the nanosecond`(rate: Rational) throws {
    let frameDuration = try .one / rate
    let container = Container(tickRate: 240_000, roundsDown: true)
    let timestamps = container.timestamps(of: frameDuration, from: .zero, count: 50).map { $0 + 1_433_366_713 }
    let found = FrameTiming.snapped(timestamps: timestamps, lastDuration: nil, hint: nil)
    guard case .constant(let start, frameDuration, 50) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(try (start - fraction(1_433_366_713, 1_000_000_000)).seconds) <= 1.1e-9)
  }

  @Test(arguments: [(600, true), (600, false), (1_000, true), (1_000, false)] as [(Int64, Bool)])
  func `movies of coarse ticks give back the exact rate`(tickRate: Int64, roundsDown: Bool) throws {
    for rate in Self.rates {
      let container = Container(tickRate: tickRate, roundsDown: roundsDown)
      let (found, expected) = try snapped(rate, in: container, count: 600)
      #expect(found == expected, "\(rate)")
    }
  }

  @Test(arguments: [12_800, 15_360, 24_000, 30_000, 60_000, 90_000, 240_000, 17_594, 14_113] as [Int64])
  func `movies whose frames last whole ticks are exact, whatever the ticks`(tickRate: Int64) throws {
    for length: Int64 in [512, 1_001, 1_500, 2_002, 3_003] {
      for roundsUp in [false, true] {
        let timestamps = (0..<300).map { index -> Int64 in
          let (whole, rest) = (Int64(index) * length * 1_000_000_000).quotientAndRemainder(dividingBy: tickRate)
          return whole + (roundsUp && rest * 2 >= tickRate ? 1 : 0)
        }
        let found = FrameTiming.snapped(timestamps: timestamps, lastDuration: nil, hint: nil)
        let expected = fraction(length, tickRate)
        #expect(found == .constant(start: .zero, frameDuration: expected, count: 300), "\(length)")
      }
    }
  }

  @Test func `an edit list's rounding of a nanosecond changes nothing`() throws {
    var generator = SeededGenerator(seed: 7)
    for rate in Self.rates {
      let frameDuration = try .one / rate
      let exact = Container(tickRate: 240_000, roundsDown: true)
      let timestamps = exact.timestamps(of: frameDuration, from: .zero, count: 500)
        .map { $0 + (generator.next() % 3 == 0 ? 1 : 0) }
      let found = FrameTiming.snapped(timestamps: timestamps, lastDuration: nil, hint: nil)
      #expect(found == .constant(start: .zero, frameDuration: frameDuration, count: 500))
    }
  }

  @Test(arguments: [600, 1_000, 12_800, 30_000, 90_000, 1_000_000] as [Int64])
  func `frames of any length keep their exact ticks`(tickRate: Int64) throws {
    var generator = SeededGenerator(seed: UInt64(tickRate))
    for _ in 0..<20 {
      var tick = Int64.random(in: 0...tickRate, using: &generator)
      let frames = (0..<200).map { _ -> Rational in
        defer { tick += Int64.random(in: tickRate / 60...tickRate / 10, using: &generator) }
        return fraction(tick, tickRate)
      }
      let container = Container(tickRate: tickRate, roundsDown: true)
      let found = FrameTiming.snapped(
        timestamps: frames.map(container.timestamp), lastDuration: 1_000_000_000, hint: fraction(1, 30))
      #expect(found == .variable(starts: FrameStarts(frames), end: try #require(frames.last) + .one))
    }
  }

  @Test(arguments: rates, matroska)
  func `frames that were dropped leave the others on their exact grid`(rate: Rational, container: Container) throws {
    var generator = SeededGenerator(seed: 11)
    let frameDuration = try .one / rate
    var number: Int64 = 0
    let numbers = (0..<2_000).map { _ -> Int64 in
      defer { number += Int64.random(in: 1...4, using: &generator) }
      return number
    }
    let frames = try numbers.map { try Rational($0) * frameDuration }
    let found = FrameTiming.snapped(
      timestamps: frames.map(container.timestamp), lastDuration: nil, hint: frameDuration)
    guard case .variable(let starts, _) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(starts == FrameStarts(frames))
  }

  @Test func `a rate that is no standard's is found where its frames are even`() throws {
    for rate in [fraction(18), fraction(8_797, 1_000), fraction(17), fraction(100, 7)] {
      for container in Self.matroska {
        let (found, expected) = try snapped(rate, in: container, count: 5_000)
        for frame in stride(from: 0, to: 5_000, by: 7) {
          #expect(abs(try (found.start(of: frame) - expected.start(of: frame)).seconds) <= 0.001)
        }
        guard case .constant = found else {
          Issue.record("\(rate): \(found)")
          continue
        }
      }
    }
  }

  @Test func `one frame lasts as long as the container or the frame itself says`() {
    #expect(
      FrameTiming.snapped(timestamps: [0], lastDuration: nil, hint: fraction(1001, 24_000))
        == .constant(start: .zero, frameDuration: fraction(1001, 24_000), count: 1))
    #expect(
      FrameTiming.snapped(timestamps: [500_000_000], lastDuration: 33_366_666, hint: nil)
        == .constant(start: fraction(1, 2), frameDuration: fraction(1001, 30_000), count: 1))
    #expect(
      FrameTiming.snapped(timestamps: [0], lastDuration: nil, hint: nil)
        == .constant(start: .zero, frameDuration: fraction(1, 25), count: 1))
    // A title that stays for five seconds is no twenty-fifth of one, whatever rate is claimed; what is rounded is.
    #expect(
      FrameTiming.snapped(timestamps: [0], lastDuration: 5_000_000_000, hint: fraction(1, 25))
        == .constant(start: .zero, frameDuration: fraction(5, 1), count: 1))
    #expect(
      FrameTiming.snapped(timestamps: [0], lastDuration: 34_000_000, hint: fraction(1, 30))
        == .constant(start: .zero, frameDuration: fraction(1, 30), count: 1))
  }

  @Test func `no frames have no duration`() {
    #expect(FrameTiming.snapped(timestamps: [], lastDuration: 40, hint: nil) == .variable(starts: [], end: .zero))
  }

  @Test func `timestamps that cannot be are taken without a trap`() {
    let rows: [[Int64]] = [
      [.min, .max], [.max, .min], [0, 0, 0], [5, 3, 1], [.min, 0, .max], [-1, -1], [.max, .max, .max],
    ]
    for row in rows {
      for hint in [nil, fraction(1, 30), Rational(.max), fraction(1, .max), fraction(-1, 30), .zero] {
        for lastDuration in [nil, 0, -5, Int64.max] {
          let timing = FrameTiming.snapped(timestamps: row, lastDuration: lastDuration, hint: hint)
          #expect(timing.count == row.count)
          #expect((0..<row.count).contains(timing.frame(at: .one)))
        }
      }
    }
  }

  @Test func `pictures of one time are spread, and all others keep theirs`() {
    let cases: [(given: [Int64], told: [Int64])] = [
      ([0, 40, 80, 80, 120], [0, 40, 80, 81, 120]), ([0, 40, 80, 120, 120], [0, 40, 80, 120, 121]),
      ([0, 40, 80, 120], [0, 40, 80, 120]), ([7], [7]), ([], []),
    ]
    for (given, told) in cases {
      #expect(FrameTiming.spread(given.map { $0 * 1_000_000 }) == told.map { $0 * 1_000_000 })
    }
    // Less than a millisecond is halved; more than a quarter, and what does not rise, are no times.
    #expect(FrameTiming.spread([0, 0, 1_000_000, 5_000_000]) == [0, 500_000, 1_000_000, 5_000_000])
    let refused: [[Int64]] = [
      [5, 5], [0, 40, 30, 80], [0, 40, 80, 40, 120], [0, 0, 0, 40, 80], [.min, .min, .max], [0, 0, 1, 2],
    ]
    for given in refused {
      #expect(FrameTiming.spread(given) == nil, "\(given)")
    }
  }

  @Test func `times that were rounded twice to milliseconds are still on their rate's grid`() throws {
    // What ffmpeg writes of 29.97 frames a second that begin 21.333 ms late, behind AAC's priming.
    let milliseconds = (Int64(0)..<150).map { number -> Int64 in
      let ticks = (number * 1_001 * 16 + 15) / 30 + 341  // 1/16000 s, rounded up once
      return (ticks * 1_000 + 8_000) / 16_000
    }
    let timing = FrameTiming.snapped(
      timestamps: milliseconds.map { $0 * 1_000_000 }, lastDuration: nil, hint: try Rational(1, 30))
    guard case .constant(_, let frameDuration, 150) = timing else {
      Issue.record("\(timing)")
      return
    }
    #expect(frameDuration == (try Rational(1_001, 30_000)))
  }
}
