import EditingModel

/// The layout of a JSON text: its line ends, its indentation, and whether it has spaces.
struct JSONStyle {
  /// The text.
  private let text: [UInt8]
  /// The bytes that end a line; empty where the text is one line.
  let lineEnd: [UInt8]
  /// The indentation of a level.
  private let unit: [UInt8]
  /// The spacing of a line's parts.
  let spacing: JSONText.Spacing
  /// Whether nothing stands between the values but what must.
  var isDense: Bool { spacing == .dense }

  /// The style of `text`, which is JSON.
  init(of text: [UInt8]) {
    self.text = text
    let end = text.firstIndex { $0 == 0x0A || $0 == 0x0D }
    // Bytes behind the value are no layout.
    let isOneLine = end.map { text[$0...].allSatisfy(Self.isSpace) } ?? true
    if let end, !isOneLine {
      lineEnd = text[end] == 0x0D && text.dropFirst(end + 1).first == 0x0A ? [0x0D, 0x0A] : [text[end]]
    } else {
      lineEnd = []
    }
    if isOneLine, !Self.hasSpace(text) {
      spacing = .dense
    } else {
      let opened = text.indices.dropFirst(2).first { index in
        text[index] == UInt8(ascii: "{") && (text[index - 1] == 0x20 || text[index - 1] == UInt8(ascii: "["))
          && (text[index - 1] == UInt8(ascii: "[") || text[index - 2] == UInt8(ascii: "["))
      }
      spacing = opened.map { text[$0 - 1] == 0x20 } == true ? .wide : .plain
    }
    let indented = text.indices.dropFirst().first { index in
      Self.isLineEnd(text[index - 1]) && (text[index] == 0x20 || text[index] == 0x09)
    }
    unit = indented.map { Array(text[$0...].prefix { $0 == 0x20 || $0 == 0x09 }) } ?? [0x20, 0x20]
  }

  /// Whether a byte is white space.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineEnd(byte) }

  /// Whether a byte ends a line.
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Whether nothing but white space follows `offset` in its line.
  func beginsLine(after offset: Int) -> Bool {
    text.dropFirst(offset).first { $0 != 0x20 && $0 != 0x09 }.map(Self.isLineEnd) ?? false
  }

  /// The first byte of the line of `offset`.
  func lineStart(of offset: Int) -> Int {
    (text.prefix(offset).lastIndex(where: Self.isLineEnd) ?? -1) + 1
  }

  /// The number of characters in the line before `offset`.
  func column(of offset: Int) -> Int {
    text[lineStart(of: offset)..<min(max(offset, 0), text.count)].count { $0 & 0xC0 != 0x80 }
  }

  /// The indentation of the line of `offset`.
  func indentation(of offset: Int) -> [UInt8] {
    Array(text[lineStart(of: offset)...].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  /// A new line with the indentation of a level below that of the line of `offset`.
  func deeperLine(than offset: Int) -> [UInt8] { lineEnd + indentation(of: offset) + unit }

  /// The bytes of `value` at `offset` of the text; its members on lines of their own where it `isSplit`.
  ///
  /// - Parameters:
  ///   - column: the characters before it in its line; those before `offset` unless given.
  ///   - indentation: that of its line; that of the line of `offset` unless given.
  ///   - width: how long its line may be.
  func bytes(
    of value: JSONEdit.Value, at offset: Int, column: Int? = nil, indentation: [UInt8]? = nil, isSplit: Bool = false,
    width: Int = JSONText.wide
  ) -> [UInt8] {
    guard case .node(let node) = value else {
      if case .text(let bytes) = value { return bytes }
      return []
    }
    if lineEnd.isEmpty { return Array(JSONText.line(of: node, spacing: spacing).utf8) }
    let text = JSONText.text(
      of: node, column: column ?? self.column(of: offset), width: width, isSplit: isSplit && node.holdsItems,
      spacing: spacing)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let base = indentation ?? self.indentation(of: offset)
    return lines.enumerated().reduce(into: []) { bytes, line in
      guard line.offset > 0 else { return bytes += line.element.utf8 }
      let spaces = line.element.prefix { $0 == " " }.count
      bytes += lineEnd + base
      for _ in 0..<(spaces / 2) { bytes += unit }
      bytes += line.element.dropFirst(spaces).utf8
    }
  }

  /// Whether white space stands anywhere outside of strings, but at the end.
  private static func hasSpace(_ text: [UInt8]) -> Bool {
    var isInString = false
    var isEscaped = false
    let end = (text.lastIndex { !isSpace($0) } ?? -1) + 1
    for byte in text[..<end] {
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if isSpace(byte) {
        return true
      }
    }
    return false
  }
}
