import MediaTime
import ModelValues

/// Reads Advanced SubStation Alpha (ASS, "v4.00+") and SubStation Alpha (SSA, "v4.00"): sections of lines with a name and values.
///
/// Cues say what a script says, where, and in which letters. Drawings, clips, rotations and movements are in the script alone, which
/// stands beside them, and is drawn.
enum SubStationReader {
  /// The cues in `lines`.
  static func read(_ lines: TextLines, _ warnings: inout SubtitleWarnings) -> SubtitleDocument {
    var reading = SubStationScript()
    for line in lines.lines { reading.read(line, &warnings) }
    return reading.finished(&warnings)
  }

  /// The script that the header of a Matroska track describes, ready for events.
  static func script(header: String) -> SubStationScript {
    var (script, warnings) = (SubStationScript(), SubtitleWarnings())
    for line in TextLines(header).lines { script.read(line, &warnings) }
    return script
  }
}

/// A script while it is read.
struct SubStationScript {
  /// The cues that have been read.
  private(set) var document = SubtitleDocument()

  /// The common values of the events.
  private var sheet = SubStationSheet()
  private var section = ""
  private var isLegacy = false
  private var styleFields: [String] = []
  private var eventFields = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]
  private var styleLines: [(line: Int, values: [Substring])] = []
  private var areStylesMade = false
  private var assembly = ScriptAssembly()

  /// An empty script.
  init() {}

  /// The finished document, with the script itself.
  func finished(_ warnings: inout SubtitleWarnings) -> SubtitleDocument {
    var (document, assembly) = (document, assembly)
    document.script = assembly.script(in: sheet.size, &warnings)
    return document
  }

  /// Has the script bring the fonts that stand beside it.
  mutating func use(_ fonts: EmbeddedFonts) { assembly.use(fonts) }

  /// Reads one line.
  mutating func read(_ line: TextLines.Line, _ warnings: inout SubtitleWarnings) {
    let text = line.text.trimmed
    let isAttached = section == "fonts" || section == "graphics"
    // Files that are attached, as text, may have lines that look like anything, but have no small letters.
    if text.hasPrefix("["), text.hasSuffix("]"), !isAttached || text.contains(where: \.isLowercase) {
      section = text.dropFirst().dropLast().lowercased()
      if section == "v4 styles" { isLegacy = true }
      if section != "events", section != "fonts", section != "graphics" { assembly.addHeader(line, &warnings) }
      return
    }
    if section == "fonts" { assembly.addFontLine(line, &warnings) }
    // Pictures are drawn by nothing.
    if isAttached || text.isEmpty || text.hasPrefix(";") { return }
    let isEvent = ["dialogue:", "comment:"].contains { text.prefix($0.count).lowercased() == $0 }
    if section != "events", !section.isEmpty, !isEvent { assembly.addHeader(line, &warnings) }
    guard let colon = text.firstIndex(of: ":") else { return }
    let (key, value) = (text[..<colon].lowercased(), text[text.index(after: colon)...].trimmed)
    switch key {
    case "playresx": if let number = Double(value), (1...100_000).contains(number) { setSize(width: number) }
    case "playresy": if let number = Double(value), (1...100_000).contains(number) { setSize(height: number) }
    case "title": document.title = value.isEmpty ? nil : String(value.prefix(1_000))
    case "language": document.language = value.isEmpty ? nil : String(value.prefix(35))
    case "scripttype": isLegacy = value.lowercased() == "v4.00"
    case "format":
      let names = value.split(separator: ",").map { $0.trimmed.lowercased() }
      if section.hasSuffix("styles") || section.hasSuffix("styles+") {
        styleFields = names
      } else if names.last == "text" {
        eventFields = names
      }
    case "style" where styleLines.count < SubtitleLimits.definitions:
      styleLines.append((line.number, value.split(separator: ",", omittingEmptySubsequences: false)))
    case "dialogue":
      makeStyles()
      readEvent(value, line: line.number, &warnings)
    default: break
    }
  }

  private var given = (width: false, height: false)

  /// A script that gives one side has the other in four to three (libass).
  private mutating func setSize(width: Double? = nil, height: Double? = nil) {
    if let width {
      sheet.size.width = width
      given.width = true
      if !given.height { sheet.size.height = width * 3 / 4 }
    }
    if let height {
      sheet.size.height = height
      given.height = true
      if !given.width { sheet.size.width = height * 4 / 3 }
    }
    document.aspect = try? Rational(Int64(sheet.size.width.rounded()), Int64(sheet.size.height.rounded()))
  }

  // MARK: Styles

  /// Makes the styles, once the script's size is known.
  private mutating func makeStyles() {
    guard !areStylesMade else { return }
    areStylesMade = true
    let usual =
      isLegacy
      ? [
        "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "tertiarycolour", "backcolour", "bold",
        "italic", "borderstyle", "outline", "shadow", "alignment", "marginl", "marginr", "marginv", "alphalevel",
        "encoding",
      ]
      : [
        "name", "fontname", "fontsize", "primarycolour", "secondarycolour", "outlinecolour", "backcolour", "bold",
        "italic", "underline", "strikeout", "scalex", "scaley", "spacing", "angle", "borderstyle", "outline", "shadow",
        "alignment", "marginl", "marginr", "marginv", "encoding",
      ]
    let fields = styleFields.isEmpty ? usual : styleFields
    for (_, values) in styleLines {
      var named: [String: Substring] = [:]
      for (field, value) in zip(fields, values) { named[field] = value.trimmed }
      guard let name = named["name"] else { continue }
      sheet.add(style(named), named: name)
    }
  }

  private func style(_ values: [String: Substring]) -> SubStationSheet.Style {
    func number(_ name: String) -> Double? { values[name].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
    func color(_ name: String) -> Color? { values[name].flatMap(SubStationColor.color) }
    func flag(_ name: String) -> Bool { number(name).map { $0 != 0 } ?? false }
    var style = SubStationSheet.Style()
    style.text.fontFamily = values["fontname"].map { String($0.drop { $0 == "@" }.prefix(100)) }.flatMap {
      $0.isEmpty ? nil : $0
    }
    style.text.fontSize = number("fontsize").flatMap(sheet.fontSize)
    style.text.color = color("primarycolour")
    style.text.unsaidColor = color("secondarycolour")
    style.text.outlineColor = color("outlinecolour") ?? (isLegacy ? color("backcolour") : nil)
    style.text.isBold = flag("bold")
    style.text.isItalic = flag("italic")
    style.text.isUnderlined = flag("underline")
    style.text.isStruckThrough = flag("strikeout")
    if number("borderstyle") == 3 {
      // An opaque box instead of an outline.
      style.text.backgroundColor = style.text.outlineColor
      (style.text.outlineColor, style.text.outlineWidth) = (nil, 0)
    } else {
      style.text.outlineWidth = number("outline").flatMap(sheet.outline)
    }
    if let alignment = number("alignment") {
      let number = Int(max(0, min(99, alignment)))
      style.alignment = isLegacy ? SubStationSheet.keypad(legacy: number) : number
    }
    style.letters.size = number("fontsize") ?? style.letters.size
    style.letters.scale = (number("scalex").map { $0 / 100 } ?? 1, number("scaley").map { $0 / 100 } ?? 1)
    style.letters.outline = number("outline") ?? style.letters.outline
    style.margins = ["marginl", "marginr", "marginv"].map { max(0, min(10_000, number($0) ?? 10)) }
    return style
  }

  // MARK: Events

  private mutating func readEvent(_ value: Substring, line: Int, _ warnings: inout SubtitleWarnings) {
    // The text is the last field, and may have commas.
    let values = value.split(separator: ",", maxSplits: eventFields.count - 1, omittingEmptySubsequences: false)
    guard values.count == eventFields.count else {
      return warnings.add(
        line: line, "The event has \(values.count) of \(eventFields.count) fields. It is left out.")
    }
    var named: [String: Substring] = [:]
    for (field, value) in zip(eventFields, values) { named[field] = value }
    guard let start = named["start"].flatMap({ TimeText.clock($0) }),
      let end = named["end"].flatMap({ TimeText.clock($0) })
    else {
      return warnings.add(
        line: line,
        "The times “\(named["start"] ?? "")” and “\(named["end"] ?? "")” cannot be read. The event is left out.")
    }
    guard document.cues.count < SubtitleLimits.cues else {
      return warnings.addOnce(
        "cues", line: line, "There are more than \(SubtitleLimits.cues) cues. The rest is left out.")
    }
    guard let (from, to) = CueTimes.checked(start, end, line: line, &warnings) else { return }
    add(named, from: from, to: to, line: line, &warnings)
  }

  /// Adds the event that a block of a Matroska track holds: the fields without times, behind a number of its own.
  mutating func readBlock(_ text: Substring, from start: Rational, to end: Rational) {
    makeStyles()
    let fields = ["readorder", "layer", "style", "name", "marginl", "marginr", "marginv", "effect", "text"]
    let values = text.split(separator: ",", maxSplits: fields.count - 1, omittingEmptySubsequences: false)
    guard values.count == fields.count, end > start, document.cues.count < SubtitleLimits.cues else { return }
    var named: [String: Substring] = [:]
    for (field, value) in zip(fields, values) { named[field] = value }
    var warnings = SubtitleWarnings()
    add(named, from: start, to: end, line: 0, &warnings)
  }

  private mutating func add(
    _ fields: [String: Substring], from start: Rational, to end: Rational, line: Int, _ warnings: inout SubtitleWarnings
  ) {
    let style = sheet.style(named: fields["style"] ?? "")
    var markup = SubStationMarkup(sheet, style: style, start: start, end: end, effect: fields["effect"] ?? "")
    markup.read((fields["text"] ?? "").trimmed)
    assembly.add(fields, from: start, to: end, markup, line: line, &warnings)
    var cue = SubtitleCue(start: start, end: end, text: markup.text.trimmed())
    guard !cue.text.isEmpty else { return }
    cue.layer = fields["layer"].flatMap { Int($0.trimmed) }.map { max(-100_000, min(100_000, $0)) } ?? 0
    (cue.fadeIn, cue.fadeOut) = markup.fades
    if let name = fields["name"]?.trimmed, !name.isEmpty {
      for index in cue.text.runs.indices { cue.text.runs[index].voice = String(name.prefix(200)) }
    }
    let own = ["marginl", "marginr", "marginv"].map { fields[$0].flatMap { Double($0.trimmed) } ?? 0 }
    let margins = zip(own, style.margins).map { $0 > 0 && $0 < 10_000 ? $0 : $1 }
    cue.placement = sheet.placement(markup.alignment, at: markup.position, margins: margins)
    document.cues.append(cue)
  }
}

/// Colors of SubStation Alpha: `&HAABBGGRR`, whose first byte says how clear it is, or the same number in decimals.
enum SubStationColor {
  /// The color that `text` gives; nil for any other text.
  static func color(_ text: some StringProtocol) -> Color? {
    let digits = String(text.filter { $0 != "&" && !$0.isWhitespace })
    let isHexadecimal = digits.first == "H" || digits.first == "h"
    let number =
      isHexadecimal
      ? UInt64(digits.dropFirst().prefix(16), radix: 16)
      : Int64(digits.prefix(18)).map { UInt64(truncatingIfNeeded: $0) & 0xFFFF_FFFF }
    guard let number else { return nil }
    func part(_ shift: UInt64) -> Double { Double(number >> shift & 0xFF) / 255 }
    return Color(red: part(0), green: part(8), blue: part(16), alpha: 1 - part(24))
  }

  /// `color` as `&HAABBGGRR`.
  static func text(_ color: Color) -> String {
    "&H"
      + [1 - color.alpha, color.blue, color.green, color.red].map { part in
        let digits = String(Int((min(max(0, part), 1) * 255).rounded()), radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
