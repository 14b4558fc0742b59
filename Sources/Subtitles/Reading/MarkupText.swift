/// Characters that stand for others in markup: `&amp;`, `&#233;`, `&nbsp;` (HTML §13.2.5.72).
enum MarkupText {
  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
    "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
    "shy": "\u{AD}",
    "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«",
    "raquo": "»", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "eacute": "é", "egrave": "è", "agrave": "à",
    "uuml": "ü", "ouml": "ö", "auml": "ä", "szlig": "ß", "ccedil": "ç", "ntilde": "ñ", "hearts": "♥", "sung": "♪",
  ]

  /// `text` with what stands for other characters replaced; what is no such name stays.
  static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    var result = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...]
      let name = rest.dropFirst().prefix(12).prefix { $0 != ";" && $0 != "&" && !$0.isWhitespace }
      let end = name.endIndex
      if end < rest.endIndex, rest[end] == ";", let character = character(named: name) {
        result += character
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static func character(named name: Substring) -> String? {
    guard name.hasPrefix("#") else { return named[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    guard let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
      let scalar = Unicode.Scalar(value), value != 0
    else { return nil }
    return String(Character(scalar))
  }

  /// `text` with `&`, `<` and `>` written as names.
  static func encoded(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\u{200E}": result += "&lrm;"
      case "\u{200F}": result += "&rlm;"
      case "\u{A0}": result += "&nbsp;"
      default: result.append(character)
      }
    }
    return result
  }
}
