import SeededRandom
import Testing

@testable import Subtitles

/// Files of every format, encoding and kind of line end, with the oddities that programs write.
@Suite struct GeneratedFileTests {
  enum Encoding: String, CaseIterable {
    case plain, marked, wideLittle, wideBig, western

    func bytes(of text: String) -> [UInt8] {
      switch self {
      case .plain: Array(text.utf8)
      case .marked: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
      case .wideLittle: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case .wideBig: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case .western:
        text.unicodeScalars.map { scalar in
          UInt8(CodePages.western.firstIndex(of: scalar) ?? 0x3F)
        }
      }
    }
  }

  enum Oddity: String, CaseIterable {
    case none, emptyLinesBefore, emptyLinesAtEnd, overlapping, noEndOfLine

    func changed(_ text: String) -> String {
      switch self {
      case .none, .overlapping: text
      case .emptyLinesBefore: text.hasPrefix("WEBVTT") || text.hasPrefix("<?xml") ? text : "\n\n" + text
      case .emptyLinesAtEnd: text + "\n\n\n\n"
      case .noEndOfLine: String(text.reversed().drop(while: \.isNewline).reversed())
      }
    }
  }

  @Test(arguments: SubtitleFormat.allCases, Encoding.allCases)
  func `all cues are read, at their times`(format: SubtitleFormat, encoding: Encoding) throws {
    var count = 0
    for (number, end) in ["\n", "\r\n", "\r"].enumerated() {
      for oddity in Oddity.allCases {
        var random = RandomSubtitles(seed: UInt64(number * 100 + count))
        let document = try random.document(
          count: 12, step: 10, looks: encoding != .western, western: encoding == .western,
          overlapping: oddity == .overlapping)
        let text = oddity.changed(document.text(as: format)).replacing("\n", with: end)
        let reading = try SubtitleReading(encoding.bytes(of: text))
        #expect(reading.format == format)
        let expected = try document.cues.map(PlainCue.init).map { cue in
          // SubStation Alpha has no braces.
          format == .ass
            ? PlainCue(cue.start, cue.end, cue.text.replacing("{", with: "(").replacing("}", with: ")")) : cue
        }
        let plain = try reading.plain
        #expect(plain.count == expected.count, "\(oddity) \(number)")
        for (read, written) in zip(plain, expected) { #expect(read == written, "\(oddity) \(number)") }
        // Only the guess of the encoding is worth a word.
        #expect(reading.warnings.count == (encoding == .western ? 1 : 0), "\(reading.warnings)")
        count += 1
      }
    }
    #expect(count == 15)
  }

  @Test func `each format keeps what it has words for through each other`() throws {
    for seed in 0..<10 {
      var random = RandomSubtitles(seed: UInt64(seed))
      let document = try random.document(count: 6, step: 10, looks: true)
      for first in SubtitleFormat.allCases {
        for second in SubtitleFormat.allCases {
          let once = try read(document.text(as: first)).document
          let twice = try read(once.text(as: second)).document
          #expect(twice.cues.map { [$0.start, $0.end] } == document.cues.map { [$0.start, $0.end] })
        }
      }
    }
  }
}
