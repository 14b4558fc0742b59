package import EditingModel

/// A strict JSON reader (RFC 8259) that keeps the digits of numbers, the order of keys, and the position of every value.
///
/// Never traps, whatever the text: nesting is bounded, and each syntax error is thrown with its position.
struct JSONReader {
  /// The deepest nesting of arrays and objects; the reader recurses once a level.
  static let deepestNesting = 128

  /// A key that an object repeats; its first value counts.
  struct DuplicateKey {
    var name: String
    var pointer: JSONPointer
    var offset: Int
    /// The first byte behind its value.
    var end: Int
  }

  private(set) var duplicateKeys: [DuplicateKey] = []
  private var bytes: JSONBytes
  private var tokens: [String] = []

  /// A reader of UTF-8 text.
  init(_ text: [UInt8]) {
    self.bytes = JSONBytes(text)
  }

  /// Reads the one value that the text holds.
  mutating func readRoot() throws(JSONSyntaxError) -> JSONNode {
    if let offset = bytes.firstInvalidOffset {
      throw JSONSyntaxError(
        offset: offset, pointer: JSONPointer(),
        diagnostic: Diagnostic("The text is not UTF-8.", expected: "a text saved as UTF-8"))
    }
    bytes.skipByteOrderMark()
    let root = try readValue()
    bytes.skipSpace()
    if !bytes.isAtEnd { throw unexpected(expected: "the end of the text") }
    return root
  }

  private mutating func readValue() throws(JSONSyntaxError) -> JSONNode {
    bytes.skipSpace()
    let offset = bytes.offset
    let content: JSONNode.Content
    switch bytes.character {
    case "{": content = try readObject()
    case "[": content = try readArray()
    case "\"": content = .string(try readString())
    case let digit? where digit == "-" || ("0"..."9").contains(digit): content = .number(try readNumber())
    default:
      if bytes.take("true") {
        content = .bool(true)
      } else if bytes.take("false") {
        content = .bool(false)
      } else if bytes.take("null") {
        content = .null
      } else {
        throw unexpected(expected: "a value: an object, an array, a string, a number, true, false or null")
      }
    }
    return JSONNode(offset: offset, end: bytes.offset, content: content)
  }

  private mutating func readObject() throws(JSONSyntaxError) -> JSONNode.Content {
    var members: [JSONNode.Member] = []
    var keys: Set<String> = []
    try readItems(from: "{", to: "}", of: "object") { reader throws(JSONSyntaxError) in
      let keyOffset = reader.bytes.offset
      guard reader.bytes.next == UInt8(ascii: "\"") else {
        throw reader.unexpected(expected: "a key in quotation marks")
      }
      let key = try reader.readString()
      reader.bytes.skipSpace()
      guard reader.bytes.take(":") else { throw reader.unexpected(expected: "a colon after the key") }
      reader.tokens.append(key)
      let value = try reader.readValue()
      if keys.insert(key).inserted {
        members.append(JSONNode.Member(key: key, keyOffset: keyOffset, value: value))
      } else {
        reader.duplicateKeys.append(
          DuplicateKey(name: key, pointer: JSONPointer(reader.tokens), offset: keyOffset, end: value.end))
      }
      reader.tokens.removeLast()
    }
    return .object(members)
  }

  private mutating func readArray() throws(JSONSyntaxError) -> JSONNode.Content {
    var elements: [JSONNode] = []
    try readItems(from: "[", to: "]", of: "array") { reader throws(JSONSyntaxError) in
      reader.tokens.append(String(elements.count))
      elements.append(try reader.readValue())
      reader.tokens.removeLast()
    }
    return .array(elements)
  }

  /// Reads items between two brackets, with commas between them.
  private mutating func readItems(
    from open: String, to close: String, of kind: String,
    readItem: (inout JSONReader) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    guard tokens.count < Self.deepestNesting else {
      throw error("The text is nested deeper than \(Self.deepestNesting) levels.", expected: "a flatter text")
    }
    _ = bytes.take(open)
    bytes.skipSpace()
    if bytes.take(close) { return }
    while true {
      bytes.skipSpace()
      try readItem(&self)
      bytes.skipSpace()
      if bytes.take(close) { return }
      guard bytes.take(",") else {
        throw unexpected(expected: "a comma or the end of the \(kind)")
      }
      bytes.skipSpace()
      if bytes.peek(close) {
        throw error("A comma stands before the end of the \(kind).", expected: "another item, or no comma")
      }
    }
  }

  private mutating func readString() throws(JSONSyntaxError) -> String {
    _ = bytes.take("\"")
    var text = ""
    while true {
      text += bytes.takeUnescaped()
      if bytes.take("\"") { return text }
      if bytes.take("\\") {
        text.unicodeScalars.append(try readEscape())
      } else if bytes.isAtEnd {
        throw error("The text ends within a string.", expected: "a quotation mark")
      } else {
        throw error("A control character stands in a string.", expected: "an escape such as \\n")
      }
    }
  }

  /// Reads what follows a backslash.
  private mutating func readEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let simple: [(String, Unicode.Scalar)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"), ("r", "\r"), ("t", "\t"),
    ]
    for (letter, scalar) in simple where bytes.take(letter) { return scalar }
    guard bytes.take("u") else { throw unexpected(expected: "an escape: \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u0000") }
    let first = try readCodeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), bytes.take("\\u") else {
      throw error("Half of a surrogate pair stands alone.", expected: "a pair such as \\ud83d\\ude00")
    }
    let second = try readCodeUnit()
    guard UTF16.isTrailSurrogate(second) else {
      throw error("Half of a surrogate pair stands alone.", expected: "a pair such as \\ud83d\\ude00")
    }
    // Each half holds ten bits of the value above 0xFFFF.
    let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Reads four hexadecimal digits.
  private mutating func readCodeUnit() throws(JSONSyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = bytes.next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected(expected: "four hexadecimal digits")
      }
      bytes.advance()
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private mutating func readNumber() throws(JSONSyntaxError) -> String {
    let start = bytes.offset
    _ = bytes.take("-")
    if bytes.take("0") {
      if bytes.takeDigits() > 0 {
        throw error("A number begins with a zero.", expected: "no zeros before the number")
      }
    } else if bytes.takeDigits() == 0 {
      throw unexpected(expected: "a digit")
    }
    if bytes.take("."), bytes.takeDigits() == 0 { throw unexpected(expected: "a digit after the decimal point") }
    if bytes.take("e") || bytes.take("E") {
      _ = bytes.take("+") || bytes.take("-")
      if bytes.takeDigits() == 0 { throw unexpected(expected: "a digit of the exponent") }
    }
    return bytes.text(from: start)
  }

  private func unexpected(expected: String) -> JSONSyntaxError {
    guard let character = bytes.character else { return error("The text ends too early.", expected: expected) }
    return error("Found \(JSONValue.quoted(String(character))).", expected: expected)
  }

  private func error(_ message: String, expected: String) -> JSONSyntaxError {
    JSONSyntaxError(
      offset: bytes.offset, pointer: JSONPointer(tokens), diagnostic: Diagnostic(message, expected: expected))
  }
}

/// The fault of a text that is not JSON: where reading stopped, what was found and what was expected.
package struct JSONSyntaxError: Error, Diagnosed {
  /// The byte of the error.
  package var offset: Int
  /// The value that was being read.
  package var pointer: JSONPointer
  /// The fault, and the expected value.
  package var diagnostic: Diagnostic
}
