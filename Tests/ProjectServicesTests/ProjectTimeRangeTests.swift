import MediaTime
import ProjectFile
import ProjectServices
import Testing

struct ProjectTimeRangeTests {
  private func seconds(_ text: String, frameDuration: Rational? = nil) throws -> [Rational?] {
    let range = try ProjectTimeRange(text).timeRange(frameDuration: frameDuration, duration: Rational(10))
    return [range.start.rational, range.end.rational]
  }

  @Test func `a range is from its start to before its end, and open ends are the film's`() throws {
    #expect(try seconds("2..5") == [Rational(2), Rational(5)])
    #expect(try seconds("2.5..") == [try Rational(5, 2), Rational(10)])
    #expect(try seconds("..00:00:01.250") == [.zero, try Rational(5, 4)])
    #expect(try seconds("1001/30000..8") == [try Rational(1_001, 30_000), Rational(8)])
    #expect(try seconds("0:02..9s") == [Rational(2), Rational(9)])
  }

  @Test func `behind a plus stands how long it lasts`() throws {
    #expect(try seconds("2+5s") == [Rational(2), Rational(7)])
    #expect(try seconds("0:02.5+1500ms") == [try Rational(5, 2), Rational(4)])
    #expect(try seconds("+3") == [.zero, Rational(3)])
    #expect(try seconds("2+25f", frameDuration: Rational(1, 25)) == [Rational(2), Rational(3)])
    #expect(try seconds("50f+1", frameDuration: Rational(1, 25)) == [Rational(2), Rational(3)])
    #expect(try ProjectTimeRange("2+25f").countsFrames)
    #expect(throws: ProjectTimeRangeError.endsAfterEnd("8+3", seconds: 10)) { try seconds("8+3") }
  }

  @Test func `an end behind the film is refused, unless layers go on or it is rounded`() throws {
    #expect(throws: ProjectTimeRangeError.endsAfterEnd("2..1000", seconds: 10)) { try seconds("2..1000") }
    #expect(throws: ProjectTimeRangeError.endsAfterEnd("..10.002", seconds: 10)) { try seconds("..10.002") }
    #expect(try seconds("2..10.001") == [Rational(2), Rational(10)])
    let layers = try ProjectTimeRange("2..12").timeRange(frameDuration: nil, duration: Rational(10), canOutlast: true)
    #expect(layers.end.rational == Rational(12))
    let behind = try ProjectTimeRange("11..12").timeRange(frameDuration: nil, duration: Rational(10), canOutlast: true)
    #expect(behind.start.rational == Rational(11))
  }

  @Test func `frames are frames of the film`() throws {
    let ntsc = try Rational(1_001, 30_000)
    #expect(try seconds("20f..50f", frameDuration: ntsc) == [try Rational(1_001, 1_500), try Rational(1_001, 600)])
    #expect(throws: ProjectTimeRangeError.time(.unknownFrameDuration(frames: 20))) { try seconds("20f..") }
  }

  @Test(arguments: [
    ("", ProjectTimeRangeError.malformed("")), ("..", .malformed("..")), ("5", .malformed("5")),
    ("5..1", .empty("5..1")), ("5..5", .empty("5..5")), ("9f..3f", .empty("9f..3f")),
    ("5+0", .empty("5+0")), ("5+", .malformed("5+")), ("+", .malformed("+")), ("1..2+3", .time(.malformed("1..2"))),
    ("5+-1", .time(.malformed("-1"))),
    ("x..7", .time(.malformed("x"))), ("-1..7", .time(.malformed("-1"))), ("1...7", .time(.malformed(".7"))),
  ])
  func `what is no range is refused`(text: String, error: ProjectTimeRangeError) {
    #expect(throws: error) { try ProjectTimeRange(text) }
  }

  @Test func `a range that the film does not have is refused`() {
    #expect(throws: ProjectTimeRangeError.beyondEnd("10..", seconds: 10)) { try seconds("10..") }
    #expect(throws: ProjectTimeRangeError.empty("8..60f")) {
      try seconds("8..60f", frameDuration: Rational(1, 25))
    }
  }

  @Test(arguments: ["2..5", "2.5..", "..120f", "1001/30000..8", "2+5", "+120f", "2.5+1/3"])
  func `a range is written as it is read`(text: String) throws {
    #expect(try ProjectTimeRange(text).description == text)
  }
}
