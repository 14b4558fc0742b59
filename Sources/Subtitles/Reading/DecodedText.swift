/// Text out of bytes in an encoding that is named, or found out.
struct DecodedText {
  /// The text, without a byte order mark, and with U+FFFD for what is no character.
  let text: String
  /// The encoding's name.
  let encoding: String
  /// The warning about a guess or an error; nil where there is none.
  let warning: String?

  /// The text of `bytes` in `charset`; if that is nil, in the encoding that they seem to have.
  ///
  /// - Throws: ``SubtitleError`` where the encoding is not known.
  init(_ bytes: [UInt8], charset: String?) throws(SubtitleError) {
    let mark = Self.mark(of: bytes)
    if let charset, mark == nil || !Self.isUnicode(charset) {
      guard let text = Charset.text(of: bytes, in: charset) else {
        throw SubtitleError(
          "There is no encoding \(charset).", expected: "a name as utf-8, utf-16le, windows-1252 or shift_jis",
          remedy: "iconv --list shows what there is.")
      }
      self.init(
        text, charset.lowercased(), text.contains("\u{FFFD}") ? "Some bytes are no characters of \(charset)." : nil)
      return
    }
    if let mark {
      let rest = Array(bytes.dropFirst(mark.length))
      let text = mark.width == 1 ? String(decoding: rest, as: UTF8.self) : Self.wide(rest, mark)
      self.init(text, mark.name, text.contains("\u{FFFD}") ? "Some bytes are no characters of \(mark.name)." : nil)
      return
    }
    if let isLittle = Self.seemsWide(bytes) {
      let name = isLittle ? "utf-16le" : "utf-16be"
      let text = Self.wide(bytes, Mark(name: name, length: 0, width: 2, isLittle: isLittle))
      self.init(text, name, "The encoding is taken for \(name.uppercased()), since every other byte is zero.")
      return
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      self.init(text, "utf-8", nil)
      return
    }
    if let text = Self.mostlyUnicode(bytes) {
      self.init(text, "utf-8", "Some bytes are no characters of UTF-8; they are shown as \u{FFFD}.")
      return
    }
    let isCyrillic = CodePages.seemsCyrillic(bytes)
    let (page, name) = isCyrillic ? (CodePages.cyrillic, "windows-1251") : (CodePages.western, "windows-1252")
    self.init(
      CodePages.text(of: bytes, in: page), name,
      "The text is not UTF-8. It is read as \(isCyrillic ? "Windows-1251" : "Windows-1252"); name its charset if that is wrong."
    )
  }

  private init(_ text: String, _ encoding: String, _ warning: String?) {
    var scalars = String.UnicodeScalarView()
    var isFirst = true
    for scalar in text.unicodeScalars {
      // A mark belongs to no text; WebVTT §4.1 replaces zeros.
      if isFirst, scalar == "\u{FEFF}" {
        isFirst = false
        continue
      }
      isFirst = false
      scalars.append(scalar == "\0" ? "\u{FFFD}" : scalar)
    }
    self.text = String(scalars)
    self.encoding = encoding
    self.warning = warning
  }

  // MARK: Unicode

  /// The encoding by a byte order mark.
  private struct Mark {
    let name: String
    let length: Int
    /// Bytes in a unit.
    let width: Int
    let isLittle: Bool
  }

  private static func isUnicode(_ charset: String) -> Bool { charset.lowercased().hasPrefix("u") }

  private static func mark(of bytes: [UInt8]) -> Mark? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Mark(name: "utf-8", length: 3, width: 1, isLittle: false) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return Mark(name: "utf-32le", length: 4, width: 4, isLittle: true) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return Mark(name: "utf-32be", length: 4, width: 4, isLittle: false) }
    if bytes.starts(with: [0xFF, 0xFE]) { return Mark(name: "utf-16le", length: 2, width: 2, isLittle: true) }
    if bytes.starts(with: [0xFE, 0xFF]) { return Mark(name: "utf-16be", length: 2, width: 2, isLittle: false) }
    return nil
  }

  private static func wide(_ bytes: [UInt8], _ mark: Mark) -> String {
    let units = stride(from: 0, to: bytes.count - bytes.count % mark.width, by: mark.width).map { start in
      (0..<mark.width).reduce(UInt32(0)) { unit, index in
        unit << 8 | UInt32(bytes[start + (mark.isLittle ? mark.width - 1 - index : index)])
      }
    }
    return mark.width == 2
      ? String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
      : String(decoding: units, as: UTF32.self)
  }

  /// Whether bytes without a mark look like UTF-16 of mostly Latin letters, the lower byte first or not; nil where they do not.
  private static func seemsWide(_ bytes: [UInt8]) -> Bool? {
    let head = bytes.prefix(4_096)
    guard head.count >= 4 else { return nil }
    var zeros = [0, 0]
    for (index, byte) in head.enumerated() where byte == 0 { zeros[index % 2] += 1 }
    let half = head.count / 2
    if zeros[1] * 10 > half * 4, zeros[0] * 20 < half { return true }
    if zeros[0] * 10 > half * 4, zeros[1] * 20 < half { return false }
    return nil
  }

  /// The text of bytes that are UTF-8 but for a few; nil where they are not.
  private static func mostlyUnicode(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    var (wrong, right) = (0, 0)
    for scalar in text.unicodeScalars where scalar.value >= 0x80 {
      if scalar == "\u{FFFD}" { wrong += 1 } else { right += 1 }
    }
    return right > 10 * wrong ? text : nil
  }
}

/// Encodings of a byte a character that files without a mark have most often.
enum CodePages {
  /// The characters 0x80 to 0x9F of Windows-1252; the others are those of Latin-1.
  static let western: [Unicode.Scalar] = page(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ", from: 0x80)
  /// The characters 0x80 to 0xFF of Windows-1251.
  static let cyrillic: [Unicode.Scalar] = page(
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
      + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя", from: 0x80)

  private static func page(_ characters: String, from first: UInt32) -> [Unicode.Scalar] {
    var page = (0..<256).map { Unicode.Scalar(UInt8($0)) }
    for (index, scalar) in characters.unicodeScalars.enumerated() { page[Int(first) + index] = scalar }
    return page
  }

  /// The text of `bytes` by `page`.
  static func text(of bytes: [UInt8], in page: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(bytes.map { page[Int($0)] }))
  }

  /// Whether most letters are those that Cyrillic pages have, and small ones follow each other: in Western languages letters
  /// above 0x80 stand alone.
  static func seemsCyrillic(_ bytes: [UInt8]) -> Bool {
    var (latin, high, pairs) = (0, 0, 0)
    var wasHigh = false
    for byte in bytes {
      let isHigh = byte >= 0xC0
      if isHigh { high += 1 }
      if isHigh, wasHigh { pairs += 1 }
      if (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) { latin += 1 }
      wasHigh = isHigh
    }
    return high > latin && pairs * 2 > high
  }
}
