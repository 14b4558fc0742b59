/// The bytes of a JSON text and a place among them.
struct JSONBytes {
  /// The byte that is read next.
  private(set) var offset = 0
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether everything has been read.
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

  /// The first byte that is not part of a UTF-8 sequence; nil where all are.
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

  /// Reads past a byte order mark, which some editors put before a text (RFC 8259, section 8.1).
  mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// Reads past spaces, tabs and line breaks.
  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  /// Reads past one byte.
  mutating func advance() {
    if !isAtEnd { offset += 1 }
  }

  /// Whether `text` stands next.
  func peek(_ text: String) -> Bool {
    bytes[offset...].starts(with: text.utf8)
  }

  /// Reads past `text` if it stands next.
  mutating func take(_ text: String) -> Bool {
    guard peek(text) else { return false }
    offset += text.utf8.count
    return true
  }

  /// Reads past decimal digits and counts them.
  mutating func takeDigits() -> Int {
    let start = offset
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset - start
  }

  /// Reads the characters of a string up to a quotation mark, a backslash or a control character.
  mutating func takeUnescaped() -> String {
    let start = offset
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { offset += 1 }
    return text(from: start)
  }

  /// The text from `start` up to here.
  func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }
}
