import MediaTime
import ModelValues
import Testing

@testable import Subtitles

@Suite struct SubRipTests {
  @Test func `a plain file is read to the millisecond`() throws {
    let reading = try read(
      "1\n00:00:01,000 --> 00:00:03,501\nWhere is\neverybody?\n\n2\n100:00:00,001 --> 123:59:59,999\nGone.\n")
    #expect(
      try reading.plain == [
        PlainCue(1_000, 3_501, "Where is\neverybody?"), PlainCue(360_000_001, 446_399_999, "Gone."),
      ])
    #expect(reading.warnings == [])
    #expect(reading.format == .srt)
    #expect(reading.encoding == "utf-8")
    #expect(reading.document.cues.map(\.identifier) == ["1", "2"])
  }

  /// Texts as programs write them, and their cues.
  static let oddities: [(String, [PlainCue], [Int])] = [
    ("1\n00:00:01.000 --> 00:00:02.000\nA point", [PlainCue(1_000, 2_000, "A point")], []),
    ("00:00:01,000-->00:00:02,000\nNo spaces, no number", [PlainCue(1_000, 2_000, "No spaces, no number")], []),
    ("1\n00:00:01,5 --> 00:00:02,25\nFew digits", [PlainCue(1_500, 2_250, "Few digits")], []),
    ("1\n00:01,500 --> 00:02,000\nNo hours", [PlainCue(1_500, 2_000, "No hours")], []),
    ("1\n0:0:1,500 --> 0:0:2\nShort", [PlainCue(1_500, 2_000, "Short")], []),
    ("1\n00:00:01:500 --> 00:00:02:000\nColons", [PlainCue(1_500, 2_000, "Colons")], []),
    ("1\n00: 00: 01, 500 --> 00: 00: 02, 000\nSpaces", [PlainCue(1_500, 2_000, "Spaces")], []),
    (
      "1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20 Y1:30 Y2:40\nCoordinates", [PlainCue(1_000, 2_000, "Coordinates")],
      []
    ),
    (
      "7\n00:00:01,000 --> 00:00:02,000\nOne\n3\n00:00:03,000 --> 00:00:04,000\nTwo",
      [PlainCue(1_000, 2_000, "One"), PlainCue(3_000, 4_000, "Two")], []
    ),
    (
      "1\n00:00:01,000 --> 00:00:02,000\nOne\n\nstill one\n\n\n\n2\n\n00:00:03,000 --> 00:00:04,000\nTwo",
      [PlainCue(1_000, 2_000, "One\n\nstill one\n\n\n\n2"), PlainCue(3_000, 4_000, "Two")], []
    ),
    (
      "1\n00:00:05,000 --> 00:00:02,000\nBackward\n\n2\n00:00:06,000 --> 00:00:07,000\nRight",
      [PlainCue(6_000, 7_000, "Right")], [2]
    ),
    (
      "1\n00:00:02,000 --> 00:00:02,000\nNo time\n\n2\n00:00:06,000 --> 00:00:07,000\nRight",
      [PlainCue(6_000, 7_000, "Right")], [2]
    ),
    ("1\n-00:00:02,000 --> 00:00:01,000\nEarly", [PlainCue(0, 1_000, "Early")], [2]),
    (
      "1\n-00:00:02,000 --> -00:00:01,000\nToo early\n\n00:00:01,000 --> 00:00:02,000\nNow",
      [PlainCue(1_000, 2_000, "Now")], [2]
    ),
    (
      "1\n00:00:xx,000 --> 00:00:02,000\nBroken\n\n2\n00:00:03,000 --> 00:00:04,000\nWhole",
      [PlainCue(3_000, 4_000, "Whole")], [2]
    ),
    ("1\n00:00:01,000 -->\nHalf\n\n2\n00:00:03,000 --> 00:00:04,000\nWhole", [PlainCue(3_000, 4_000, "Whole")], [2]),
    (
      "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nNot empty",
      [PlainCue(3_000, 4_000, "Not empty")], [2]
    ),
    ("Some text\n1\n00:00:01,000 --> 00:00:02,000\nA", [PlainCue(1_000, 2_000, "A")], [1]),
    ("\n\n\n1\n00:00:01,000 --> 00:00:02,000\nEmpty lines before", [PlainCue(1_000, 2_000, "Empty lines before")], []),
    (
      "1\n00:00:01,000 --> 00:00:05,000\nLong\n\n2\n00:00:02,000 --> 00:00:03,000\nOver it",
      [PlainCue(1_000, 5_000, "Long"), PlainCue(2_000, 3_000, "Over it")], []
    ),
    (
      "2\n00:00:03,000 --> 00:00:04,000\nLater\n\n1\n00:00:01,000 --> 00:00:02,000\nEarlier",
      [PlainCue(1_000, 2_000, "Earlier"), PlainCue(3_000, 4_000, "Later")], []
    ),
    ("1\n00:00:01,000 --> 00:00:02,000\n1984", [PlainCue(1_000, 2_000, "1984")], []),
    (
      "1\n99999:00:00,000 --> 99999:00:01,000\nNever\n\n00:00:01,000 --> 00:00:02,000\nA",
      [PlainCue(1_000, 2_000, "A")], [2]
    ),
    ("1\n00:90:00,000 --> 00:99:75,000\nMany minutes", [PlainCue(5_400_000, 6_015_000, "Many minutes")], []),
    ("1\n00:00:01,000 --> 00:00:02,000\nA\\NB", [PlainCue(1_000, 2_000, "A\nB")], []),
    (
      "1\n00:00:01,000 --> 00:00:02,000\nI <3 you & 2 < 3 {really}",
      [PlainCue(1_000, 2_000, "I <3 you & 2 < 3 {really}")], []
    ),
    (
      "1\n00:00:01,000 --> 00:00:02,000\nA &amp; B &lt;i&gt; &#233; &what;",
      [PlainCue(1_000, 2_000, "A & B <i> é &what;")], []
    ),
  ]

  @Test(arguments: oddities.indices) func `each cue that can be read is`(index: Int) throws {
    let (source, cues, lines) = Self.oddities[index]
    for end in ["\n", "\r\n", "\r"] {
      let reading = try read(source.replacing("\n", with: end))
      #expect(try reading.plain == cues)
      #expect(reading.lines == lines)
    }
  }

  @Test func `tags change how letters look, in any order and without their ends`() throws {
    let source =
      "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}plain <B>bold <i>both</b> left</i> <font color=#ff0000 face='Arial Black'>red</font>{\\i1}slanted{\\i0} <u>under\n"
    let cue = try #require(try read(source).document.cues.first)
    #expect(cue.placement.keypad == 8)
    #expect(cue.text.plain == "plain bold both left redslanted under")
    let looks = cue.text.runs.map { (run: SubtitleText.Run) in
      "\(run.text)|" + (run.style.isBold ? "b" : "") + (run.style.isItalic ? "i" : "")
        + (run.style.isUnderlined ? "u" : "")
        + (run.style.color?.hexadecimal ?? "") + (run.style.fontFamily ?? "")
    }
    #expect(
      looks == ["plain |", "bold |b", "both|bi", " left |", "red|#ff0000Arial Black", "slanted|i", " |", "under|u"])
  }

  @Test func `what is written is read again`() throws {
    for seed in 0..<20 {
      var random = RandomSubtitles(seed: UInt64(seed))
      let document = try random.document(count: 10, looks: true)
      let text = document.text(as: .srt)
      let reading = try read(text)
      #expect(reading.warnings == [])
      #expect(reading.document.cues.map(\.text) == document.cues.map(\.text))
      #expect(reading.document.text(as: .srt) == text)
    }
  }

  @Test func `SBV is read and written`() throws {
    let reading = try read(
      "0:00:01.000,0:00:04.250\nWhere is[br]everybody?\n\n0:00:05.000,0:00:0x.000\nBad\n\n1:00:05.000,1:00:07.000\n>> Gone.\n"
    )
    #expect(reading.format == .sbv)
    #expect(
      try reading.plain == [PlainCue(1_000, 4_250, "Where is\neverybody?"), PlainCue(3_605_000, 3_607_000, ">> Gone.")])
    #expect(reading.lines == [4])
    let again = try read(reading.document.text(as: .sbv))
    #expect(try again.plain == reading.plain)
  }
}
