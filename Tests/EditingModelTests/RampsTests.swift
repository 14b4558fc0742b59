import EditingModel
import MediaTime
import SeededRandom
import Testing

@Suite struct RampsTests {
  private func rational(_ numerator: Int64, _ denominator: Int64 = 1) throws -> Rational {
    try Rational(numerator, denominator)
  }

  /// A step to 0.5 at 1 s, and a fade to 0 over [2, 3).
  private let fade = Ramps<Double>([
    .setting(at: seconds(1), value: 0.5), .ramp(range: range(2, 3), from: 1, to: 0),
  ])

  @Test func `without entries the value is the initial one`() {
    #expect(Ramps<Double>().value(at: Rational(5), initial: 0.25) == 0.25)
  }

  @Test func `before the first entry the value is the initial one and from its time on its own`() throws {
    #expect(fade.value(at: try rational(999, 1000), initial: 1) == 1)
    #expect(fade.value(at: Rational(1), initial: 1) == 0.5)
    #expect(fade.value(at: try rational(1999, 1000), initial: 1) == 0.5)
  }

  @Test func `a ramp is exact at its start, its end and its middle, and its last value holds`() throws {
    #expect(fade.value(at: Rational(2), initial: 1) == 1)
    #expect(fade.value(at: try rational(5, 2), initial: 1) == 0.5)
    #expect(fade.value(at: Rational(3), initial: 1) == 0)
    #expect(fade.value(at: Rational(1_000_000), initial: 1) == 0)
  }

  @Test func `where one ramp ends as another begins, the later one governs`() {
    let ramps = Ramps<Double>([
      .ramp(range: range(0, 1), from: 0, to: 1), .ramp(range: range(1, 2), from: 0.25, to: 0.75),
    ])
    #expect(ramps.value(at: Rational(1), initial: 1) == 0.25)
  }

  @Test func `of two settings at the same time the later in the list governs`() {
    let ramps = Ramps<Double>([.setting(at: seconds(1), value: 0.1), .setting(at: seconds(1), value: 0.2)])
    #expect(ramps.value(at: Rational(1), initial: 1) == 0.2)
  }

  @Test func `every frame of a ramp has the value of its exact fraction`() throws {
    // 30 frames at 29.97 a second; the nearest double to n/30, not an accumulation.
    let duration = seconds(30 * 1001, over: 30_000)
    let ramps = Ramps<Double>([.ramp(range: CMTimeRange(start: seconds(7), duration: duration), from: 0, to: 1)])
    for frame in 0...30 {
      let time = try Rational(7) + Rational(Int64(frame) * 1001, 30_000)
      #expect(ramps.value(at: time, initial: 0) == Double(frame) / 30)
    }
  }

  @Test func `a time is looked up among hundreds of entries as one by one`() throws {
    var generator = SeededGenerator(seed: 1)
    var start: Int64 = 0
    let entries = (0..<400).map { index -> Ramps<Double>.Entry in
      start += Int64.random(in: 1...5, using: &generator)
      return .setting(at: seconds(start, over: 7), value: Double(index))
    }
    let ramps = Ramps(entries)
    for _ in 0..<400 {
      let time = try rational(Int64.random(in: 0...start + 5, using: &generator), 7)
      let expected = entries.last { ($0.start.rational ?? .zero) <= time }?.lastValue ?? -1
      #expect(ramps.value(at: time, initial: -1) == expected)
    }
  }

  @Test func `a value stays between the ends of its ramp, and never turns back`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let start = seconds(Int64.random(in: 0...1_000_000, using: &generator), over: 90_000)
      let duration = seconds(Int64.random(in: 1...1_000_000, using: &generator), over: 48_000)
      let ramps = Ramps<Double>([.ramp(range: CMTimeRange(start: start, duration: duration), from: 0.2, to: 0.7)])
      var last = 0.2
      for step in 0...20 {
        let time = try #require(start.rational) + #require(duration.rational) * rational(Int64(step), 20)
        let value = ramps.value(at: time, initial: 1)
        #expect(value >= last && value <= 0.7)
        last = value
      }
      #expect(last == 0.7)
    }
  }

  @Test func `times too fine for exact division still give the nearest value`() throws {
    let time = try rational(Int64.max / 2 + 1, Int64.max / 3)
    let ramps = Ramps<Double>([
      .ramp(
        range: CMTimeRange(start: seconds(1, over: 2_147_483_629), duration: seconds(3, over: 2)), from: 0, to: 1)
    ])
    #expect(abs(ramps.value(at: time, initial: 0) - 1) < 1e-9)
    let early = try rational(Int64.max / 4 + 1, Int64.max / 2)
    #expect(abs(ramps.value(at: early, initial: 0) - 1 / 3.0) < 1e-9)
  }

  @Test func `a time of a media clock gives the same as the fraction it stands for`() {
    #expect(fade.value(at: seconds(5, over: 2), initial: 1) == 0.5)
    #expect(fade.value(at: .positiveInfinity, initial: 1) == 0)
    #expect(fade.value(at: .negativeInfinity, initial: 1) == 1)
    #expect(fade.value(at: .invalid, initial: 1) == 1)
    #expect(fade.value(at: .indefinite, initial: 1) == 1)
    #expect(Ramps<Double>().value(at: .positiveInfinity, initial: 0.3) == 0.3)
  }

  @Test func `an entry without a finite time never governs`() {
    let ramps = Ramps<Double>([.setting(at: seconds(1), value: 0.5), .setting(at: .invalid, value: 0.1)])
    #expect(ramps.value(at: Rational(9), initial: 1) == 0.5)
  }

  @Test func `transforms and rectangles move along straight lines in each of their numbers`() throws {
    let moved = Ramps<Transform>([.ramp(range: range(0, 4), from: .identity, to: .translation(x: 40, y: -8))])
    #expect(moved.value(at: Rational(1), initial: .identity) == .translation(x: 10, y: -2))
    let cropped = Ramps<Rectangle>([
      .ramp(
        range: range(0, 2), from: Rectangle(x: 0, y: 0, width: 100, height: 50),
        to: Rectangle(x: 10, y: 20, width: 50, height: 0))
    ])
    #expect(
      cropped.value(at: Rational(1), initial: Rectangle(.zero)) == Rectangle(x: 5, y: 10, width: 75, height: 25))
  }

  @Test func `an entry knows its start, its end and its last value`() {
    #expect(fade.entries[0].start == seconds(1) && fade.entries[0].end == seconds(1))
    #expect(fade.entries[0].lastValue == 0.5)
    #expect(fade.entries[1].start == seconds(2) && fade.entries[1].end == seconds(3))
    #expect(fade.entries[1].lastValue == 0)
  }
}
