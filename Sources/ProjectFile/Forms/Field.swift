/// One key of an object: its name, the form of its value, and where the value belongs in the object's Swift type.
struct Field<Owner: Sendable, Value: Sendable>: Sendable {
  /// The key.
  let key: String
  /// What the value looks like, as a noun phrase.
  let expected: String
  /// Whether the key must be there.
  let isRequired: Bool
  /// The form and the meaning of the value, as JSON Schema.
  let schema: SchemaFragment
  /// Reads the member, nil where there is none, of the object here; nil where the object cannot be read without it.
  let read: @Sendable (JSONNode?, inout FormReading) -> Value?
  /// The value as it is written; nil where the key is left out.
  let write: @Sendable (Owner) -> JSONNode?

  /// A key that must be there; `description` says what it means.
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
