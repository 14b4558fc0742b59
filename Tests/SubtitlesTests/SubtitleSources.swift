import MediaTime
import SeededRandom

@testable import Subtitles

/// A cue as tests write it: milliseconds and letters.
struct PlainCue: Hashable, CustomStringConvertible {
  var start: Int64
  var end: Int64
  var text: String

  init(_ start: Int64, _ end: Int64, _ text: String) {
    self.start = start
    self.end = end
    self.text = text
  }

  init(_ cue: SubtitleCue) throws {
    self.init(try cue.start.rounded(scaledBy: 1_000), try cue.end.rounded(scaledBy: 1_000), cue.text.plain)
  }

  var description: String { "\(start)–\(end) “\(text)”" }
}

/// Reads `text`, as UTF-8.
func read(_ text: String, _ format: SubtitleFormat? = nil, suffix: String? = nil) throws -> SubtitleReading {
  try SubtitleReading(Array(text.utf8), format: format, suffix: suffix)
}

extension SubtitleReading {
  /// The cues as tests write them.
  var plain: [PlainCue] { get throws { try document.cues.map(PlainCue.init) } }
  /// The lines that warnings are about.
  var lines: [Int] { warnings.compactMap(\.line) }
}

func milliseconds(_ number: Int64) throws -> Rational { try Rational(number, 1_000) }

/// Random subtitles in many scripts, whose times do not overlap unless asked to.
struct RandomSubtitles {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let words = [
    "Where", "is", "everybody?", "Tom & Jerry", "a < b > c", "naïve", "Grüße,", "Привет", "мир", "日本語", "字幕", "مرحبا",
    "שלום",
    "👩‍👩‍👧", "♪", "-", "…", "100%", "it's", "e\u{301}", "“so”", "{curly}", "50/50", "\u{A0}", "1", "42", "C#", "#hash",
    "http://a.b/c?d=e&f",
  ]
  private static let western = [
    "Where", "is", "naïve", "Grüße,", "ça", "señor", "it’s", "“so”", "£5", "fin…", "déjà", "1", "42",
  ]

  /// `count` cues with times of whole multiples of `step` milliseconds.
  mutating func document(
    count: Int, step: Int64 = 1, looks: Bool = false, western: Bool = false, overlapping: Bool = false
  ) throws -> SubtitleDocument {
    var cues: [SubtitleCue] = []
    var time: Int64 = Int64.random(in: 0...5_000, using: &generator) / step * step
    for _ in 0..<count {
      let length = (Int64.random(in: 200...6_000, using: &generator) / step + 1) * step
      let text = self.text(western: western, looks: looks)
      cues.append(SubtitleCue(start: try milliseconds(time), end: try milliseconds(time + length), text: text))
      time +=
        overlapping ? length / 2 / step * step : length + Int64.random(in: 0...2_000, using: &generator) / step * step
    }
    return SubtitleDocument(cues)
  }

  private mutating func text(western: Bool, looks: Bool) -> SubtitleText {
    let words = western ? Self.western : Self.words
    let lines = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      // A number alone on a line before times is that of a cue.
      "so "
        + (0..<Int.random(in: 1...5, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
        .joined(separator: " ") + "."
    }
    guard looks else { return SubtitleText(lines.joined(separator: "\n")) }
    var text = SubtitleText([])
    for (index, line) in lines.enumerated() {
      var run = SubtitleText.Run("")
      run.style.isBold = Bool.random(using: &generator)
      run.style.isItalic = Bool.random(using: &generator)
      run.style.isUnderlined = Bool.random(using: &generator)
      if Bool.random(using: &generator) {
        run.style.color = ColorText.color(["red", "teal", "#123456"].randomElement(using: &generator) ?? "red")
      }
      text.append((index > 0 ? "\n" : "") + line, like: run)
    }
    return text
  }
}
