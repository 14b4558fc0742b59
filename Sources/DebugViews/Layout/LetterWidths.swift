/// The greatest widths of words, so that none lies upon another whatever font is there: those of DejaVu Sans and
/// Verdana, the widest of the usual fonts without serifs.
enum LetterWidths {
  /// The width of `text` in letters of `size` pixels.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// `text` as far as there is room for it, with an ellipsis where it is cut off; nil where not even a letter has room.
  static func elided(_ text: String, to room: Double, size: Double) -> String? {
    guard !text.isEmpty else { return nil }
    if width(of: text, size: size) <= room { return text }
    var left = room - width(of: "…", size: size)
    var kept = ""
    for letter in text {
      left -= width(of: String(letter), size: size)
      guard left >= 0 else { break }
      kept.append(letter)
    }
    while kept.hasSuffix(" ") { kept.removeLast() }
    return kept.isEmpty ? nil : kept + "…"
  }

  /// `text` in lines of `room` at most, broken between words.
  static func lines(of text: String, room: Double, size: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if width(of: longer, size: size) <= room {
        line = longer
      } else {
        if !line.isEmpty { lines.append(line) }
        line = elided(String(word), to: room, size: size) ?? ""
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The width of a letter, of the size of the letters.
  private static func width(of letter: Unicode.Scalar) -> Double {
    switch letter {
    case "i", "l", "j", "I", "|", ".", ",", ":", ";", "'", "`", "!", " ": 0.46
    case "f", "r", "t", "J", "(", ")", "[", "]", "/", "\\", "-": 0.47
    case "m", "w", "M", "W", "@", "%": 1.08
    case "#", "&", "+", "<", "=", ">", "^", "~", "A"..."Z": 0.84
    case _ where letter.value < 0x80: 0.66
    // Combining marks and characters that are not drawn have no width.
    case "\u{300}"..."\u{36F}", "\u{200B}"..."\u{200F}", "\u{FE00}"..."\u{FE0F}": 0
    case _ where letter.value < 0x250: 0.84
    case _ where letter.value < 0x1_F000: 1.1
    default: 1.4
    }
  }
}
