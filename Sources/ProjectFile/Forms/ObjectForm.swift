import EditingModel

extension Form {
  /// An object with exactly these keys, called `name` in the schema, from which `make` makes a value. It may have at most
  /// one of the keys in `exclusive`, has those that are `needed`, and may have those of `besides`, which one of the fields is spread
  /// over.
  static func object<each Part: Sendable>(
    _ name: String, _ description: String, exclusive: [String] = [], needed: NeededKeys? = nil, besides: [String] = [],
    _ fields: repeat Field<Value, each Part>, make: @escaping @Sendable (repeat each Part) -> Value
  ) -> Form {
    var keys = ObjectKeys(exclusive: exclusive, needed: needed)
    for field in repeat each fields { keys.add(field) }
    for key in besides { keys.add(key) }
    return Form(
      expected: ObjectKeys.expected, schema: keys.schema(description).named(name),
      read: { [keys] node, reading in
        guard keys.check(node, &reading) else { return nil }
        // All members are read before a missing one ends it, so that every error in them is reported.
        let parts = (repeat (each fields).read((each fields).node(in: node), &reading))
        do throws(MissingPart) {
          let value = make(repeat try available(each parts))
          return keys.isComplete(node) ? value : nil
        } catch {
          return nil
        }
      },
      write: { value in
        var members: [(String, JSONNode)] = []
        for field in repeat each fields {
          guard let node = field.write(value) else { continue }
          if field.spread.isEmpty {
            members.append((field.key, node))
          } else if case .object(let parts) = node.content {
            members += parts.map { ($0.key, $0.value) }
          }
        }
        return .object(members)
      })
  }
}

/// Optional keys that an object must have all the same, unless others stand in for them.
struct NeededKeys: Sendable {
  /// A member with which none of the keys is needed.
  struct Substitute: Sendable {
    /// The member's key.
    let key: String
    /// The text that it must be; nil for any value.
    var text: String?

    /// Whether it is one of `members`.
    fileprivate func isPresent(in members: [JSONNode.Member]) -> Bool {
      members.contains { member in
        guard member.key == key, let text else { return member.key == key }
        if case .string(text) = member.value.content { return true }
        return false
      }
    }
  }

  /// The keys.
  let keys: [String]
  /// Members that each replace the keys …
  let substitutes: [Substitute]
  /// … as long as this key is not there.
  let opposite: String

  /// `keys`, unless one of `substitutes` is there without `opposite`.
  init(_ keys: [String], unless substitutes: [Substitute], isThereWithout opposite: String) {
    self.keys = keys
    self.substitutes = substitutes
    self.opposite = opposite
  }

  /// The keys that an object of `members` needs.
  func keys(beside members: [JSONNode.Member]) -> [String] {
    let isReplaced = substitutes.contains { $0.isPresent(in: members) } && !members.contains { $0.key == opposite }
    return isReplaced ? [] : keys
  }

  /// The same in JSON Schema.
  var schema: JSONNode {
    func required(_ keys: [String]) -> JSONNode { .object([("required", .array(keys.map(JSONNode.string)))]) }
    return .array(
      [required(keys)]
        + substitutes.map { substitute in
          let value = substitute.text.map { text in
            ("properties", JSONNode.object([(substitute.key, .object([("const", .string(text))]))]))
          }
          return .object(
            [("required", .array([.string(substitute.key)])), ("not", required([opposite]))]
              + [value].compactMap(\.self))
        })
  }
}

/// An object cannot be made, because a required member could not be read.
private struct MissingPart: Error {}

private func available<Part>(_ part: Part?) throws(MissingPart) -> Part {
  guard let part else { throw MissingPart() }
  return part
}

/// One key of an object: its name, the form of its value, and the property of the Swift type that holds it.
struct Field<Owner: Sendable, Value: Sendable>: Sendable {
  /// The key.
  let key: String
  /// The form of a value, as a noun phrase.
  let expected: String
  /// Whether the key is required.
  let isRequired: Bool
  /// The keys that it is spread over, instead of its own; none as a rule.
  var spread: [String] = []
  /// The form and the meaning of the value, as JSON Schema.
  let schema: SchemaFragment
  /// Reads the member, given as nil where it is missing; nil where the object cannot be made without it.
  let read: @Sendable (JSONNode?, inout FormReading) -> Value?
  /// Writes the value; nil where the key is left out.
  let write: @Sendable (Owner) -> JSONNode?

  /// A value that is an object, whose members stand beside the other keys: those of `keys` that there are.
  init(
    _ key: String, _ path: any KeyPath<Owner, Value> & Sendable, _ form: Form<Value>, spread keys: [String]
  ) {
    self.key = key
    self.expected = form.expected
    self.isRequired = false
    self.spread = keys
    self.schema = form.schema
    self.read = { node, reading in node.flatMap { form.read($0, &reading) } }
    self.write = { form.write($0[keyPath: path]) }
  }

  /// The member of `object` that the field reads; nil where there is none.
  func node(in object: JSONNode) -> JSONNode? {
    guard !spread.isEmpty, case .object(let members) = object.content else { return object[key] }
    return JSONNode(offset: object.offset, content: .object(members.filter { spread.contains($0.key) }))
  }

  /// A required key; `description` says what it means.
  init(
    _ key: String, _ path: any KeyPath<Owner, Value> & Sendable, _ form: Form<Value>, _ description: String
  ) {
    self.key = key
    self.expected = form.expected
    self.isRequired = true
    self.schema = form.schema.adding("description", .string(description))
    self.read = { node, reading in node.flatMap { reading.read($0, at: key, as: form) } }
    self.write = { form.write($0[keyPath: path]) }
  }

  /// A key that may be left out, and then means `fallback`.
  init(
    _ key: String, _ path: any KeyPath<Owner, Value> & Sendable, _ form: Form<Value>, default fallback: Value,
    _ description: String
  ) where Value: Equatable {
    self.key = key
    self.expected = form.expected
    self.isRequired = false
    self.schema = form.schema.adding("description", .string(description)).adding("default", form.write(fallback))
    self.read = { node, reading in node.flatMap { reading.read($0, at: key, as: form) } ?? fallback }
    self.write = { owner in
      let value = owner[keyPath: path]
      return value == fallback ? nil : form.write(value)
    }
  }

  /// A key that may be left out.
  init<Wrapped>(
    optional key: String, _ path: any KeyPath<Owner, Value> & Sendable, _ form: Form<Wrapped>, _ description: String
  ) where Value == Wrapped? {
    self.key = key
    self.expected = form.expected
    self.isRequired = false
    self.schema = form.schema.adding("description", .string(description))
    self.read = { node, reading in .some(node.flatMap { reading.read($0, at: key, as: form) }) }
    self.write = { $0[keyPath: path].map(form.write) }
  }
}

/// The keys of an object form, without the types of their values.
private struct ObjectKeys: Sendable {
  /// The expected form where an object belongs.
  static let expected = "an object"

  private struct Key: Sendable {
    var name: String
    var expected: String
    var isRequired: Bool
    var schema: SchemaFragment
  }

  private var keys: [Key] = []
  private let exclusive: [String]
  private let needed: NeededKeys?

  /// No keys so far; an object may have at most one of those in `exclusive`, and has those that are `needed`.
  init(exclusive: [String], needed: NeededKeys?) {
    self.exclusive = exclusive
    self.needed = needed
  }

  /// Adds the key of a field.
  mutating func add<Owner, Value>(_ field: Field<Owner, Value>) {
    guard field.spread.isEmpty else { return }
    keys.append(
      Key(name: field.key, expected: field.expected, isRequired: field.isRequired, schema: field.schema))
  }

  /// Adds a key whose value another type describes.
  mutating func add(_ name: String) {
    keys.append(Key(name: name, expected: "a value", isRequired: false, schema: SchemaFragment([])))
  }

  /// The schema of an object with these keys and no others.
  func schema(_ description: String) -> SchemaFragment {
    let required = keys.filter(\.isRequired).map { JSONNode.string($0.name) }
    return SchemaFragment([
      ("description", .string(description)), ("type", .string("object")),
      ("properties", .object(keys.map { ($0.name, $0.schema.node) })),
    ])
    .adding("required", required.isEmpty ? nil : .array(required))
    .adding("anyOf", needed?.schema)
    .adding("additionalProperties", .bool(false))
    .adding("not", exclusive.isEmpty ? nil : .object([("required", .array(exclusive.map(JSONNode.string)))]))
    .defining(keys.map(\.schema))
  }

  /// Reports a value that is not an object, unknown keys, and missing keys unless an unknown one is near to them; returns
  /// whether the value is an object.
  func check(_ node: JSONNode, _ reading: inout FormReading) -> Bool {
    guard case .object(let members) = node.content else {
      reading.report(node, expected: Self.expected)
      return false
    }
    let present = Set(members.map(\.key))
    let known = keys.map(\.name)
    let wanted = needed?.keys(beside: members) ?? []
    var missing = keys.filter { ($0.isRequired || wanted.contains($0.name)) && !present.contains($0.name) }
    for member in members where !known.contains(member.key) {
      let suggestion = NearName.nearest(to: member.key, among: known.filter { !present.contains($0) })
      missing.removeAll { $0.name == suggestion }
      reading.report(
        UnlocatedDiagnostic(
          at: reading.pointer.appending(member.key), offset: member.keyOffset,
          "The key \(JSONValue.quoted(member.key.shortened)) is not known here.",
          expected: "\(known.count == 1 ? "only the key" : "only the keys") \(known.joined(separator: ", "))",
          suggestion: suggestion))
    }
    if !exclusive.isEmpty, exclusive.allSatisfy(present.contains) {
      reading.report("The keys \(exclusive.joined(separator: " and ")) stand together.", expected: "one of them")
    }
    for key in missing { reading.report("The key \"\(key.name)\" is missing.", expected: key.expected) }
    return true
  }

  /// Whether `node` has the keys that are needed.
  func isComplete(_ node: JSONNode) -> Bool {
    guard let needed, case .object(let members) = node.content else { return true }
    let present = Set(members.map(\.key))
    return needed.keys(beside: members).allSatisfy(present.contains)
  }
}
