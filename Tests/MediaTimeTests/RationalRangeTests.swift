import MediaTime
import SeededRandom
import Testing

@Suite("Ranges of fractions")
struct RationalRangeTests {
  private func range(_ start: Int64, _ end: Int64, over denominator: Int64 = 1) throws -> RationalRange {
    try RationalRange(start: Rational(start, denominator), end: Rational(end, denominator))
  }

  @Test func `start, end and duration belong together`() throws {
    let range = try RationalRange(start: Rational(1, 3), end: Rational(1, 2))
    #expect(range.duration == (try Rational(1, 6)))
    #expect(range == (try RationalRange(start: Rational(1, 3), duration: Rational(1, 6))))
    #expect(range.description == "[1/3, 1/2)")
  }

  @Test func `a range is half-open`() throws {
    let range = try range(1, 3)
    #expect(range.contains(Rational(1)) && !range.contains(Rational(3)))
    #expect(range.contains(try Rational(299, 100)))
    #expect(!range.contains(try Rational(99, 100)))
    #expect(!range.isEmpty)
  }

  @Test func `a range whose end is not after its start contains nothing`() throws {
    for empty in [try range(2, 2), try range(3, 1)] {
      #expect(empty.isEmpty)
      #expect([1, 2, 3].allSatisfy { !empty.contains(Rational($0)) })
      let whole = try range(0, 9)
      #expect(!empty.overlaps(whole) && !whole.overlaps(empty))
    }
  }

  @Test func `a range of media times has their exact end`() throws {
    let times = CMTimeRange(start: time(1, 2_147_483_647), duration: time(1, 2_147_483_629))
    let range = try #require(try RationalRange(times))
    let end = try Rational(1, 2_147_483_647) + Rational(1, 2_147_483_629)
    #expect(range.end == end)
    #expect(times.end.rational != end)
    #expect(range.duration == times.duration.rational)
  }

  @Test(arguments: [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity])
  func `a range of times that are not finite is none`(time: CMTime) throws {
    #expect(try RationalRange(CMTimeRange(start: time, duration: seconds(1))) == nil)
    #expect(try RationalRange(CMTimeRange(start: .zero, duration: time)) == nil)
  }

  @Test func `clamping leaves what lies within the limits`() throws {
    let limits = try range(2, 6)
    for (whole, part) in [((0, 4), (2, 4)), ((3, 5), (3, 5)), ((5, 9), (5, 6)), ((0, 9), (2, 6))]
      as [((Int64, Int64), (Int64, Int64))]
    {
      #expect(try range(whole.0, whole.1).clamped(to: limits) == range(part.0, part.1))
    }
    #expect(try range(0, 1).clamped(to: limits) == range(2, 2))
    #expect(try range(7, 9).clamped(to: limits) == range(6, 6))
  }

  @Test func `what does not fit in 64 bits is an error`() throws {
    let (most, least) = (Rational(.max), Rational(.min))
    #expect(throws: RationalError.overflow) { try RationalRange(start: least, end: most) }
    #expect(throws: RationalError.overflow) { try RationalRange(start: most, duration: .one) }
    #expect(throws: RationalError.overflow) {
      try RationalRange(CMTimeRange(start: time(.max, 1), duration: seconds(1)))
    }
    let wide = try RationalRange(start: Rational(1, .max), end: .one)
    let limits = try RationalRange(start: .zero, end: Rational(1, .max - 1))
    #expect(throws: RationalError.overflow) { try wide.clamped(to: limits) }
  }

  @Test func `clamping and overlapping agree with the times that ranges contain`() throws {
    var random = SeededGenerator(seed: 81)
    var overlaps = 0
    for _ in 0..<2000 {
      let ranges = try (0..<2).map { _ in
        try range(.random(in: -20...20, using: &random), .random(in: -20...20, using: &random), over: 3)
      }
      let common = try ranges[0].clamped(to: ranges[1])
      #expect(ranges[0].overlaps(ranges[1]) == ranges[1].overlaps(ranges[0]))
      #expect(ranges[0].overlaps(ranges[1]) == !common.isEmpty)
      if !common.isEmpty { overlaps += 1 }
      for number in -21...21 as ClosedRange<Int64> {
        let time = try Rational(number, 3)
        #expect(common.contains(time) == (ranges[0].contains(time) && ranges[1].contains(time)))
      }
    }
    #expect(overlaps > 200)
  }
}
