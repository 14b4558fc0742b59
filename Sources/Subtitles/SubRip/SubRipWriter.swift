import MediaTime
import ModelValues

/// Writes SubRip: numbers, times, and tags of HTML.
enum SubRipWriter {
  /// The cues of `document`, numbered from 1.
  static func text(of document: SubtitleDocument) -> String {
    var text = ""
    for (index, cue) in document.cues.enumerated() {
      let (start, end) = (TimeText.text(cue.start, separator: ","), TimeText.text(cue.end, separator: ","))
      text += "\(index + 1)\n\(start) --> \(end)\n\(markup(of: cue))\n\n"
    }
    return text
  }

  /// The text of `cue` with its tags.
  static func markup(of cue: SubtitleCue) -> String {
    let place = cue.placement.keypad
    return (place == 2 ? "" : "{\\an\(place)}") + cue.text.runs.map(markup).joined().withoutEmptyLines
  }

  private static func markup(of run: SubtitleText.Run) -> String {
    let style = run.style
    var font = ""
    if let color = style.color { font += " color=\"\(color.opaque.hexadecimal)\"" }
    if let family = style.fontFamily { font += " face=\"\(family.filter { $0 != "\"" && $0 != ">" })\"" }
    if let size = style.fontSize { font += " size=\"\(Int(min(288, max(1, size * 288)).rounded()))\"" }
    let tags: [(Bool, String, String)] = [
      (!font.isEmpty, "<font\(font)>", "</font>"), (style.isBold, "<b>", "</b>"), (style.isItalic, "<i>", "</i>"),
      (style.isUnderlined, "<u>", "</u>"), (style.isStruckThrough, "<s>", "</s>"),
    ]
    let used = tags.filter(\.0)
    return used.map(\.1).joined() + escaped(run.inline) + used.reversed().map(\.2).joined()
  }

  /// `text` with what a reader would take for a tag or a name written otherwise.
  private static func escaped(_ text: String) -> String {
    guard text.contains(where: { $0 == "<" || $0 == "&" || $0 == "-" }) else { return text }
    return text.replacing("&", with: "&amp;", ifBefore: { $0.isLetter || $0 == "#" })
      .replacing("<", with: "&lt;", ifBefore: { $0.isLetter || $0 == "/" }).replacing("-->", with: "--&gt;")
  }
}

extension Color {
  /// The color without what shines through.
  var opaque: Color { Color(red: red, green: green, blue: blue) }
}

extension String {
  /// The text without lines that have nothing in them, which would end a cue.
  var withoutEmptyLines: String {
    guard contains("\n\n") || hasPrefix("\n") || hasSuffix("\n") else { return self }
    return split(separator: "\n").joined(separator: "\n")
  }

  /// The text with each `mark` replaced if `isNext` is true for the character behind it.
  fileprivate func replacing(_ mark: Character, with replacement: String, ifBefore isNext: (Character) -> Bool)
    -> String
  {
    var result = ""
    var index = startIndex
    while index < endIndex {
      let next = self.index(after: index)
      if self[index] == mark, next < endIndex, isNext(self[next]) {
        result += replacement
      } else {
        result.append(self[index])
      }
      index = next
    }
    return result
  }
}

/// Writes YouTube's SBV: times and text alone.
enum SBVWriter {
  /// The cues of `document`.
  static func text(of document: SubtitleDocument) -> String {
    document.cues.map { cue in
      "\(TimeText.text(cue.start, hourDigits: 1)),\(TimeText.text(cue.end, hourDigits: 1))\n"
        + cue.text.inline.withoutEmptyLines + "\n\n"
    }.joined()
  }
}

/// Reads YouTube's SBV.
///
/// ```
///  0:00:01.000,0:00:04.000
///  Where is everybody?[br]Gone.
/// ```
enum SBVReader {
  /// The cues in `lines`.
  static func read(_ lines: TextLines, _ warnings: inout SubtitleWarnings) -> SubtitleDocument {
    var document = SubtitleDocument()
    var current: SubtitleCue?
    var text: [Substring] = []
    var line = 0
    func finish(_ warnings: inout SubtitleWarnings) {
      guard var cue = current else { return }
      let plain = text.joined(separator: "\n").replacing("[br]", with: "\n")
      cue.text = SubtitleText(String(plain.prefix(SubtitleLimits.characters))).trimmed()
      if cue.text.isEmpty { warnings.add(line: line, "The cue has no text.") } else { document.cues.append(cue) }
      current = nil
    }
    for item in lines.lines {
      let trimmed = item.text.trimmed
      if let (start, end) = times(in: trimmed) {
        finish(&warnings)
        guard document.cues.count < SubtitleLimits.cues else {
          warnings.add(line: item.number, "There are more than \(SubtitleLimits.cues) cues. The rest is left out.")
          break
        }
        (text, line) = ([], item.number)
        current = CueTimes.checked(start, end, line: item.number, &warnings)
          .map { SubtitleCue(start: $0, end: $1, text: SubtitleText([])) }
      } else if looksLikeTimes(trimmed) {
        finish(&warnings)
        warnings.add(line: item.number, "The times “\(trimmed.prefix(60))” cannot be read. The cue is left out.")
      } else if current != nil {
        text.append(item.text)
      }
    }
    finish(&warnings)
    return document
  }

  /// The times in a line that has nothing else.
  static func times(in text: Substring) -> (Rational, Rational)? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = TimeText.clock(parts[0]), let end = TimeText.clock(parts[1]) else { return nil }
    return (start, end)
  }

  private static func looksLikeTimes(_ text: Substring) -> Bool {
    text.count > 10 && text.filter { $0 == ":" }.count >= 3 && text.contains(",") && text.first?.isNumber == true
      && text.allSatisfy { $0.isNumber || ":.,- ".contains($0) || $0.isLetter }
  }
}
