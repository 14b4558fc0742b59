import EditingModel

/// A JSON text and its values: finds values by their pointers and gives their lines.
package struct JSONDocument: Sendable {
  /// The value of the whole text.
  package let root: JSONNode
  private let text: [UInt8]

  /// The document of `text`, whose value is `root`.
  init(root: JSONNode, text: [UInt8]) {
    self.root = root
    self.text = text
  }

  /// The document that `text` in UTF-8 holds. Of a key that stands in an object twice, the first value counts.
  package init(parsing text: [UInt8]) throws(JSONSyntaxError) {
    var reader = JSONReader(text)
    self.init(root: try reader.readRoot(), text: text)
  }

  /// The lines of the text. Counting them takes linear time.
  var lines: TextLines { TextLines(text) }

  /// The value at `pointer`, or nil where there is none.
  package func node(at pointer: JSONPointer) -> JSONNode? {
    var node: JSONNode? = root
    for token in pointer.tokens { node = node?[token: token] }
    return node
  }

  /// The value at `pointer`, or the nearest one around it, with its pointer.
  func nearest(to pointer: JSONPointer) -> (pointer: JSONPointer, node: JSONNode) {
    var pointer = pointer
    while let parent = pointer.parent {
      if let node = node(at: pointer) { return (pointer, node) }
      pointer = parent
    }
    return (pointer, root)
  }
}

/// One value of a JSON text, and its position there.
package struct JSONNode: Sendable {
  /// The byte at which the value begins; 0 in a value that was not read from text.
  package var offset = 0
  /// The first byte behind the value; 0 in a value that was not read from text.
  package var end = 0
  /// The value.
  package var content: Content

  /// The kinds of values. Numbers keep their digits and objects their order.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A key and its value.
  package struct Member: Sendable {
    package var key: String
    /// The byte of the key's opening quotation mark.
    var keyOffset = 0
    package var value: JSONNode
  }
}

extension JSONNode {
  /// The value of the member `key`; nil where there is none, or this is not an object.
  package subscript(_ key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The member or element that `token` of a JSON pointer names.
  package subscript(token token: String) -> JSONNode? {
    guard case .array(let elements) = content else { return self[token] }
    guard let index = Int(token), elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONNode: CustomStringConvertible {
  /// The value as a noun phrase for messages: `the number 5`, `an array`.
  package var description: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let digits): "the number \(digits.shortened)"
    case .string(let text): "the string \(JSONValue.quoted(text.shortened))"
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
    case .object(let members): members.isEmpty ? "an empty object" : "an object"
    }
  }
}

/// Nodes to be written.
extension JSONNode {
  package static func string(_ text: String) -> JSONNode { JSONNode(content: .string(text)) }
  package static func bool(_ value: Bool) -> JSONNode { JSONNode(content: .bool(value)) }
  package static func number(_ digits: String) -> JSONNode { JSONNode(content: .number(digits)) }
  package static func number(_ value: Int) -> JSONNode { .number(String(value)) }
  package static func number(_ value: Double) -> JSONNode { .number(value.shortText) }
  package static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(content: .array(elements)) }
  package static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(content: .object(members.map { Member(key: $0.0, value: $0.1) }))
  }
}

extension String {
  /// At most the first 60 characters, to quote in a message.
  var shortened: String { count <= 60 ? self : prefix(60) + "…" }
}
