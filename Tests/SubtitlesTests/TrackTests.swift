import MediaTime
import ModelValues
import Testing

@testable import Subtitles

/// What the text tracks of films hold.
@Suite struct TrackTests {
  private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let size = 8 + body.count
    return [UInt8(size >> 24), UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)] + Array(type.utf8)
      + body
  }

  private func packet(_ bytes: [UInt8], _ start: Int64, _ end: Int64, addition: String = "") throws -> SubtitlePacket {
    SubtitlePacket(bytes, addition: Array(addition.utf8), from: try milliseconds(start), to: try milliseconds(end))
  }

  @Test func `timed text is read as it was written, overlapping cues as lines of one`() throws {
    var random = RandomSubtitles(seed: 3)
    var document = try random.document(count: 30, looks: true)
    let writer = SubtitleTrackWriter(document, as: .movieText, width: 1280, height: 720)
    var reader = SubtitleTrackReader(.movieText, header: writer.header, height: 720)
    for packet in writer.packets { reader.add(packet) }
    #expect(reader.document.cues.map { [$0.start, $0.end] } == document.cues.map { [$0.start, $0.end] })
    #expect(reader.document.cues.map(\.text.plain) == document.cues.map(\.text.plain))
    #expect(
      reader.document.cues.map { $0.text.runs.map(\.style.isBold) }
        == document.cues.map { $0.text.runs.map(\.style.isBold) })
    #expect(
      reader.document.cues.map { $0.text.runs.map(\.style.color) }
        == document.cues.map { $0.text.runs.map(\.style.color) })

    document = SubtitleDocument([
      SubtitleCue(start: Rational(1), end: Rational(4), text: "A"),
      SubtitleCue(start: Rational(2), end: Rational(3), text: "B"),
    ])
    let packets = SubtitleTrackWriter(document, as: .movieText, width: 1280, height: 720).packets
    #expect(packets.map { MovieText.letters(of: $0.bytes) } == ["A", "A\nB", "A"])
    #expect(packets.map(\.start) == [Rational(1), Rational(2), Rational(3)])
  }

  @Test func `timed text in UTF-16, and cut, is read`() throws {
    let wide: [UInt8] = [0, 6, 0xFE, 0xFF, 0, 0x41, 0x65, 0xE5]
    #expect(MovieText.letters(of: wide) == "A日")
    let text = MovieText(description: [], height: nil)
    #expect(text.text(of: []).isEmpty)
    #expect(text.text(of: [0]).isEmpty)
    #expect(text.text(of: [0, 9, 0x41]).plain == "A")
    #expect(text.text(of: [0, 1, 0x41] + box("styl", [0, 9, 0, 0])).plain == "A")
  }

  @Test func `WebVTT in boxes goes on from packet to packet`() throws {
    let one = box(
      "vttc", box("iden", Array("x".utf8)) + box("sttg", Array("line:0".utf8)) + box("payl", Array("<b>A</b>".utf8)))
    let two = box("vttc", box("payl", Array("B".utf8)))
    var reader = SubtitleTrackReader(.movieWebVTT, header: Array("WEBVTT".utf8))
    reader.add(try packet(one, 1_000, 2_000))
    reader.add(try packet(one + two, 2_000, 3_000))
    reader.add(try packet(two, 3_000, 4_000))
    reader.add(try packet(box("vtte", []), 4_000, 5_000))
    let document = reader.document
    #expect(try document.cues.map(PlainCue.init) == [PlainCue(1_000, 3_000, "A"), PlainCue(2_000, 4_000, "B")])
    #expect(document.cues[0].identifier == "x")
    #expect(document.cues[0].placement.line == .number(0))
    #expect(document.cues[0].text.runs[0].style.isBold)
  }

  @Test func `WebVTT of Matroska has its settings beside it, and times from its start`() throws {
    var reader = SubtitleTrackReader(.webVTT, header: Array("WEBVTT\n\nSTYLE\n::cue(b) { color: red }\n".utf8))
    reader.add(try packet(Array("<b>A</b> <00:00:00.500>B".utf8), 10_000, 12_000, addition: "align:start\nname\n"))
    let cue = try #require(reader.document.cues.first)
    #expect(cue.identifier == "name")
    #expect(cue.placement.alignment == .start)
    #expect(cue.text.runs[0].style.color?.hexadecimal == "#ff0000")
    #expect(cue.text.runs.last?.time == (try milliseconds(10_500)))
    var web = SubtitleTrackReader(.webMText)
    for packet in SubtitleTrackWriter(reader.document, as: .webMText, width: 1, height: 1).packets { web.add(packet) }
    #expect(web.document.cues[0].identifier == "name")
    #expect(web.document.cues[0].text.plain == "A B")
  }

  @Test func `SubStation Alpha of Matroska has its styles in the header`() throws {
    let header = SubStationTests.source.components("[Events]")
    var reader = SubtitleTrackReader(.subStation, header: Array(header.utf8))
    reader.add(try packet(Array("1,1,Sign,,0,0,0,,Exit, {\\i0}now".utf8), 2_000, 4_000))
    reader.add(try packet(Array("0,0,Default,,0,0,0,,Before".utf8), 1_000, 2_000))
    reader.add(try packet(Array("nothing".utf8), 1_000, 2_000))
    #expect(
      try reader.document.cues.map(PlainCue.init) == [
        PlainCue(1_000, 2_000, "Before"), PlainCue(2_000, 4_000, "Exit, now"),
      ])
    #expect(reader.document.cues[1].text.runs[0].style.isBold)
  }

  @Test func `cues follow the stretches that a film shows of them`() throws {
    func range(_ start: Int64, _ end: Int64) throws -> RationalRange {
      try RationalRange(start: milliseconds(start), end: milliseconds(end))
    }
    let document = SubtitleDocument([
      SubtitleCue(start: Rational(1), end: Rational(4), text: "A"),
      SubtitleCue(start: Rational(5), end: Rational(6), text: "B"),
      SubtitleCue(start: Rational(8), end: Rational(9), text: "C"),
    ])
    func mapped(_ pairs: [(RationalRange, RationalRange)]) throws -> [PlainCue] {
      try document.mapped(through: pairs.map { ($0.0, $0.1) }).cues.map(PlainCue.init)
    }
    // A cut in the middle of a cue, which goes on behind it.
    #expect(
      try mapped([(range(0, 2_000), range(0, 2_000)), (range(3_000, 10_000), range(2_000, 9_000))]) == [
        PlainCue(1_000, 3_000, "A"), PlainCue(4_000, 5_000, "B"), PlainCue(7_000, 8_000, "C"),
      ])
    // Twice as fast, later.
    #expect(
      try mapped([(range(0, 10_000), range(100_000, 105_000))]) == [
        PlainCue(100_500, 102_000, "A"), PlainCue(102_500, 103_000, "B"), PlainCue(104_000, 104_500, "C"),
      ])
    // The same stretch twice, and another order.
    #expect(
      try mapped([(range(5_000, 6_000), range(0, 1_000)), (range(4_500, 5_500), range(1_000, 2_000))]) == [
        PlainCue(0, 1_000, "B"), PlainCue(1_500, 2_000, "B"),
      ])
    #expect(
      try document.shifted(by: milliseconds(-2_000)).cues.map(PlainCue.init) == [
        PlainCue(0, 2_000, "A"), PlainCue(3_000, 4_000, "B"), PlainCue(6_000, 7_000, "C"),
      ])
  }
}

extension String {
  /// What stands before `mark`.
  fileprivate func components(_ mark: String) -> String {
    firstRange(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
