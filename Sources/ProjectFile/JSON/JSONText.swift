import EditingModel

/// The JSON writer of project files: indents by two spaces, and keeps a value on one line where it fits.
enum JSONText {
  /// The longest line on which an object or an array is kept together, in characters.
  static let width = 100
  /// The longest line of its own that something new is kept together on, in a text that people lay out.
  static let wide = 120
  /// The longest line into which something is put that stands beside others.
  static let widest = 160

  /// The text of `node`, ending in a line break. Its own members always have lines of their own.
  static func text(of node: JSONNode) -> String {
    var text = ""
    write(node, after: "", indentation: 0, into: &text, isSplit: true)
    return text + "\n"
  }

  /// The spacing of a line's parts.
  enum Spacing {
    /// `{"a":[{"b":1}]}`
    case dense
    /// `{ "a": [{ "b": 1 }] }`
    case plain
    /// `{ "a": [ { "b": 1 } ] }`
    case wide
  }

  /// The text of `node`, without a line break at its end, as it stands in a line that has `column` characters before it and may have
  /// `width`. Further lines are indented by two spaces for each level.
  ///
  /// - Parameter isSplit: whether its own members have lines of their own even where they fit into one.
  static func text(
    of node: JSONNode, column: Int, width: Int, isSplit: Bool, spacing: Spacing
  ) -> String {
    if !isSplit, let line = line(of: node, room: max(0, width - column), spacing) { return line }
    var text = ""
    // A value that does not fit has its members on lines of their own.
    write(node, after: "", indentation: 0, into: &text, isSplit: true, spacing: spacing)
    return text
  }

  /// The text of `node` on one line, however long.
  static func line(of node: JSONNode, spacing: Spacing) -> String { line(of: node, room: .max, spacing) ?? "null" }

  /// Writes the node on the line that begins with `start`, and on more lines where it does not fit.
  private static func write(
    _ node: JSONNode, after start: String, indentation: Int, into text: inout String, isSplit: Bool = false,
    spacing: Spacing = .plain
  ) {
    text += start
    if !isSplit, let line = line(of: node, room: width - indentation - start.count, spacing) {
      text += line
      return
    }
    let inner = String(repeating: " ", count: indentation + 2)
    let end = "\n" + String(repeating: " ", count: indentation)
    switch node.content {
    case .array(let elements) where !elements.isEmpty:
      text += "["
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        write(element, after: "", indentation: indentation + 2, into: &text, spacing: spacing)
      }
      text += end + "]"
    case .object(let members) where !members.isEmpty:
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        write(
          member.value, after: JSONValue.quoted(member.key) + ": ", indentation: indentation + 2, into: &text,
          spacing: spacing)
      }
      text += end + "}"
    default:
      text += line(of: node, room: .max, spacing) ?? ""
    }
  }

  /// The node on one line; nil where that takes more than `room` characters.
  private static func line(of node: JSONNode, room: Int, _ spacing: Spacing) -> String? {
    let text: String
    switch node.content {
    case .null: text = "null"
    case .bool(let value): text = value ? "true" : "false"
    case .number(let digits): text = digits
    case .string(let string): return JSONValue.quoted(string)
    case .array(let elements):
      guard let lines = lines(of: elements, room: room, spacing) else { return nil }
      let pad = spacing == .wide && elements.first?.isContainer == true ? " " : ""
      text = "[" + pad + lines.joined(separator: spacing == .dense ? "," : ", ") + pad + "]"
    case .object(let members):
      guard let lines = lines(of: members.map(\.value), room: room, spacing) else { return nil }
      let isDense = spacing == .dense
      let parts = zip(members, lines).map { member, line in
        JSONValue.quoted(member.key) + (isDense ? ":" : ": ") + line
      }
      let pad = isDense || parts.isEmpty ? "" : " "
      text = "{" + pad + parts.joined(separator: isDense ? "," : ", ") + pad + "}"
    }
    return text.count <= room ? text : nil
  }

  /// Each node on one line; nil as soon as they cannot fit into `room` together.
  private static func lines(of nodes: [JSONNode], room: Int, _ spacing: Spacing) -> [String]? {
    var lines: [String] = []
    var left = room
    for node in nodes {
      guard left > 0, let line = line(of: node, room: left, spacing) else { return nil }
      lines.append(line)
      left -= line.count + 2
    }
    return lines
  }
}

extension JSONNode {
  /// Whether it is an object or an array.
  var isContainer: Bool {
    switch content {
    case .array, .object: true
    default: false
    }
  }
}
