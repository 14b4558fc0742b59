/// A piece of JSON Schema (2020-12), with the definitions it refers to.
struct SchemaFragment: Sendable {
  /// The keywords.
  var keywords: [(String, JSONNode)]
  /// What `$ref` leads to, in the order of first use.
  private(set) var definitions: [(name: String, schema: JSONNode)] = []

  /// A piece with these keywords.
  init(_ keywords: [(String, JSONNode)]) {
    self.keywords = keywords
  }

  /// The keywords as an object.
  var node: JSONNode { .object(keywords) }

  /// The same with another keyword, unless `value` is nil.
  func adding(_ keyword: String, _ value: JSONNode?) -> SchemaFragment {
    var fragment = self
    if let value { fragment.keywords.append((keyword, value)) }
    return fragment
  }

  /// The same, able to refer to what `others` define.
  func defining(_ others: [SchemaFragment]) -> SchemaFragment {
    var fragment = self
    for definition in others.flatMap(\.definitions)
    where !fragment.definitions.contains(where: { $0.name == definition.name }) {
      fragment.definitions.append(definition)
    }
    return fragment
  }

  /// A reference to this piece, which becomes the definition `name`.
  func named(_ name: String) -> SchemaFragment {
    var reference = SchemaFragment([("$ref", .string("#/$defs/\(name)"))]).defining([self])
    reference.definitions.append((name, node))
    return reference
  }
}
