/// A cursor over the bytes of a JSON text.
struct JSONBytes {
  /// The position of the next byte.
  private(set) var offset = 0
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether the cursor stands at the end.
  var isAtEnd: Bool { offset == bytes.count }

  /// The next byte; nil at the end.
  var next: UInt8? { isAtEnd ? nil : bytes[offset] }

  /// The next character, for messages; nil at the end.
  var character: Unicode.Scalar? {
    var rest = bytes[offset...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    return scalar
  }

  /// The first byte that is not valid UTF-8; nil where all are.
  var firstInvalidOffset: Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var valid = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded): valid += encoded.count
      case .error: return valid
      case .emptyInput: return nil
      }
    }
  }

  /// Skips a byte order mark, which some editors put before a text (RFC 8259, section 8.1).
  mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Skips spaces, tabs and line breaks.
  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  /// Skips one byte.
  mutating func advance() {
    if !isAtEnd { offset += 1 }
  }

  /// Whether `text` comes next.
  func peek(_ text: String) -> Bool {
    bytes[offset...].starts(with: text.utf8)
  }

  /// Skips `text` if it comes next; returns whether it does.
  mutating func take(_ text: String) -> Bool {
    guard peek(text) else { return false }
    offset += text.utf8.count
    return true
  }

  /// Skips decimal digits; returns how many.
  mutating func takeDigits() -> Int {
    let start = offset
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset - start
  }

  /// Takes the characters of a string up to a quotation mark, a backslash or a control character.
  mutating func takeUnescaped() -> String {
    let start = offset
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset += 1 }
    return text(from: start)
  }

  /// The text from `start` up to the cursor.
  func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }
}

/// The line starts of a text: turn a byte offset into a line and a column.
struct TextLines: Sendable {
  /// A line and a column.
  struct Position: Hashable, Sendable {
    /// The line, from 1.
    var line: Int
    /// The Unicode scalar in the line, from 1.
    var column: Int
  }

  private let bytes: [UInt8]
  /// The first byte of each line.
  private let starts: [Int]

  /// The lines of `bytes`, which end in LF, CR LF or CR.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      let isFollowedByFeed = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && !isFollowedByFeed) { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  /// The line and column of the byte at `offset`, which is clamped to the text.
  func position(at offset: Int) -> Position {
    let offset = min(max(0, offset), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    // Continuation bytes of UTF-8 belong to the scalar before them.
    let characters = bytes[starts[low]..<offset].count { $0 & 0xC0 != 0x80 }
    return Position(line: low + 1, column: characters + 1)
  }
}
