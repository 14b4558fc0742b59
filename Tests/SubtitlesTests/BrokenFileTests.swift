import MediaTime
import SeededRandom
import Testing

@testable import Subtitles

/// Files that are damaged, cut or no subtitles at all: nothing ends the process, and nothing grows without bounds.
@Suite struct BrokenFileTests {
  private func readAnyway(_ bytes: [UInt8]) {
    for format in SubtitleFormat.allCases {
      guard let reading = try? SubtitleReading(bytes, format: format) else { continue }
      for cue in reading.document.cues { #expect(cue.end > cue.start && cue.start >= .zero) }
      #expect(reading.warnings.count <= 1_001)
      for other in SubtitleFormat.allCases { _ = reading.document.text(as: other).count }
    }
  }

  private static var samples: [[UInt8]] {
    get throws {
      var random = RandomSubtitles(seed: 7)
      let document = try random.document(count: 5, looks: true)
      return [
        WebVTTTests.source, SubStationTests.source, TimedTextTests.film("<div><p begin='1s' end='2s'>A</p></div>"),
      ].map { Array($0.utf8) }
        + SubtitleFormat.allCases.map { Array(document.text(as: $0).utf8) }
    }
  }

  @Test func `random bytes are no harm`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let count = Int.random(in: 0...2_000, using: &generator)
      readAnyway((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
  }

  @Test func `marks of the formats in any order are no harm`() {
    let pieces = [
      "WEBVTT", "\n", "\n\n", "00:00:01,000 --> 00:00:02,000", "-->", "<b>", "</b>", "<", ">", "{\\an8}", "{", "}",
      "\\", "&amp;", "&#", ";",
      "STYLE", "::cue(", "{color:red}", "REGION", "id:a", "[Events]", "Dialogue: ",
      "0,0:00:01.00,0:00:02.00,Default,,0,0,0,,", "\\k", "\\pos(",
      ",", "<tt>", "<body>", "<p begin='1s' end='2s'>", "</p>", "<!--", "<![CDATA[", "]]>", "<ruby>", "<rt>", "<v ",
      "99999999999999999999", "-1",
      "\u{0}", "\u{FEFF}", "é", "1:2:3.4,1:2:4.5", "PlayResY: 0", "PlayResX: 1e308", "Style: ", "Format: Text",
      "<span begin='", "xml:id='a'",
    ]
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<600 {
      let text = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      readAnyway(Array(text.utf8))
    }
  }

  @Test func `files that are cut or changed anywhere are read as far as they go`() throws {
    var generator = SeededGenerator(seed: 3)
    for sample in try Self.samples {
      for _ in 0..<40 {
        readAnyway(Array(sample.prefix(Int.random(in: 0...sample.count, using: &generator))))
        var changed = sample
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
          changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        readAnyway(changed)
      }
    }
  }

  @Test func `a cut file loses the cues behind the cut alone`() throws {
    var random = RandomSubtitles(seed: 11)
    let document = try random.document(count: 20)
    for format in SubtitleFormat.allCases {
      let text = document.text(as: format)
      let cut = try read(String(text.prefix(text.count * 3 / 4)), format)
      let step: Int64 = format == .ass ? 10 : 1
      #expect(cut.document.cues.count >= 10, "\(format)")
      for (read, written) in zip(cut.document.cues, document.cues) {
        #expect(try abs(PlainCue(read).start - PlainCue(written).start) < step)
      }
    }
  }

  @Test func `sizes are bounded`() throws {
    let deep = "WEBVTT\n\n00:01.000 --> 00:02.000\n" + String(repeating: "<b>", count: 20_000) + "x"
    #expect(try read(deep).document.cues.count <= 1)
    let tree = "<tt><body>" + String(repeating: "<div>", count: 50_000) + "<p begin='1s' end='2s'>x</p>"
    #expect(try read(tree).document.cues.isEmpty)
    let styles = (0..<40).map { index in
      "<style xml:id='s\(index)' style='\((0..<40).map { "s\($0)" }.joined(separator: " "))'/>"
    }
    let chained =
      "<tt><head><styling>\(styles.joined())</styling></head><body><p style='s0' begin='1s' end='2s'>x</p></body></tt>"
    #expect(try read(chained).document.cues.count == 1)
    let together = "WEBVTT\n\n" + String(repeating: "00:01.000 --> 09:00.000\nx\n\n", count: 20_000)
    let document = try read(together).document
    #expect(SubtitleTrackWriter(document, as: .movieText, width: 640, height: 360).packets.count == 1)
    let long = "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "a", count: 3_000_000)
    #expect(try read(long).document.cues[0].text.plain.count <= SubtitleLimits.characters)
    let many = String(repeating: "\n00:00:01,000 --> 00:00:02,000\nA\n", count: 3_000)
    #expect(try read(many).document.cues.count == 3_000)
    let braces =
      "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,"
      + String(repeating: "{\\b1}a{\\b0}b", count: 20_000)
    #expect(try read(braces).document.cues[0].text.runs.count <= SubtitleLimits.runs)
  }
}
