import Foundation
import MediaTime
import ModelValues
import Testing

@testable import Subtitles

/// Scripts of SubStation Alpha as they are kept for what draws them.
@Suite struct ScriptTests {
  private static let head = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 320
    PlayResY: 180

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, Outline, Alignment
    Style: Default,Some Font,20,&H00FFFFFF,2,2

    """

  private func script(_ events: [String], fonts: String = "") throws -> SubtitleScript {
    try #require(try reading(events, fonts: fonts).document.script)
  }

  private func reading(_ events: [String], fonts: String = "") throws -> SubtitleReading {
    let text =
      Self.head + fonts + "\n[Events]\nFormat: Start, End, Layer, Style, Effect, Text\n"
      + events.map { "Dialogue: " + $0 }.joined(separator: "\n")
    return try read(text)
  }

  @Test func `events are kept as they are, in the order of fields that is drawn`() throws {
    let script = try script([
      "0:00:02.00,0:00:03.00,5,Default,,{\\move(1,2,3,4)\\fnOther}A, b{\\p1}m 0 0 l 1 1",
      "0:00:01.00,0:00:01.50,0,*Default,,{\\p1}m 0 0 l 10 0 10 10",
    ])
    #expect(
      script.events.map(\.fields) == [
        "5,Default,,,,,,{\\move(1,2,3,4)\\fnOther}A, b{\\p1}m 0 0 l 1 1", "0,*Default,,,,,,{\\p1}m 0 0 l 10 0 10 10",
      ])
    #expect(script.events.map(\.start) == [2_000, 1_000])
    #expect(script.header.contains("PlayResX: 320") && !script.header.contains("Dialogue"))
    // Nothing is drawn in the font of the drawing alone.
    #expect(script.fontFamilies == ["Other"])
  }

  @Test func `what is left out of the cues is left out of the script`() throws {
    let reading = try reading([
      "0:00:02.00,0:00:03.00,0,Default,,Whole", "0:00:xx.00,0:00:03.00,0,Default,,No time",
      "0:00:03.00,0:00:02.00,0,Default,,Backward", "0:00:03.00",
    ])
    #expect(reading.document.script?.events.count == 1)
    #expect(reading.lines == [13, 14, 15])
  }

  /// Texts of an event from 1 s to 2 s, and at which times they look as at which, in milliseconds.
  private static let motions: [(String, [Int64: Int64])] = [
    // Nothing moves: the time of the last change.
    ("Still", [1_500: 1_000, 1_999: 1_000]), ("{\\fs30\\an8\\pos(3,4)\\frz10}Still", [1_500: 1_000]),
    ("{\\move(1,2,3,4)}A", [1_500: 1_500]), ("{\\k50}A", [1_500: 1_500]), ("{\\t(\\fs50)}A", [1_500: 1_500]),
    ("{\\t(0,100,\\clip(1,2,3,4))}A", [1_050: 1_050, 1_500: 1_101]), ("{\\t(100,0,\\fs1)}A", [1_500: 1_500]),
    ("{\\move(1,2,3,4,0,200)}A", [1_150: 1_150, 1_700: 1_201]),
    ("{\\fad(200,300)}A", [1_100: 1_100, 1_500: 1_201, 1_800: 1_800]),
    ("{\\fade(255,0,255,0,100,900,1000)}A", [1_050: 1_050, 1_500: 1_101, 1_950: 1_950]),
  ]

  @Test(arguments: motions.indices)
  func `a script looks the same as long as nothing moves`(index: Int) throws {
    let (text, moments) = Self.motions[index]
    let script = try script(["0:00:01.00,0:00:02.00,0,Default,,\(text)"])
    for (time, moment) in moments { #expect(script.moment(at: Double(time) / 1_000) == moment, "\(time)") }
    #expect(script.moment(at: 0.999) == nil && script.moment(at: 2) == nil && script.moment(at: -1) == nil)
    #expect(script.seenTimes == [1...2])
  }

  @Test func `edits of a clip move a script's time, with what moves in it`() throws {
    func range(_ start: Int64, _ end: Int64) throws -> RationalRange {
      try RationalRange(start: Rational(start, 4), end: Rational(end, 4))
    }
    var document = try reading(["0:00:01.00,0:00:04.00,0,Default,,{\\move(1,2,3,4)}A"]).document
    // From 1.5 s on at twice the speed, from 3 s on; then its first two seconds, half as fast, from 5 s on.
    document = try document.mapped(through: [
      (source: range(6, 16), target: range(12, 17)), (source: range(0, 8), target: range(20, 36)),
    ])
    let script = try #require(document.script)
    #expect([2.9, 3, 3.5, 4.2, 4.25, 5, 6.9].map(script.moment) == [nil, 1_500, 2_500, 3_900, nil, nil, nil])
    #expect([7, 8, 8.999, 9].map(script.moment) == [1_000, 1_500, 1_999, nil])
    #expect(script.seenTimes == [3...4.25, 7...9])
    // Cues have the same times.
    #expect(document.cues.map(\.start.seconds) == [3, 7] && document.cues.map(\.end.seconds) == [4.25, 9])
    let later = try #require(try document.shifted(by: Rational(1, 2)).script)
    #expect(later.moment(at: 4) == 2_500)
    let again = try #require(try document.mapped(through: [(source: range(12, 16), target: range(0, 8))]).script)
    #expect([0, 1, 1.999, 2].map(again.moment) == [1_500, 2_500, 3_499, nil])
  }

  @Test func `frames at a border are on its right side`() throws {
    let script = try script(["0:00:01.00,0:00:02.20,0,Default,,{\\k9}A"])
    for (rate, scale) in [(25, 1), (30_000, 1_001), (24_000, 1_001), (60, 1), (90_000, 1)] as [(Int64, Int64)] {
      for frame in 0..<4 * rate / scale where rate < 90_000 || frame % 90 == 0 {
        let time = try Rational(frame * scale, rate)
        let end = try Rational(22, 10)
        let isSeen = time >= Rational(1) && time < end
        #expect(script.moment(at: time.seconds) == (isSeen ? try time.floor(scaledBy: 1_000) : nil), "\(time)")
      }
    }
  }

  @Test func `what came before an event is drawn before it, as long as it may be in the way`() throws {
    let script = try script([
      "0:00:01.00,0:00:03.00,0,Default,,A", "0:00:02.00,0:00:05.00,0,Default,,B", "0:00:04.00,0:00:04.50,0,Default,,C",
      "0:00:02.50,0:00:09.00,0,Default,,{\\pos(1,2)}A sign", "0:00:07.00,0:00:08.00,0,Default,,D",
    ])
    let times: [Int64] = [900, 1_000, 2_700, 4_700, 5_000, 7_500, 8_500]
    #expect(
      times.map { Array(script.timeline.approach(to: $0)) } == [
        [], [1_000], [1_000, 2_000], [1_000, 2_000, 4_000], [], [7_000], [],
      ])
  }

  @Test func `what would take all memory or a day is left out, with its line`() throws {
    func lines(_ events: [String]) throws -> (kept: Int, warned: Int) {
      let reading = try reading(events.map { "0:00:01.00,0:00:02.00,0,Default,,\($0)" })
      return (reading.document.script?.events.count ?? 0, reading.warnings.count)
    }
    #expect(try lines(["{\\fs1000}" + String(repeating: "A", count: 9_000), "B"]) == (1, 1))
    #expect(try lines(["{\\t(\\fs9000)}" + String(repeating: "A", count: 200), "B"]) == (1, 1))
    #expect(try lines([String(repeating: "A", count: 70_000), "B"]) == (1, 1))
    #expect(try lines(Array(repeating: "{\\p1}m 0 0 l 999 0 999 999", count: 30)) == (4, 26))
    #expect(try lines([#"{\fs60\frx89\org(0,-9999)}"# + String(repeating: "A", count: 30), "B"]) == (1, 1))
    #expect(try lines([#"{\fs60\frx20}"# + String(repeating: "A", count: 30), "B"]) == (2, 0))
    #expect(
      try lines([
        #"{\fs1e308\k-1e308\an1e308\bord1e999\move(1e308,nan,0,0,1e308,-1e308)\t(1e308,\fs-1e308)}A"#, "B",
      ]) == (1, 1))
    #expect(try lines([#"{\p1e308\fs1e308\fad(1e308,-1e308)\a1e308}m 1e308 -1e308 l nan 0"#, "B"]).kept <= 2)
    #expect(try lines((0..<300).map { "{\\fnFont \($0)}A" }) == (256, 44))
    #expect(try lines(Array(repeating: "{\\fs1}A", count: 5_000)) == (4_096, 904))
    // One after another there may be any number.
    let later = (0..<5_000).map { index in
      let (start, end) = (TimeText.text(Rational(Int64(index))), TimeText.text(Rational(Int64(index) + 1)))
      return "\(start),\(end),0,Default,,{\\fs1}A"
    }
    #expect(try script(later).events.count == 5_000)
  }

  @Test func `fonts that a script brings are kept, and what is none is not`() throws {
    // 00 01 00 00, as four characters for three bytes; the lines look like headings and remarks.
    let font = "fontname: a.ttf\n!!%!!!!!\n[A]\n;remark\n"
    let reading = try reading(
      ["0:00:01.00,0:00:02.00,0,Default,,A"],
      fonts: "[Fonts]\n\(font)fontname: b.ttf\nNOTAFONT\n[Graphics]\nfilename: c.bmp\n[X]\nABC\n")
    let script = try #require(reading.document.script)
    #expect(script.fonts == ("[Fonts]\nfontname: a.ttf\n!!%!!!!!\n[A]\n;remark\n"))
    #expect(reading.warnings.map(\.message) == ["“b.ttf” is no font. It is not used."])
    #expect(script.fontFamilies.isEmpty)
  }

  @Test func `a script is coded with its placements`() throws {
    let script = try script(["0:00:01.00,0:00:02.00,0,Default,,{\\fad(10,20)}A"]).shifted(by: Rational(3))
    let data = try JSONEncoder().encode(script)
    #expect(try JSONDecoder().decode(SubtitleScript.self, from: data) == script)
  }
}
