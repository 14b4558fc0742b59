import MediaTime
import ProjectFile
import Testing

@Suite struct ProjectTimeTests {
  @Test(arguments: [
    ("0", 0, 1), ("8", 8, 1), ("2.5", 5, 2), ("0.04", 1, 25), ("007", 7, 1), ("1001/30000", 1001, 30_000),
    ("240/48000", 1, 200), ("0/5", 0, 1), ("00:01:02.500", 125, 2), ("1:00:00", 3600, 1), ("100:59:59", 363_599, 1),
    ("0.000000000000000001", 1, 1_000_000_000_000_000_000), ("2.50000000000000000000000000", 5, 2),
    ("9223372036854775807", Int64.max, 1), ("1:00", 60, 1), ("0:02", 2, 1), ("00:00", 0, 1), ("90:00", 5_400, 1),
    ("1:02.5", 125, 2), ("1:02:03.5", 7_447, 2), ("90s", 90, 1), ("2.5s", 5, 2), ("0s", 0, 1), ("1500ms", 3, 2),
    ("0.5ms", 1, 2_000), ("007ms", 7, 1_000),
  ])
  func `seconds are read exactly`(text: String, numerator: Int64, denominator: Int64) throws {
    #expect(try ProjectTime(text) == .seconds(Rational(numerator, denominator)))
  }

  @Test func `frames are counted`() throws {
    #expect(try ProjectTime("120f") == .frames(120))
    #expect(try ProjectTime("0f") == .frames(0))
  }

  @Test(arguments: [
    "", " ", "f", "-1", "+1", " 1", "1 ", "1.", ".5", "1..2", "1e3", "1,5", "0x10", "½", "٣", "1/", "/2", "1/2/3",
    "1.5/2",
    "1/-2", "-1/2", "1.5f", "-3f", "3F", "f3", "1:2", "1:60", "1:5.5", ":02", "1:", "00:60:00", "00:00:60", "00:0:01",
    "00:00:1",
    "1:00:00:00",
    "00:00:00.", "a:00:00", "inf", "nan", "s", "ms", "1 s", "1m", "1S", "1/2s", "1:02s", "-1s", "1sec", "1us", "\u{0}",
  ])
  func `a text of none of the forms is no time`(text: String) {
    #expect(throws: ProjectTimeError.malformed(text)) { try ProjectTime(text) }
  }

  @Test(arguments: ["1/0", "0/0", "1/000"])
  func `a timescale of zero is none`(text: String) {
    #expect(throws: ProjectTimeError.zeroTimescale(text)) { try ProjectTime(text) }
  }

  @Test(arguments: [
    "9223372036854775808", "0.0000000000000000001", "1.2345678901234567890123", "99999999999999999999f",
    "1/9223372036854775808", "9223372036854775807:00:00", "9223372036854775807:00", "0.000000000000000001ms",
  ])
  func `a time that does not fit exactly is refused and not rounded`(text: String) {
    #expect(throws: ProjectTimeError.tooManyDigits(text)) { try ProjectTime(text) }
  }

  @Test func `frames become seconds on a grid, exactly`() throws {
    let grid = try Rational(1001, 30_000)
    #expect(try ProjectTime.frames(120).seconds(frameDuration: grid) == Rational(1001, 250))
    #expect(try ProjectTime.seconds(grid).seconds(frameDuration: nil) == grid)
    #expect(throws: ProjectTimeError.unknownFrameDuration(frames: 3)) {
      try ProjectTime.frames(3).seconds(frameDuration: nil)
    }
    #expect(throws: ProjectTimeError.tooManyDigits("9223372036854775807f")) {
      try ProjectTime.frames(.max).seconds(frameDuration: Rational(2))
    }
  }

  @Test(arguments: ["8", "2.5", "1001/30000", "120f", "0.000001", "1/3"])
  func `a time describes itself as it is written`(text: String) throws {
    #expect(try ProjectTime(text).description == text)
  }
}
