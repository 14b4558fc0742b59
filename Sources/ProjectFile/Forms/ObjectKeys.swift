/// The keys of an object form, without the types of their values.
struct ObjectKeys: Sendable {
  /// What belongs where an object does.
  static let expected = "an object"

  private struct Key: Sendable {
    var name: String
    var expected: String
    var isRequired: Bool
    var schema: SchemaFragment
  }

  private var keys: [Key] = []
  private let exclusive: [String]

  /// No keys so far. Of those in `exclusive`, only one may stand in an object.
  init(exclusive: [String]) {
    self.exclusive = exclusive
  }

  /// Adds the key of a field.
  mutating func add<Owner, Value>(_ field: Field<Owner, Value>) {
    keys.append(
      Key(name: field.key, expected: field.expected, isRequired: field.isRequired, schema: field.schema))
  }

  /// The schema of an object with these keys and no others.
  func schema(_ description: String) -> SchemaFragment {
    let required = keys.filter(\.isRequired).map { JSONNode.string($0.name) }
    return SchemaFragment([
      ("description", .string(description)), ("type", .string("object")),
      ("properties", .object(keys.map { ($0.name, $0.schema.node) })),
    ])
    .adding("required", required.isEmpty ? nil : .array(required))
    .adding("additionalProperties", .bool(false))
    .adding("not", exclusive.isEmpty ? nil : .object([("required", .array(exclusive.map(JSONNode.string)))]))
    .defining(keys.map(\.schema))
  }

  /// Reports what is no object, keys that do not belong here, and keys that are missing unless one of those looks like
  /// them; whether it is an object.
  func check(_ node: JSONNode, _ reading: inout FormReading) -> Bool {
    guard case .object(let members) = node.content else {
      reading.report(node, expected: Self.expected)
      return false
    }
    let present = Set(members.map(\.key))
    let known = keys.map(\.name)
    var missing = keys.filter { $0.isRequired && !present.contains($0.name) }
    for member in members where !known.contains(member.key) {
      let suggestion = NearName.nearest(to: member.key, among: known.filter { !present.contains($0) })
      missing.removeAll { $0.name == suggestion }
      reading.report(
        Finding(
          at: reading.pointer.appending(member.key), offset: member.keyOffset,
          "The key \(JSONText.quoted(member.key.shortened)) is not known here.",
          expected: "\(known.count == 1 ? "only the key" : "only the keys") \(known.joined(separator: ", "))",
          suggestion: suggestion))
    }
    if !exclusive.isEmpty, exclusive.allSatisfy(present.contains) {
      reading.report("The keys \(exclusive.joined(separator: " and ")) stand together.", expected: "one of them")
    }
    for key in missing { reading.report("The key \"\(key.name)\" is missing.", expected: key.expected) }
    return true
  }
}
