import EditingModel

/// The JSON writer of project files: indents by two spaces, and keeps a value on one line where it fits.
enum JSONText {
  /// The longest line on which an object or an array is kept together, in characters.
  static let width = 100

  /// The text of `node`, ending in a line break. Its own members always have lines of their own.
  static func text(of node: JSONNode) -> String {
    var text = ""
    write(node, after: "", indentation: 0, into: &text, isSplit: true)
    return text + "\n"
  }

  /// The text of `node`, without a line break at its end, as it stands in a line that has `column` characters before it. Further lines
  /// are indented by two spaces for each level.
  ///
  /// - Parameter isSplit: whether its own members have lines of their own even where they fit into one.
  static func text(of node: JSONNode, column: Int, isSplit: Bool) -> String {
    let start = String(repeating: " ", count: min(max(0, column), width))
    var text = ""
    write(node, after: start, indentation: 0, into: &text, isSplit: isSplit)
    return String(text.dropFirst(start.count))
  }

  /// The text of `node` on one line, however long; without any spaces where it `isDense`.
  static func line(of node: JSONNode, isDense: Bool) -> String {
    guard isDense else { return line(of: node, room: .max) ?? "null" }
    switch node.content {
    case .array(let elements):
      return "[" + elements.map { line(of: $0, isDense: true) }.joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { "\(JSONValue.quoted($0.key)):\(line(of: $0.value, isDense: true))" }
      return "{" + parts.joined(separator: ",") + "}"
    default: return line(of: node, room: .max) ?? "null"
    }
  }

  /// Writes the node on the line that begins with `start`, and on more lines where it does not fit.
  private static func write(
    _ node: JSONNode, after start: String, indentation: Int, into text: inout String, isSplit: Bool = false
  ) {
    text += start
    if !isSplit, let line = line(of: node, room: width - indentation - start.count) {
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
        write(element, after: "", indentation: indentation + 2, into: &text)
      }
      text += end + "]"
    case .object(let members) where !members.isEmpty:
      text += "{"
      for (index, member) in members.enumerated() {
        text += (index == 0 ? "\n" : ",\n") + inner
        write(member.value, after: JSONValue.quoted(member.key) + ": ", indentation: indentation + 2, into: &text)
      }
      text += end + "}"
    default:
      text += line(of: node, room: .max) ?? ""
    }
  }

  /// The node on one line; nil where that takes more than `room` characters.
  private static func line(of node: JSONNode, room: Int) -> String? {
    let text: String
    switch node.content {
    case .null: text = "null"
    case .bool(let value): text = value ? "true" : "false"
    case .number(let digits): text = digits
    case .string(let string): return JSONValue.quoted(string)
    case .array(let elements):
      guard let lines = lines(of: elements, room: room) else { return nil }
      text = "[" + lines.joined(separator: ", ") + "]"
    case .object(let members):
      guard let lines = lines(of: members.map(\.value), room: room) else { return nil }
      let parts = zip(members, lines).map { member, line in "\(JSONValue.quoted(member.key)): \(line)" }
      text = parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
    }
    return text.count <= room ? text : nil
  }

  /// Each node on one line; nil as soon as they cannot fit into `room` together.
  private static func lines(of nodes: [JSONNode], room: Int) -> [String]? {
    var lines: [String] = []
    var left = room
    for node in nodes {
      guard left > 0, let line = line(of: node, room: left) else { return nil }
      lines.append(line)
      left -= line.count + 2
    }
    return lines
  }
}
