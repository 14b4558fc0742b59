import MediaTime

/// Reads SubRip as programs write it, which no standard describes:
///
/// ```
///  1                                     a number, which need not be there, or right
///  00:00:01,000 --> 00:00:03,500         any number of hours, comma or point; coordinates behind it count for nothing
///  <i>Where is</i> everybody?            text up to the next times, however many empty lines stand in it
/// ```
enum SubRipReader {
  /// The cues in `lines`.
  static func read(_ lines: TextLines, _ warnings: inout SubtitleWarnings) -> SubtitleDocument {
    var document = SubtitleDocument()
    let all = lines.lines
    let heads = all.indices.filter { all[$0].text.contains("-->") }
    if let first = heads.first { warnAboutText(before: first, in: all, &warnings) }
    for (order, index) in heads.enumerated() {
      guard document.cues.count < SubtitleLimits.cues else {
        warnings.add(line: all[index].number, "There are more than \(SubtitleLimits.cues) cues. The rest is left out.")
        break
      }
      var end = order + 1 < heads.count ? heads[order + 1] : all.endIndex
      // The number of the next cue is no part of this one's text.
      if end < all.endIndex, end - 1 > index, isNumber(all[end - 1].text) { end -= 1 }
      guard let (start, stop) = CueTimes.times(in: all[index], &warnings) else { continue }
      var text = all[index + 1..<end].map(\.text)
      while let last = text.last, last.allSatisfy(\.isWhitespace) { text.removeLast() }
      var cue = SubtitleCue(start: start, end: stop, text: SubtitleText([]))
      if index > all.startIndex, isNumber(all[index - 1].text) { cue.identifier = String(all[index - 1].text.trimmed) }
      var markup = SubRipMarkup(text.joined(separator: "\n"))
      markup.read()
      cue.text = markup.text.trimmed()
      if let number = markup.alignment, let placement = SubtitlePlacement(keypad: number) { cue.placement = placement }
      if markup.isCut { warnings.add(line: all[index].number, "The text is too long. Its end is left out.") }
      guard !cue.text.isEmpty else {
        warnings.add(line: all[index].number, "The cue has no text.")
        continue
      }
      document.cues.append(cue)
    }
    return document
  }

  private static func isNumber(_ text: Substring) -> Bool {
    let text = text.trimmed
    return !text.isEmpty && text.utf8.count <= 12 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func warnAboutText(before first: Int, in lines: [TextLines.Line], _ warnings: inout SubtitleWarnings) {
    guard let line = lines[..<first].first(where: { !$0.isBlank && !isNumber($0.text) }) else { return }
    warnings.add(line: line.number, "Text stands before the first times. It is left out.")
  }
}

/// The times of a cue in SubRip and WebVTT.
enum CueTimes {
  /// The start and the end in `line`, where both can be read, the end comes after the start, and some of it after zero.
  static func times(in line: TextLines.Line, _ warnings: inout SubtitleWarnings) -> (Rational, Rational)? {
    parts(of: line, &warnings).map { ($0.start, $0.end) }
  }

  /// The times in `line`, and the settings behind them.
  static func parts(
    of line: TextLines.Line, _ warnings: inout SubtitleWarnings
  ) -> (start: Rational, end: Rational, settings: Substring)? {
    guard let arrow = line.text.firstRange(of: "-->") else { return nil }
    let (before, behind) = (line.text[..<arrow.lowerBound].trimmed, line.text[arrow.upperBound...].trimmed)
    // Settings and coordinates follow behind a space, or without one; some programs put spaces into the times.
    var settings = behind
    var end: Rational?
    var taken = ""
    for _ in 0..<4 where end == nil || taken.hasSuffix(":") || taken.hasSuffix(",") {
      let word = settings.prefix { isClock($0) || (taken.isEmpty && ($0 == "-" || $0 == "+")) }
      guard !word.isEmpty else { break }
      taken += word
      settings = settings[word.endIndex...].drop(while: \.isWhitespace)
      end = TimeText.clock(taken)
    }
    guard let start = TimeText.clock(before), let end else {
      warnings.add(
        line: line.number, "The times “\(line.text.trimmed.prefix(60))” cannot be read. The cue is left out.")
      return nil
    }
    return checked(start, end, line: line.number, &warnings).map { ($0, $1, settings) }
  }

  /// Whether `character` stands in times.
  private static func isClock(_ character: Character) -> Bool {
    "0"..."9" ~= character || character == ":" || character == "." || character == ","
  }

  /// `start` and `end` of the cue at `line`, or nil, with a warning, where nothing is seen between them.
  static func checked(
    _ start: Rational, _ end: Rational, line: Int, _ warnings: inout SubtitleWarnings
  ) -> (Rational, Rational)? {
    guard end > start else {
      warnings.add(
        line: line,
        end == start
          ? "The cue is seen for no time. It is left out." : "The cue ends before it begins. It is left out.")
      return nil
    }
    guard end > .zero else {
      warnings.add(line: line, "The cue lies before the beginning. It is left out.")
      return nil
    }
    if start < .zero { warnings.add(line: line, "The cue begins before 0, and is seen from there.") }
    return (max(.zero, start), end)
  }
}
