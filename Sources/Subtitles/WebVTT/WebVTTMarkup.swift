import MediaTime
import ModelValues

/// The markup in a cue of WebVTT (§6.4): tags of classes, looks, voices, languages, ruby and times.
struct WebVTTMarkup {
  /// A tag that is open.
  struct Element {
    var name: String
    var classes: [String] = []
    /// The voice, or the language.
    var annotation = ""
    /// The style of text before it.
    var outside: SubtitleText.Run
  }

  private var text = SubtitleText([])
  private var run = SubtitleText.Run("")
  private var open: [Element] = []
  /// The beginning of the open ruby's base among the runs.
  private var baseStart = 0
  private var isAnnotation = false
  private let identifier: String
  private let sheet: WebVTTStyleSheet

  /// The text of `source`, in the cue called `identifier`, and whether it was too long.
  static func text(_ source: String, of identifier: String, sheet: WebVTTStyleSheet) -> (
    text: SubtitleText, isCut: Bool
  ) {
    let isCut = source.utf8.count > SubtitleLimits.characters
    var markup = WebVTTMarkup(identifier: identifier, sheet: sheet)
    sheet.apply(to: &markup.run.style, inside: [], of: identifier)
    markup.read(isCut ? Substring(source.prefix(SubtitleLimits.characters / 4)) : source[...])
    return (markup.text, isCut)
  }

  private init(identifier: String, sheet: WebVTTStyleSheet) {
    self.identifier = identifier
    self.sheet = sheet
  }

  private mutating func read(_ source: Substring) {
    var rest = source
    while let mark = rest.firstIndex(of: "<") {
      add(rest[..<mark])
      let body = rest[mark...].dropFirst()
      let end = body.firstIndex(of: ">") ?? body.endIndex
      readTag(body[..<end])
      rest = end < body.endIndex ? body[body.index(after: end)...] : ""
    }
    add(rest)
  }

  private mutating func add(_ piece: Substring) {
    guard !piece.isEmpty, text.runs.count < SubtitleLimits.runs else { return }
    let decoded = MarkupText.decoded(piece)
    guard isAnnotation else {
      // The base text of small text is a run of its own.
      if open.last?.name == "ruby", text.runs.count == baseStart {
        var base = run
        base.text = decoded
        return text.runs.append(base)
      }
      return text.append(decoded, like: run)
    }
    // The small text stands above the run before it, or above nothing.
    if text.runs.count <= baseStart {
      var base = run
      base.text = ""
      text.runs.append(base)
    }
    let last = text.runs.count - 1
    text.runs[last].annotation = (text.runs[last].annotation ?? "") + decoded
  }

  private mutating func readTag(_ tag: Substring) {
    guard let first = tag.first else { return }
    if first == "/" { return close(String(tag.dropFirst())) }
    if first.isNumber {
      if let time = TimeText.clock(tag.trimmed) { run.time = time }
      return
    }
    let head = tag.prefix { !$0.isWhitespace }
    let parts = head.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let names = ["c", "b", "i", "u", "v", "lang", "ruby", "rt"]
    guard let name = parts.first, names.contains(name), open.count < SubtitleLimits.depth else { return }
    // Only inside of ruby does rt mean anything.
    if name == "rt", open.last?.name != "ruby" { return }
    var element = Element(name: name, outside: run)
    element.classes = parts.dropFirst().filter { !$0.isEmpty }
    element.annotation = MarkupText.decoded(tag.dropFirst(head.count).trimmed)
    open.append(element)
    run.classes = (run.classes + element.classes).uniqued
    switch name {
    case "b": run.style.isBold = true
    case "i": run.style.isItalic = true
    case "u": run.style.isUnderlined = true
    case "v": run.voice = element.annotation.isEmpty ? nil : element.annotation
    case "lang": run.language = element.annotation.isEmpty ? nil : element.annotation
    case "ruby": baseStart = text.runs.count
    case "rt": isAnnotation = true
    default: break
    }
    for name in element.classes { Self.apply(defaultClass: name, to: &run.style) }
    sheet.apply(to: &run.style, inside: open, of: identifier)
  }

  private mutating func close(_ name: String) {
    guard let last = open.last else { return }
    // An end of ruby ends the small text in it.
    guard last.name == name || (name == "ruby" && last.name == "rt") else { return }
    if last.name == "rt" {
      isAnnotation = false
      baseStart = text.runs.count
    }
    let time = run.time
    run = last.outside
    run.time = time
    open.removeLast()
    if name == "ruby", last.name == "rt" { close("ruby") }
  }

  /// The classes that need no style sheet (§5.2).
  private static let colors: [String: String] = [
    "white": "#ffffff", "lime": "#00ff00", "cyan": "#00ffff", "red": "#ff0000", "yellow": "#ffff00",
    "magenta": "#ff00ff", "blue": "#0000ff", "black": "#000000",
  ]

  private static func apply(defaultClass name: String, to style: inout SubtitleTextStyle) {
    if let color = colors[name] { style.color = Color(hexadecimal: color) }
    if name.hasPrefix("bg_"), let color = colors[String(name.dropFirst(3))] {
      style.backgroundColor = Color(hexadecimal: color)
    }
  }

  /// The class that needs no style sheet and gives `color`; nil where there is none.
  static func defaultClass(of color: Color) -> String? { colors.first { $0.value == color.hexadecimal }?.key }
}

extension [String] {
  /// Each once, where it is first.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
