import MediaTime
import ModelValues

/// The text of an event of SubStation Alpha, with its overrides in braces: what a cue can say of it, and what it asks of what draws it.
struct SubStationMarkup {
  /// The text that has been read.
  private(set) var text = SubtitleText([])
  /// The anchor, as on a keypad.
  private(set) var alignment: Int
  /// The point where the anchor stands, in the script's pixels; nil where margins place it.
  private(set) var position: Point?
  /// The durations of its fades, in and out.
  private(set) var fades = (Rational.zero, Rational.zero)
  /// The demand on the renderer.
  private(set) var demand: SubStationDemand

  private let sheet: SubStationSheet
  private let style: SubStationSheet.Style
  private var run: SubtitleText.Run
  /// The divisor of the numbers of a drawing, as a power of two from 1 on; 0 where text is letters.
  private var drawingScale = 0
  /// The number of letters.
  private var count = 0
  /// The time of the next syllable, in hundredths of a second from the start.
  private var beat: Int64 = 0
  private let start: Rational

  /// An event of `style` that is seen from `start` to `end`, with `effect`.
  init(
    _ sheet: SubStationSheet, style: SubStationSheet.Style, start: Rational, end: Rational, effect: Substring = ""
  ) {
    self.sheet = sheet
    self.style = style
    self.start = start
    alignment = style.alignment
    let duration = (try? (end - start).rounded(scaledBy: 1_000)) ?? 0
    demand = SubStationDemand(style, lasting: duration, effect: effect, in: sheet)
    run = SubtitleText.Run("", style: style.text)
  }

  /// Reads `source`.
  mutating func read(_ source: Substring) {
    var rest = source.prefix(ScriptLimits.eventBytes)
    while let first = rest.first {
      if first == "{", let end = rest.firstIndex(of: "}") {
        readOverrides(rest[..<end].dropFirst())
        rest = rest[rest.index(after: end)...]
      } else if first == "\\", let letter = rest.dropFirst().first, "Nnh".contains(letter) {
        add(letter == "h" ? "\u{A0}" : "\n")
        rest = rest.dropFirst(2)
      } else {
        let piece = rest.dropFirst().prefix { $0 != "{" && $0 != "\\" }
        add(rest[rest.startIndex..<piece.endIndex])
        rest = rest[piece.endIndex...]
      }
    }
  }

  private mutating func add(_ piece: some StringProtocol) {
    demand.read(piece, drawingScale: drawingScale)
    guard drawingScale == 0, text.runs.count < SubtitleLimits.runs, count < SubtitleLimits.characters else { return }
    let letters = piece.prefix(SubtitleLimits.characters - count)
    count += letters.count
    text.append(String(letters), like: run)
  }

  /// Overrides are parted by backslashes, but for those inside parentheses.
  private mutating func readOverrides(_ block: Substring) {
    var (depth, current) = (0, "")
    for character in block {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "\\", depth <= 0 {
        readOverride(current[...])
        current = ""
      } else {
        current.append(character)
      }
    }
    readOverride(current[...])
  }

  /// The names of the overrides, those first that begin as others do.
  private static let names = [
    "alpha", "move", "fade", "fad", "pos", "org", "clip", "iclip", "xbord", "ybord", "xshad", "yshad", "bord", "shad",
    "blur", "fscx", "fscy", "fsp", "frx", "fry", "frz", "fax", "fay", "fn", "fs", "fe", "fr", "be", "an", "1c", "2c",
    "3c", "4c", "1a", "2a", "3a", "4a", "kf", "ko", "kt", "pbo", "k", "K", "b", "i", "u", "s", "c", "a", "q", "r", "t",
    "p",
  ]

  /// The name of the override that `tag` begins with; nil for none.
  static func name(of tag: Substring) -> String? { names.first { tag.hasPrefix($0) } }

  private mutating func readOverride(_ tag: Substring) {
    let tag = tag.trimmed
    guard let name = Self.name(of: tag) else { return }
    demand.read(name, tag.dropFirst(name.count))
    var value = tag.dropFirst(name.count).trimmed
    if value.hasPrefix("(") { value = value.dropFirst().prefix { $0 != ")" } }
    set(name, to: value)
  }

  private mutating func set(_ name: String, to value: Substring) {
    let number = Double(value).flatMap { $0.isFinite ? $0 : nil }
    let own = style.text
    switch name {
    case "b": run.style.isBold = number.map { $0 == 1 || $0 >= 600 } ?? own.isBold
    case "i": run.style.isItalic = number.map { $0 != 0 } ?? own.isItalic
    case "u": run.style.isUnderlined = number.map { $0 != 0 } ?? own.isUnderlined
    case "s": run.style.isStruckThrough = number.map { $0 != 0 } ?? own.isStruckThrough
    case "fn": run.style.fontFamily = value.isEmpty ? own.fontFamily : String(value.drop { $0 == "@" }.prefix(100))
    case "fs": run.style.fontSize = number.flatMap(sheet.fontSize) ?? own.fontSize
    case "c", "1c": run.style.color = color(value, over: run.style.color) ?? own.color
    case "2c": run.style.unsaidColor = color(value, over: run.style.unsaidColor) ?? own.unsaidColor
    case "3c": run.style.outlineColor = color(value, over: run.style.outlineColor) ?? own.outlineColor
    case "1a", "alpha":
      guard let opacity = opacity(value) else { return }
      run.style.color = (run.style.color ?? .white).opaque.faded(to: opacity)
      if name == "alpha" { run.style.outlineColor = run.style.outlineColor?.opaque.faded(to: opacity) }
    case "3a":
      if let opacity = opacity(value) { run.style.outlineColor = run.style.outlineColor?.opaque.faded(to: opacity) }
    case "bord": run.style.outlineWidth = number.flatMap(sheet.outline) ?? own.outlineWidth
    case "an": if let number, (1...9).contains(number) { alignment = Int(number) }
    case "a": if let number, (1...11).contains(number) { alignment = SubStationSheet.keypad(legacy: Int(number)) }
    case "pos", "move":
      let numbers = value.split(separator: ",").compactMap { Double($0.trimmed) }.filter(\.isFinite)
      if position == nil, numbers.count >= 2 { position = Point(x: numbers[0], y: numbers[1]) }
    case "fad":
      let numbers = value.split(separator: ",").compactMap { Int64($0.trimmed) }.map { max(0, min(3_600_000, $0)) }
      if numbers.count == 2 { fades = (milliseconds(numbers[0]), milliseconds(numbers[1])) }
    case "fade":
      // Three opacities and four times: only those that make a fade in and out are read.
      let numbers = value.split(separator: ",").compactMap { Int64($0.trimmed) }.map { max(0, min(3_600_000, $0)) }
      if numbers.count == 7 {
        fades = (milliseconds(max(0, numbers[4] - numbers[3])), milliseconds(max(0, numbers[6] - numbers[5])))
      }
    case "k", "K", "kf", "ko":
      run.time = try? start + Rational(beat, 100)
      beat += Int64(max(0, min(360_000, number ?? 0)))
    case "r":
      run.style = value.isEmpty ? own : (sheet.styles[String(value)]?.text ?? own)
    case "p": drawingScale = Int(max(0, min(31, number ?? 0)))
    default: break
    }
  }

  private func milliseconds(_ number: Int64) -> Rational { (try? Rational(number, 1_000)) ?? .zero }

  /// A color that keeps how opaque the one before was, for overrides do not say it.
  private func color(_ text: Substring, over before: Color?) -> Color? {
    SubStationColor.color(text)?.opaque.faded(to: before?.alpha ?? 1)
  }

  private func opacity(_ text: Substring) -> Double? {
    let digits = text.filter { $0 != "&" && $0 != "H" && $0 != "h" }
    return UInt8(digits, radix: 16).map { 1 - Double($0) / 255 }
  }
}
