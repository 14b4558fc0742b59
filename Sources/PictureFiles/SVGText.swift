/// The amount of text in a drawing in SVG, as far as its bytes tell: librsvg takes time with the square of a line's
/// letters, which nothing bounds.
struct SVGText {
  /// Letters of the longest stretch between two tags.
  private(set) var longest = 0
  /// All letters that may be drawn.
  private(set) var count = 0
  /// Whether a text takes letters from an entity of the file's own, which can expand to any number.
  private(set) var hasEntities = false

  /// Letters of a stretch, and of all, that are drawn in seconds.
  private static let limits = (stretch: 2_048, all: 16_384)

  /// Looks through `bytes`, in UTF-8 or another encoding that has ASCII's letters.
  init(_ bytes: [UInt8]) {
    var offset = 0
    var depth = 0
    var stretch = 0
    while offset < bytes.count {
      guard bytes[offset] == UInt8(ascii: "<") else {
        if depth > 0 {
          stretch += 1
          count += 1
          longest = max(longest, stretch)
          if bytes[offset] == UInt8(ascii: "&"), !Self.isStandard(bytes[offset...].prefix(8)) { hasEntities = true }
        }
        offset += 1
        continue
      }
      let rest = bytes[offset...]
      if rest.starts(with: "<!--".utf8) {
        offset = Self.end(of: "-->", in: bytes, from: offset + 4)
      } else if rest.starts(with: "<![CDATA[".utf8) {
        let end = Self.end(of: "]]>", in: bytes, from: offset + 9)
        if depth > 0 {
          stretch += end - offset
          count += end - offset
          longest = max(longest, stretch)
        }
        offset = end
      } else {
        if Self.isTag(rest, "<text") { depth += 1 }
        if Self.isTag(rest, "</text") { depth = max(0, depth - 1) }
        stretch = 0
        offset = Self.end(of: ">", in: bytes, from: offset + 1)
        // A text of its own that has no content is none.
        if offset >= 2, bytes[offset - 2] == UInt8(ascii: "/"), Self.isTag(rest, "<text") { depth -= 1 }
      }
    }
  }

  /// Throws where it is more than can be drawn.
  func check() throws(PictureError) {
    guard longest <= Self.limits.stretch, count <= Self.limits.all, !hasEntities else {
      throw PictureError(
        .unsupported,
        hasEntities
          ? "The drawing takes its text from entities of its own."
          : "The drawing has \(count) letters of text, \(longest) of them on end.",
        remedy:
          "Draw the letters as paths: at most \(Self.limits.all) letters, and \(Self.limits.stretch) on end, are drawn."
      )
    }
  }

  /// Whether `bytes` begin with the tag `name`, with or without the prefix svg.
  private static func isTag(_ bytes: ArraySlice<UInt8>, _ name: String) -> Bool {
    let sign = name.prefix { !$0.isLetter }
    for tag in [name, sign + "svg:" + name.dropFirst(sign.count)] where bytes.starts(with: tag.utf8) {
      let next = bytes.dropFirst(tag.utf8.count).first ?? UInt8(ascii: ">")
      return next <= UInt8(ascii: " ") || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
    }
    return false
  }

  private static func isStandard(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"].contains { bytes.starts(with: $0.utf8) }
  }

  /// Past the next `mark` from `offset` on; the end where there is none.
  private static func end(of mark: String, in bytes: [UInt8], from offset: Int) -> Int {
    let mark = Array(mark.utf8)
    var place = offset
    while place + mark.count <= bytes.count {
      if bytes[place] == mark[0], bytes[place...].starts(with: mark) { return place + mark.count }
      place += 1
    }
    return bytes.count
  }
}
