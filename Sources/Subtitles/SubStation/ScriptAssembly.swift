import MediaTime
import ModelValues

/// The limits of what a script demands of its renderer, so that no script fills the memory or takes a day.
enum ScriptLimits {
  /// Bytes of an event.
  static let eventBytes = 1 << 16
  /// Bytes of what stands before the events, without fonts.
  static let headerBytes = 4 << 20
  /// Bytes of the fonts, as they stand in the file.
  static let fontBytes = 48 << 20
  /// Fonts that a script brings.
  static let fonts = 128
  /// Families that it names.
  static let families = 256
  /// Events that are seen at a time.
  static let together = 4_096
  /// Bytes of events that are seen at a time.
  static let bytesTogether = 4 << 20
  /// The area that letters and drawings cover at a time, as squares of the picture's height.
  static let areaTogether = 128.0
}

/// A script while its parts are read.
struct ScriptAssembly {
  /// An event, and what it asks.
  private struct Part {
    var event: SubtitleScript.Event
    var line: Int
    var area: Double
    var families: Set<String>
  }

  private var header: [String] = []
  private var headerBytes = 0
  private var fonts = EmbeddedFonts()
  private var parts: [Part] = []

  /// Adds a line of what stands before the events.
  mutating func addHeader(_ line: TextLines.Line, _ warnings: inout SubtitleWarnings) {
    guard headerBytes + line.text.utf8.count <= ScriptLimits.headerBytes else {
      return warnings.addOnce(
        "header", line: line.number,
        "There are more than \(ScriptLimits.headerBytes >> 20) MB before the events. The rest is left out.")
    }
    headerBytes += line.text.utf8.count + 1
    header.append(String(line.text.filter { $0 != "\0" }))
  }

  /// Adds a line of the section of fonts.
  mutating func addFontLine(_ line: TextLines.Line, _ warnings: inout SubtitleWarnings) {
    fonts.read(line, &warnings)
  }

  /// Has the script bring the fonts that stand beside it.
  mutating func use(_ fonts: EmbeddedFonts) { self.fonts = fonts }

  /// Adds the event at `line`, whose text `markup` has read.
  mutating func add(
    _ fields: [String: Substring], from start: Rational, to end: Rational, _ markup: SubStationMarkup, line: Int,
    _ warnings: inout SubtitleWarnings
  ) {
    guard let first = try? start.rounded(scaledBy: 1_000), let last = try? end.rounded(scaledBy: 1_000), last > first
    else { return }
    func field(_ name: String) -> String { String((fields[name] ?? "").trimmed.filter { $0 != "\0" }) }
    let layer = Int(field("layer")).map { max(-100_000, min(100_000, $0)) } ?? 0
    let names = ["style", "name", "marginl", "marginr", "marginv", "effect"].map(field)
    let text = (fields["text"] ?? "").filter { $0 != "\0" }
    let whole = ([String(layer)] + names + [text]).joined(separator: ",")
    guard whole.utf8.count <= ScriptLimits.eventBytes else {
      return warnings.add(
        line: line,
        "The event has \(whole.utf8.count) bytes, and \(ScriptLimits.eventBytes) at most are drawn. It is not drawn.")
    }
    let demand = markup.demand
    let moving = demand.moving.map { ScriptStretch(start: first + $0.start, end: first + $0.end) }
    parts.append(
      Part(
        event: SubtitleScript.Event(
          start: first, end: last, fields: whole, moving: moving, takesRoom: demand.takesRoom),
        line: line, area: demand.area, families: demand.families))
  }

  /// The script, without what is too much of it, in a script's picture of `size`; nil where it has no events.
  func script(in size: Size, _ warnings: inout SubtitleWarnings) -> SubtitleScript? {
    guard !parts.isEmpty else { return nil }
    var fonts = fonts
    fonts.close(&warnings)
    var families: Set<String> = []
    var crowd = Crowd()
    var isKept = parts.map { _ in false }
    for index in parts.indices.sorted(by: { (parts[$0].event.start, $0) < (parts[$1].event.start, $1) }) {
      let part = parts[index]
      let named = families.union(part.families)
      guard named.count <= ScriptLimits.families else {
        warnings.add(
          line: part.line, "The script names more than \(ScriptLimits.families) fonts. The event is not drawn.")
        continue
      }
      let area = part.area / (size.height * size.height)
      guard crowd.admits(part.event, area: area) else {
        warnings.add(line: part.line, "More is seen at that time than can be drawn. The event is not drawn.")
        continue
      }
      families = named
      isKept[index] = true
    }
    return SubtitleScript(
      header: header.joined(separator: "\n") + "\n", fonts: fonts.section,
      events: parts.indices.filter { isKept[$0] }.map { parts[$0].event },
      fontFamilies: fonts.isEmpty ? families : [])
  }
}

/// The events that are seen at a time, while that goes on.
private struct Crowd {
  private var there: [(end: Int64, bytes: Int, area: Double)] = []
  private var bytes = 0
  private var area = 0.0
  private var firstEnd = Int64.max

  /// Whether there is room for `event`, which then is among them; events come in the order of their starts.
  mutating func admits(_ event: SubtitleScript.Event, area added: Double) -> Bool {
    if firstEnd <= event.start {
      there.removeAll { $0.end <= event.start }
      bytes = there.reduce(0) { $0 + $1.bytes }
      area = there.reduce(0) { $0 + $1.area }
      firstEnd = there.reduce(.max) { min($0, $1.end) }
    }
    let size = event.fields.utf8.count
    guard there.count < ScriptLimits.together, bytes + size <= ScriptLimits.bytesTogether,
      area + added <= ScriptLimits.areaTogether
    else { return false }
    there.append((event.end, size, added))
    bytes += size
    area += added
    firstEnd = min(firstEnd, event.end)
    return true
  }
}
