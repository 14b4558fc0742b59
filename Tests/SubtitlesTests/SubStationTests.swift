import MediaTime
import ModelValues
import Testing

@testable import Subtitles

@Suite struct SubStationTests {
  static let source = """
    [Script Info]
    ; a remark
    Title: A film
    ScriptType: v4.00+
    PlayResX: 1280
    PlayResY: 720

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Default,Arial,48,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,2,64,64,36,1
    Style: Sign,Times New Roman,36,&H0000FFFF,&H000000FF,&H80000000,&H00000000,-1,-1,0,0,100,100,0,0,3,2,2,7,20,20,20,1

    [Fonts]
    fontname: a_0.ttf
    Dialogue: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,This is a font's data

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,Not shown
    Dialogue: 0,0:00:01.00,0:00:03.50,Default,Tom,0,0,0,,Where, {\\i1}is{\\i0}\\Neverybody{a remark}?
    Dialogue: 1,0:00:02.00,0:00:04.00,Sign,,0,0,0,,{\\pos(640,180)\\an5\\c&H0000FF&\\fad(200,300)}Exit
    Dialogue: 0,0:00:05.00,0:00:07.00,Default,,0,0,0,,{\\k50}la {\\k100}la {\\k50}la
    Dialogue: 0,0:00:08.00,0:00:09.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}{\\frz30}text
    Dialogue: 0,0:00:xx.00,0:00:09.00,Default,,0,0,0,,Broken
    Dialogue: 0,0:00:09.00,0:00:08.00,Default,,0,0,0,,Backward
    Dialogue: 0,0:00:10.00
    """

  @Test func `styles and overrides are read`() throws {
    let reading = try read(Self.source)
    #expect(reading.format == .ass)
    #expect(
      try reading.plain == [
        PlainCue(1_000, 3_500, "Where, is\neverybody?"), PlainCue(2_000, 4_000, "Exit"),
        PlainCue(5_000, 7_000, "la la la"),
        PlainCue(8_000, 9_000, "text"),
      ])
    #expect(reading.lines == [24, 25, 26, 14])
    let cues = reading.document.cues
    #expect(reading.document.title == "A film")
    #expect(cues[0].text.runs.map(\.style.isItalic) == [false, true, false])
    #expect(cues[0].text.runs.allSatisfy { $0.voice == "Tom" && $0.style.fontFamily == "Arial" })
    #expect(cues[0].placement.line == .part(0.95))
    #expect(cues[0].placement.lineAlignment == .end)
    #expect(abs((cues[0].text.runs[0].style.fontSize ?? 0) - 48 / 720 / 1.17) < 1e-9)
    #expect(cues[1].layer == 1)
    #expect(cues[1].placement.position == 0.5)
    #expect(cues[1].placement.line == .part(0.25))
    #expect(cues[1].placement.lineAlignment == .center)
    #expect(cues[1].fadeIn == (try milliseconds(200)))
    #expect(cues[1].text.runs[0].style.color?.hexadecimal == "#ff0000")
    #expect(cues[1].text.runs[0].style.isBold)
    #expect(cues[1].text.runs[0].style.backgroundColor?.alpha == 1 - 128.0 / 255)
    #expect(cues[2].text.runs.map(\.time) == [Rational(5), try milliseconds(5_500), try milliseconds(6_500)])
  }

  @Test func `SSA has its own fields, alignments and colors in decimals`() throws {
    let source = """
      [Script Info]
      ScriptType: v4.00

      [V4 Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding
      Style: *Default,Arial,20,255,65535,65535,-2147483640,-1,0,1,3,0,6,30,30,30,0,0

      [Events]
      Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: Marked=0,0:00:01.00,0:00:03.50,*Default,,0000,0000,0000,,Above
      """
    let reading = try read(source)
    let cue = try #require(reading.document.cues.first)
    #expect(reading.warnings == [])
    #expect(cue.placement.keypad == 8)
    #expect(cue.text.runs[0].style.color?.hexadecimal == "#ff0000")
    #expect(cue.text.runs[0].style.isBold)
  }

  @Test func `events without a header are read`() throws {
    let reading = try read("Dialogue: 0,0:00:01.00,0:00:03.50,Default,,0,0,0,,Alone\r\n")
    #expect(try reading.plain == [PlainCue(1_000, 3_500, "Alone")])
  }

  @Test func `what is written is read again`() throws {
    let first = try read(Self.source).document
    let second = try read(first.text(as: .ass))
    #expect(second.warnings == [])
    for (read, written) in zip(second.document.cues, first.cues) {
      #expect((read.start, read.end, read.fadeIn) == (written.start, written.end, written.fadeIn))
      #expect(read.text.plain == written.text.plain)
      #expect(read.text.runs.map(\.time) == written.text.runs.map(\.time))
      #expect(read.placement.keypad == written.placement.keypad)
      #expect(read.text.runs.map(\.style.isItalic) == written.text.runs.map(\.style.isItalic))
    }
  }
}
