import MediaTime
import ModelValues

/// Reads WebVTT (W3C, §6): a header, blocks of styles, regions and notes, and cues. A block ends with an empty line.
enum WebVTTReader {
  /// The cues in `lines`.
  static func read(_ lines: TextLines, _ warnings: inout SubtitleWarnings) -> SubtitleDocument {
    var document = SubtitleDocument()
    var sheet = WebVTTStyleSheet()
    var blocks = blocks(in: lines)
    if let first = blocks.first, first[0].text.hasPrefix("WEBVTT") {
      readHeader(first, of: &document, &warnings)
      blocks.removeFirst()
      // Cues may follow the header without an empty line. They have no names.
      if let cue = first.dropFirst().firstIndex(where: \.hasArrow) { blocks.insert(Array(first[cue...]), at: 0) }
    } else {
      warnings.add(line: 1, "The first line is not WEBVTT.")
    }
    for block in blocks {
      guard let times = block.firstIndex(where: \.hasArrow) else {
        readDefinitions(block, into: &document, &sheet, &warnings)
        continue
      }
      guard document.cues.count < SubtitleLimits.cues else {
        warnings.add(line: block[0].number, "There are more than \(SubtitleLimits.cues) cues. The rest is left out.")
        break
      }
      // A name is one line alone.
      if times > 1 { warnings.add(line: block[0].number, "Text stands before the times. It is left out.") }
      let name = times == 1 ? String(block[0].text) : ""
      if let cue = readCue(block[times...], named: name, sheet: sheet, regions: document.regions, &warnings) {
        document.cues.append(cue)
      }
    }
    return document
  }

  /// The header of a file, of a track that holds it apart from its cues.
  static func header(_ text: String) -> (document: SubtitleDocument, sheet: WebVTTStyleSheet) {
    var (document, sheet, warnings) = (SubtitleDocument(), WebVTTStyleSheet(), SubtitleWarnings())
    for block in blocks(in: TextLines(text)) { readDefinitions(block, into: &document, &sheet, &warnings) }
    return (document, sheet)
  }

  /// The lines between empty ones. Behind a line with an arrow, another one begins a block as well (§6.1): it is none of the
  /// text before it, and has no name, whether the first of them holds times or not.
  private static func blocks(in lines: TextLines) -> [[TextLines.Line]] {
    var blocks: [[TextLines.Line]] = []
    var current: [TextLines.Line] = []
    for line in lines.lines {
      if line.text.isEmpty || (line.isBlank && !current.contains(where: \.hasArrow)) {
        if !current.isEmpty { blocks.append(current) }
        current = []
      } else {
        if line.hasArrow, current.contains(where: \.hasArrow) {
          blocks.append(current)
          current = []
        }
        current.append(line)
      }
    }
    if !current.isEmpty { blocks.append(current) }
    return blocks
  }

  private static func readHeader(
    _ block: [TextLines.Line], of document: inout SubtitleDocument, _ warnings: inout SubtitleWarnings
  ) {
    let title = block[0].text.dropFirst(6).trimmed
    if !title.isEmpty { document.title = String(title.drop { $0 == "-" || $0 == " " }.prefix(1_000)) }
    for line in block.dropFirst().prefix(while: { !$0.hasArrow }) {
      if line.text.hasPrefix("Language:") {
        document.language = String(line.text.dropFirst(9).trimmed.prefix(35))
      } else if line.text.hasPrefix("X-TIMESTAMP-MAP") {
        warnings.add(line: line.number, "X-TIMESTAMP-MAP is for streams of segments. It is not applied.")
      }
    }
  }

  private static func readDefinitions(
    _ block: [TextLines.Line], into document: inout SubtitleDocument, _ sheet: inout WebVTTStyleSheet,
    _ warnings: inout SubtitleWarnings
  ) {
    let (first, rest) = (block[0], Array(block.dropFirst()))
    if first.text.hasPrefix("NOTE") || first.text.hasPrefix("WEBVTT") { return }
    if first.text.trimmed == "STYLE" {
      sheet.add(rest.joined, line: first.number + 1, &warnings)
    } else if first.text.trimmed == "REGION" || first.text.hasPrefix("Region:") {
      let settings = first.text.hasPrefix("Region:") ? String(first.text.dropFirst(7)) : rest.joined
      guard document.regions.count < SubtitleLimits.definitions else { return }
      if let region = WebVTTSettings.region(settings, line: first.number, &warnings) { document.regions.append(region) }
    } else {
      warnings.add(line: first.number, "“\(first.text.trimmed.prefix(40))” has no times. It is left out.")
    }
  }

  private static func readCue(
    _ block: ArraySlice<TextLines.Line>, named name: String, sheet: WebVTTStyleSheet, regions: [SubtitleRegion],
    _ warnings: inout SubtitleWarnings
  ) -> SubtitleCue? {
    guard let head = block.first, let (start, end, settings) = CueTimes.parts(of: head, &warnings) else { return nil }
    var cue = SubtitleCue(start: start, end: end, text: SubtitleText([]))
    cue.identifier = name
    cue.placement = WebVTTSettings.placement(settings, regions: regions, line: head.number, &warnings)
    let payload = block.dropFirst().map { String($0.text) }.joined(separator: "\n")
    let (text, isCut) = WebVTTMarkup.text(payload, of: name, sheet: sheet)
    cue.text = text.trimmed()
    if isCut { warnings.add(line: head.number, "The text is too long. Its end is left out.") }
    guard !cue.text.isEmpty else {
      warnings.add(line: head.number, "The cue has no text.")
      return nil
    }
    return cue
  }
}

extension TextLines.Line {
  /// Whether an arrow stands in it, as between times.
  fileprivate var hasArrow: Bool { text.contains("-->") }
}
