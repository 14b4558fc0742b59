import Testing

@testable import Subtitles

@Suite struct EncodingTests {
  static func srt(_ text: String) -> String { "1\n00:00:01,000 --> 00:00:02,000\n\(text)\n" }

  private func text(_ bytes: [UInt8], charset: String? = nil) throws -> (text: String?, encoding: String, warnings: Int)
  {
    let reading = try SubtitleReading(bytes, charset: charset)
    return (reading.document.cues.first?.text.plain, reading.encoding, reading.warnings.count)
  }

  private func wide(_ text: String, little: Bool) -> [UInt8] {
    text.utf16.flatMap { little ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  @Test func `Unicode is read with and without a mark`() throws {
    let source = Self.srt("Grüße 日本 👋")
    #expect(try text(Array(source.utf8)) == ("Grüße 日本 👋", "utf-8", 0))
    #expect(try text([0xEF, 0xBB, 0xBF] + Array(source.utf8)) == ("Grüße 日本 👋", "utf-8", 0))
    for little in [true, false] {
      let name = little ? "utf-16le" : "utf-16be"
      #expect(
        try text((little ? [0xFF, 0xFE] : [0xFE, 0xFF]) + wide(source, little: little)) == ("Grüße 日本 👋", name, 0))
      #expect(try text(wide(source, little: little)) == ("Grüße 日本 👋", name, 1))
      #expect(try text(wide(source, little: little) + [0x41]).text == "Grüße 日本 👋")
    }
  }

  @Test func `bytes that are not Unicode are guessed, and a warning says so`() throws {
    let western =
      Array("1\n00:00:01,000 --> 00:00:02,000\nGr".utf8) + [0xFC, 0xDF, 0x65, 0x20, 0x80, 0x35, 0x20, 0x93, 0x61, 0x94]
    #expect(try text(western) == ("Grüße €5 “a”", "windows-1252", 1))
    let russian =
      Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x20, 0xEC, 0xE8, 0xF0]
    #expect(try text(russian) == ("Привет мир", "windows-1251", 1))
    let broken = Array(Self.srt("Grüße, naïve déjà vu, ça, señor, éé èè àà ôô ûû").utf8).map { $0 }
    #expect(try text(broken + [0xFF]).encoding == "utf-8")
  }

  @Test func `an encoding that is named is used`() throws {
    let head = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8)
    #expect(try text(head + [0xA4, 0x35], charset: "ISO-8859-15") == ("€5", "iso-8859-15", 0))
    #expect(try text(head + [0xA5], charset: "latin2").text == "Ľ")
    #expect(try text(head + [0x93, 0xFA, 0x96, 0x7B], charset: "Shift_JIS").text == "日本")
    #expect(try text(head + [0xF0, 0xD2, 0xC9], charset: "KOI8-R").text == "При")
    let wrong = try text(head + [0x41, 0xFF, 0x42], charset: "utf-8")
    #expect(wrong.text == "A\u{FFFD}B")
    #expect(wrong.warnings == 1)
    #expect(throws: SubtitleError.self) { try text(head + [0x41], charset: "klingon") }
    #expect(throws: SubtitleError.self) { try text(head + [0x41], charset: "UTF-8//IGNORE") }
    #expect(throws: SubtitleError.self) { try text(head + [0x41], charset: "") }
  }

  @Test func `what is no file of subtitles is refused`() {
    #expect(throws: SubtitleError.self) { try read("") }
    #expect(throws: SubtitleError.self) { try read("Just a letter.\nWith two lines.\n") }
    #expect(throws: SubtitleError.self) { try read("<html><body>no</body></html>") }
    #expect(throws: SubtitleError.self) { try SubtitleReading([UInt8](repeating: 0xFF, count: 300)) }
  }

  @Test func `the content decides before the name does`() throws {
    #expect(try read("WEBVTT\n\n00:01.000 --> 00:02.000\nA", suffix: "srt").format == .vtt)
    #expect(try read("1\n00:00:01,000 --> 00:00:02,000\nA", suffix: "ass").format == .srt)
    #expect(try read("nothing", suffix: "vtt").format == .vtt)
  }
}
