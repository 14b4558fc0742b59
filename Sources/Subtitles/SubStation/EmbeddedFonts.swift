/// The fonts that a script brings, or a film for its scripts, as text: each three bytes are four characters from `!` on.
///
/// Only what begins as fonts do is kept, of bounded size; what draws the script reads it with FreeType.
public struct EmbeddedFonts: Sendable {
  private struct Font: Sendable {
    var name: String
    var line: Int
    var text: [Substring] = []
    var byteCount = 0
  }

  /// The section of the script, with its heading; empty where there is no font.
  private(set) var section = ""
  private var count = 0
  private var byteCount = 0
  private var open: Font?

  /// No fonts.
  public init() {}

  /// Keeps the font in the file `bytes` called `name`, if it is one.
  public mutating func add(_ name: String, _ bytes: [UInt8]) {
    var unsaid = SubtitleWarnings()
    guard bytes.count <= ScriptLimits.fontBytes else { return }
    keep(name, Self.encoded(bytes), startingWith: Array(bytes.prefix(6)), line: nil, &unsaid)
  }

  /// Whether there is none.
  var isEmpty: Bool { count == 0 }

  /// The first bytes of files of fonts: TrueType, OpenType, collections, Type 1.
  private static let beginnings: [[UInt8]] = [
    [0, 1, 0, 0], Array("OTTO".utf8), Array("true".utf8), Array("ttcf".utf8), Array("%!PS".utf8), [0x80, 1],
  ]

  /// Reads a line of the section.
  mutating func read(_ line: TextLines.Line, _ warnings: inout SubtitleWarnings) {
    if line.text.hasPrefix("fontname:") {
      close(&warnings)
      open = Font(name: String(line.text.dropFirst("fontname:".count).trimmed.prefix(200)), line: line.number)
    } else if open != nil, open?.byteCount ?? 0 <= ScriptLimits.fontBytes {
      open?.text.append(line.text.trimmed)
      open?.byteCount += line.text.utf8.count
    }
  }

  /// Keeps the font that was read last.
  mutating func close(_ warnings: inout SubtitleWarnings) {
    guard let font = open else { return }
    open = nil
    let text = font.text.joined(separator: "\n")
    let start = Self.decoded(text.utf8.lazy.filter { $0 != 0x0A }.prefix(8))
    keep(font.name, text, startingWith: start, line: font.line, &warnings)
  }

  private mutating func keep(
    _ name: String, _ text: String, startingWith start: [UInt8], line: Int?, _ warnings: inout SubtitleWarnings
  ) {
    guard Self.beginnings.contains(where: { start.starts(with: $0) }) else {
      return warnings.add(line: line, "“\(name)” is no font. It is not used.")
    }
    guard count < ScriptLimits.fonts, byteCount + text.utf8.count <= ScriptLimits.fontBytes else {
      return warnings.add(
        line: line,
        "There are more than \(ScriptLimits.fonts) fonts, or \(ScriptLimits.fontBytes >> 20) MB of them. The font “\(name)” is not used."
      )
    }
    count += 1
    byteCount += text.utf8.count
    let title = name.filter { !$0.isNewline && $0 != "\0" }
    section += (section.isEmpty ? "[Fonts]\n" : "") + "fontname: \(title)\n\(text)\n"
  }

  /// The bytes that `text` stands for.
  private static func decoded(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for character in text {
      bits = bits << 6 | UInt32(character &- 33) & 63
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }

  /// `bytes` as lines of 80 characters.
  private static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 60 * 81 + 100)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << UInt32(16 - 8 * $1.offset) }
      for index in 0...group.count { text.append(UInt8(bits >> UInt32(18 - 6 * index) & 63) + 33) }
      if start % 60 == 57 { text.append(0x0A) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
