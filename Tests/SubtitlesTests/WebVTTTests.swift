import MediaTime
import ModelValues
import Testing

@testable import Subtitles

@Suite struct WebVTTTests {
  static let source = """
    WEBVTT - A film
    Language: en-GB

    NOTE
    Made by hand --- not read

    STYLE
    ::cue { color: papayawhip; font-size: 120% }
    ::cue(b), ::cue(.loud) { font-weight: bold; color: #f00 }
    ::cue(v[voice="Esme"]) { color: cyan }
    ::cue(#credit) { font-style: italic; background: url(http://example.com/a.png) }

    REGION
    id:fred
    width:40%
    lines:3
    regionanchor:0%,100%
    viewportanchor:10%,90%
    scroll:up

    1
    00:01.000 --> 00:04.000 line:0 position:20%,line-left size:35% align:start
    <v Esme>Hi, <c.loud>world</c>&amp;<i.x.y>all</i></v>

    credit
    00:00:05.000 --> 00:00:06.500 region:fred
    <lang fr>Bonjour</lang> <ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby>
    <00:00:05.500>la <00:00:06.000>la

    00:07.000 --> 00:08.000 vertical:rl line:-1 align:right foo:bar
    <b>Unclosed <u>and <c.bg_blue.yellow>classes
    """

  @Test func `all of the format is read`() throws {
    let reading = try read(Self.source)
    let document = reading.document
    #expect(document.title == "A film")
    #expect(document.language == "en-GB")
    #expect(
      try reading.plain == [
        PlainCue(1_000, 4_000, "Hi, world&all"), PlainCue(5_000, 6_500, "Bonjour 漢字\nla la"),
        PlainCue(7_000, 8_000, "Unclosed and classes"),
      ])
    #expect(reading.warnings.count == 2)
    let (first, second, third) = (document.cues[0], document.cues[1], document.cues[2])
    #expect(first.placement.line == .number(0))
    #expect(first.placement.position == 0.2)
    #expect(first.placement.positionAlignment == .start)
    #expect(first.placement.size == 0.35)
    #expect(first.placement.alignment == .start)
    #expect(first.text.runs.map { $0.style.color?.hexadecimal } == ["#00ffff", "#ff0000", "#00ffff", "#00ffff"])
    #expect(first.text.runs.allSatisfy { $0.voice == "Esme" })
    #expect(first.text.runs[1].classes == ["loud"])
    #expect(first.text.runs[1].style.isBold)
    #expect(first.text.runs[3].classes == ["x", "y"])
    #expect(abs((first.text.runs[0].style.fontSize ?? 0) - 0.06) < 1e-9)
    #expect(second.identifier == "credit")
    #expect(second.placement.region == "fred")
    #expect(second.text.runs[0].language == "fr")
    #expect(second.text.runs.filter { $0.annotation != nil }.map(\.annotation) == ["kan", "ji"])
    #expect(second.text.runs.last?.time == Rational(6))
    #expect(second.text.runs.allSatisfy { $0.style.isItalic })
    #expect(third.placement.writing == .verticalGrowingLeft)
    #expect(third.text.runs.last?.style.backgroundColor?.hexadecimal == "#0000ff")
    #expect(third.text.runs.last?.style.color?.hexadecimal == "#ffff00")
    let region = try #require(document.regions.first)
    #expect(region.scrolls)
    #expect(region.width == 0.4)
    #expect(region.viewport == Point(x: 0.1, y: 0.9))
  }

  static let oddities: [(String, [PlainCue], Int)] = [
    ("WEBVTT\n00:01.000 --> 00:02.000\nNo empty line", [PlainCue(1_000, 2_000, "No empty line")], 0),
    // A line with an arrow but without times ends a block, too (§6.1).
    (
      "WEBVTT\n\n-->\n00:01.000 --> 00:02.000\nA\n\nid -->\n00:02.000 --> 00:03.000\nB\nx\n--->\n00:03.000 --> 00:04.000\nC",
      [PlainCue(1_000, 2_000, "A"), PlainCue(2_000, 3_000, "B\nx"), PlainCue(3_000, 4_000, "C")], 3
    ),
    // Settings need no space before them (§6.3).
    ("WEBVTT\n\n00:01.000 --> 00:02.000line:40% size:30%\nNear", [PlainCue(1_000, 2_000, "Near")], 0),
    ("WEBVTT\n\n00:01.000-->00:02.000align:start\nNear", [PlainCue(1_000, 2_000, "Near")], 0),
    ("WEBVTT\n\n00: 01.000 --> 00: 02.000 align:start\nSpaces", [PlainCue(1_000, 2_000, "Spaces")], 0),
    ("WEBVTT\n\n00:01,000 --> 00:02,000\nCommas", [PlainCue(1_000, 2_000, "Commas")], 0),
    (
      "WEBVTT\n\n00:01.000 --> 00:02.000\nA\n00:02.000 --> 00:03.000\nB",
      [PlainCue(1_000, 2_000, "A"), PlainCue(2_000, 3_000, "B")], 0
    ),
    (
      "WEBVTT\n\n00:03.000 --> 00:02.000\nA\n\n100:00:02.000 --> 100:00:03.000\nB",
      [PlainCue(360_002_000, 360_003_000, "B")], 1
    ),
    ("WEBVTT\n\nsome words\n\n00:02.000 --> 00:03.000\nB", [PlainCue(2_000, 3_000, "B")], 1),
    ("WEBVTT\n\n00:02.000 --> 00:03.000 line:200% size:x align:up region:none\nB", [PlainCue(2_000, 3_000, "B")], 4),
    (
      "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:02.000 --> 00:03.000\nB",
      [PlainCue(2_000, 3_000, "B")], 1
    ),
    ("WEBVTT\n\n00:02.000 --> 00:03.000\n<>a</x></b>b<unknown>c<", [PlainCue(2_000, 3_000, "abc")], 0),
    (
      "WEBVTT\n\nSTYLE\n@import url(x.css);\n::cue(b) { color: }\n\n00:02.000 --> 00:03.000\nB",
      [PlainCue(2_000, 3_000, "B")], 0
    ),
    ("WEBVTT\n\nSTYLE\n::cue(b) { color: red\n\n00:02.000 --> 00:03.000\nB", [PlainCue(2_000, 3_000, "B")], 0),
  ]

  @Test(arguments: oddities.indices) func `each cue that can be read is`(index: Int) throws {
    let (source, cues, warnings) = Self.oddities[index]
    for end in ["\n", "\r\n", "\r"] {
      let reading = try read(source.replacing("\n", with: end))
      #expect(try reading.plain == cues)
      #expect(reading.warnings.count == warnings, "\(reading.warnings)")
      #expect(reading.format == .vtt)
    }
  }

  @Test func `settings right behind the times are those behind a space`() throws {
    let placements = try ["line:40% size:30%", " line:40% size:30%", "\tline:40%\tsize:30%"].map { settings in
      try #require(try read("WEBVTT\n\n00:01.000 --> 00:02.000\(settings)\nText").document.cues.first).placement
    }
    #expect(Set(placements).count == 1)
    #expect(placements[0].line == .part(0.4))
    #expect(placements[0].size == 0.3)
  }

  @Test func `a name is the one line before the times`() throws {
    let source = """
      WEBVTT
      Kind: captions
      00:01.000 --> 00:02.000
      The header's last line is no name

      a name
      00:02.000 --> 00:03.000
      Named

      two lines
      are none
      00:03.000 --> 00:04.000
      Not named

      an arrow --> is none
      00:04.000 --> 00:05.000
      Not named either

      last
      00:05.000 --> 00:06.000
      Named
      """
    #expect(try read(source).document.cues.map(\.identifier) == ["", "a name", "", "", "last"])
  }

  @Test func `what stands small above letters is in every text of them`() throws {
    let source = """
      WEBVTT

      00:01.000 --> 00:02.000
      <ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby>!

      00:02.000 --> 00:03.000
      <ruby><rt>above nothing</rt></ruby>
      """
    let reading = try read(source)
    #expect(reading.warnings == [])
    let document = reading.document
    #expect(document.cues.map(\.text.plain) == ["漢字!", ""])
    #expect(document.cues.map(\.text.inline) == ["漢(kan)字(ji)!", "(above nothing)"])
    for format in [SubtitleFormat.srt, .sbv, .ass] {
      let again = try SubtitleReading(Array(document.text(as: format).utf8)).document
      #expect(again.cues.map(\.text.plain) == document.cues.map(\.text.inline), "\(format)")
    }
    for format in [SubtitleFormat.vtt, .ttml] {
      let again = try SubtitleReading(Array(document.text(as: format).utf8)).document
      #expect(again.cues.first?.text.runs.map(\.annotation) == ["kan", "ji", nil], "\(format)")
    }
    let packet = MovieText.packet(document.cues[0].text, height: 100)
    #expect(MovieText.letters(of: packet) == "漢(kan)字(ji)!")
  }

  @Test func `what is written is read again`() throws {
    let first = try read(Self.source).document
    let text = first.text(as: .vtt)
    let second = try read(text)
    #expect(second.warnings == [])
    #expect(second.document.text(as: .vtt) == text)
    #expect(second.document.regions == first.regions)
    #expect(second.document.cues.map(\.placement) == first.cues.map(\.placement))
    for seed in 0..<20 {
      var random = RandomSubtitles(seed: UInt64(seed))
      let document = try random.document(count: 10, looks: true)
      let reading = try read(document.text(as: .vtt))
      #expect(reading.warnings == [])
      for (read, written) in zip(reading.document.cues, document.cues) {
        #expect((read.start, read.end) == (written.start, written.end))
        #expect(read.text.plain == written.text.plain)
        #expect(read.text.runs.map(\.style) == written.text.runs.map(\.style))
      }
    }
  }
}
