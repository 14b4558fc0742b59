import EditingModel

/// One value of a JSON text, and where it stands there.
struct JSONNode: Sendable {
  /// The byte at which the value begins; 0 in a value that was not read.
  var offset = 0
  /// The value.
  var content: Content

  /// What a value can be. Numbers keep their digits and objects their order.
  enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A key and its value.
  struct Member: Sendable {
    var key: String
    /// The byte at which the key's quotation mark stands.
    var keyOffset = 0
    var value: JSONNode
  }
}

extension JSONNode {
  /// The value of the object's member `key`; nil where there is none, or no object.
  subscript(_ key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value a token of a pointer leads to.
  subscript(token token: String) -> JSONNode? {
    guard case .array(let elements) = content else { return self[token] }
    guard let index = Int(token), elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The value as sentences have it: `the number 5`, `an array`.
  var spoken: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let digits): "the number \(digits.shortened)"
    case .string(let text): "the string \(JSONText.quoted(text.shortened))"
    case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
    case .object(let members): members.isEmpty ? "an empty object" : "an object"
    }
  }
}

/// Nodes that are written rather than read.
extension JSONNode {
  static func string(_ text: String) -> JSONNode { JSONNode(content: .string(text)) }
  static func bool(_ value: Bool) -> JSONNode { JSONNode(content: .bool(value)) }
  static func number(_ digits: String) -> JSONNode { JSONNode(content: .number(digits)) }
  static func number(_ value: Int) -> JSONNode { .number(String(value)) }
  static func number(_ value: Double) -> JSONNode { .number(value.shortText) }
  static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(content: .array(elements)) }
  static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(content: .object(members.map { Member(key: $0.0, value: $0.1) }))
  }
}

extension String {
  /// The first 60 characters: what a message can quote of a text of any length.
  var shortened: String { count <= 60 ? self : prefix(60) + "…" }
}
