/// An element of a file in XML, with what is inside it.
///
/// The reader supports elements, attributes, text, CDATA and the five entities of XML. Document type definitions are
/// skipped: no entities are defined, and no other files are read.
final class MarkupNode {
  /// The name without its namespace; empty for text.
  let name: String
  /// The attributes by their names without namespaces.
  var attributes: [String: String] = [:]
  /// The nodes inside, in order.
  var children: [MarkupNode] = []
  /// The letters of a text.
  var text = ""
  /// The line where it begins.
  let line: Int

  init(_ name: String, line: Int) {
    self.name = name
    self.line = line
  }

  /// The elements called `name` directly inside.
  func all(_ name: String) -> [MarkupNode] { children.filter { $0.name == name } }

  /// The first element called `name`, however deep; the tree is no deeper than the limit.
  func first(_ name: String) -> MarkupNode? {
    if self.name == name { return self }
    for child in children { if let found = child.first(name) { return found } }
    return nil
  }

  /// The root of `source`, as far as it can be read; nil where there is none.
  static func root(of source: String, _ warnings: inout SubtitleWarnings) -> MarkupNode? {
    var parser = MarkupParser(source)
    let root = parser.parse(&warnings)
    return root
  }
}

/// Reads XML into a tree.
private struct MarkupParser {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var count = 0
  private var open: [MarkupNode] = []
  private var root: MarkupNode?

  init(_ source: String) { bytes = Array(source.utf8) }

  mutating func parse(_ warnings: inout SubtitleWarnings) -> MarkupNode? {
    while place < bytes.count, count < SubtitleLimits.elements {
      if bytes[place] != UInt8(ascii: "<") {
        addText(upTo: next(UInt8(ascii: "<"), from: place) ?? bytes.count)
      } else if starts(with: "<!--") {
        skip(past: "-->", &warnings)
      } else if starts(with: "<![CDATA[") {
        let start = place + 9
        let end = find("]]>", from: start) ?? bytes.count
        add(String(decoding: bytes[start..<end], as: UTF8.self))
        move(to: min(bytes.count, end + 3))
      } else if starts(with: "<!") || starts(with: "<?") {
        skipDefinition()
      } else if starts(with: "</") {
        let end = next(UInt8(ascii: ">"), from: place) ?? bytes.count
        let name = Self.local(String(decoding: bytes[min(end, place + 2)..<end], as: UTF8.self)[...].trimmed)
        // An end that fits none is passed over; one that fits an outer element ends those inside.
        if let index = open.lastIndex(where: { $0.name == name }) {
          open.removeSubrange(index...)
        } else {
          warnings.add(line: line, "</\(name.prefix(40))> ends nothing.")
        }
        move(to: min(bytes.count, end + 1))
      } else {
        readElement(&warnings)
      }
    }
    if !open.isEmpty { warnings.add(line: line, "The file ends inside of <\(open[open.count - 1].name.prefix(40))>.") }
    return root
  }

  private mutating func readElement(_ warnings: inout SubtitleWarnings) {
    let start = line
    place += 1
    let name = Self.local(word())
    guard !name.isEmpty else { return add("<") }
    let node = MarkupNode(String(name.prefix(100)), line: start)
    count += 1
    var isClosed = false
    while place < bytes.count {
      skipSpace()
      guard place < bytes.count else { break }
      if bytes[place] == UInt8(ascii: ">") {
        place += 1
        break
      }
      if bytes[place] == UInt8(ascii: "/") {
        isClosed = true
        place += 1
        continue
      }
      // A tag that another one begins in was never ended.
      if bytes[place] == UInt8(ascii: "<") { break }
      let key = word()
      skipSpace()
      guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
        if key.isEmpty { place += 1 }
        continue
      }
      place += 1
      skipSpace()
      let value = value()
      if node.attributes.count < 100 { node.attributes[Self.local(key[...])] = MarkupText.decoded(value) }
    }
    if root == nil { root = node }
    if let parent = open.last { parent.children.append(node) }
    guard !isClosed else { return }
    if open.count < SubtitleLimits.depth {
      open.append(node)
    } else {
      warnings.addOnce(
        "depth", line: start, "Elements are nested deeper than \(SubtitleLimits.depth). The rest is left out.")
    }
  }

  private mutating func value() -> String {
    guard place < bytes.count else { return "" }
    let quote = bytes[place]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = place + 1
      let end = next(quote, from: start) ?? bytes.count
      let text = String(decoding: bytes[start..<end].prefix(SubtitleLimits.characters), as: UTF8.self)
      move(to: min(bytes.count, end + 1))
      return text
    }
    return word()
  }

  /// The bytes up to white space or a mark of XML.
  private mutating func word() -> String {
    let start = place
    while place < bytes.count, !Self.isSpace(bytes[place]), !"<>/=".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func addText(upTo end: Int) {
    add(MarkupText.decoded(String(decoding: bytes[place..<end], as: UTF8.self)))
    move(to: end)
  }

  private mutating func add(_ text: String) {
    guard let parent = open.last, !text.isEmpty else { return }
    if let last = parent.children.last, last.name.isEmpty {
      last.text += text
    } else {
      count += 1
      let node = MarkupNode("", line: line)
      node.text = text
      parent.children.append(node)
    }
  }

  // MARK: Places

  private mutating func skip(past mark: String, _ warnings: inout SubtitleWarnings) {
    move(to: find(mark, from: place).map { $0 + mark.utf8.count } ?? bytes.count)
  }

  /// A definition ends with ">", or, where it holds others in brackets, behind those.
  private mutating func skipDefinition() {
    var depth = 0
    var end = place
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "[") { depth += 1 }
      if bytes[end] == UInt8(ascii: "]") { depth -= 1 }
      end += 1
      if bytes[end - 1] == UInt8(ascii: ">"), depth <= 0 { break }
    }
    move(to: end)
  }

  private mutating func skipSpace() {
    while place < bytes.count, Self.isSpace(bytes[place]) { move(to: place + 1) }
  }

  private mutating func move(to end: Int) {
    guard end > place else { return }
    line += bytes[place..<end].count { $0 == 0x0A }
    place = end
  }

  private func next(_ byte: UInt8, from start: Int) -> Int? {
    start < bytes.count ? bytes[start...].firstIndex(of: byte) : nil
  }

  private func find(_ mark: String, from start: Int) -> Int? {
    let mark = Array(mark.utf8)
    var index = start
    while let found = next(mark[0], from: index) {
      if bytes[found...].starts(with: mark) { return found }
      index = found + 1
    }
    return nil
  }

  private func starts(with mark: String) -> Bool { bytes[place...].starts(with: mark.utf8) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func local(_ name: some StringProtocol) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? String(name)
  }
}
