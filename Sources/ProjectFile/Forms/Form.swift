import EditingModel
import MediaTime

/// The form of one kind of value in a project file: one definition that reads a value, reports errors in it, writes it
/// and states its schema.
struct Form<Value: Sendable>: Sendable {
  /// The form of a value, as a noun phrase.
  let expected: String
  /// The form of a value, as JSON Schema.
  let schema: SchemaFragment
  /// Reads a value. A value of another kind is reported and nil; a value out of range is reported and read.
  let read: @Sendable (JSONNode, inout FormReading) -> Value?
  /// Writes a value so that it reads as the same again.
  let write: @Sendable (Value) -> JSONNode

  /// The form of another type whose values are converted from and to those of this one.
  func mapped<Other: Sendable>(
    from make: @escaping @Sendable (Value) -> Other, to value: @escaping @Sendable (Other) -> Value
  ) -> Form<Other> {
    Form<Other>(
      expected: expected, schema: schema,
      read: { node, reading in read(node, &reading).map(make) },
      write: { write(value($0)) })
  }
}

extension Form where Value == Bool {
  /// `true` or `false`.
  static var boolean: Form {
    Form(
      expected: "true or false", schema: SchemaFragment([("type", .string("boolean"))]),
      read: { node, reading in
        if case .bool(let value) = node.content { return value }
        reading.report(node, expected: "true or false")
        return nil
      },
      write: JSONNode.bool)
  }
}

extension Form where Value == String {
  /// A string of one character or more.
  static func text(_ expected: String) -> Form {
    Form(
      expected: expected,
      schema: SchemaFragment([("type", .string("string")), ("minLength", .number(1))]),
      read: { node, reading in
        if case .string(let text) = node.content, !text.isEmpty { return text }
        reading.report(node, expected: expected)
        return nil
      },
      write: JSONNode.string)
  }
}

extension Form where Value == Int {
  /// A whole number in `range` that fits 32 bits. 2.0 is whole, as in JSON Schema.
  static func integer(_ range: ClosedRange<Int>) -> Form {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Form(
      expected: expected,
      schema: SchemaFragment([
        ("type", .string("integer")), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound)),
      ]),
      read: { node, reading in
        guard case .number(let digits) = node.content, let value = DecimalDigits.value(ofNumber: digits),
          value.denominator == 1, let number = Int32(exactly: value.numerator)
        else {
          reading.report(node, expected: expected)
          return nil
        }
        if !range.contains(Int(number)) { reading.report(node, expected: expected) }
        return Int(number)
      },
      write: JSONNode.number)
  }
}

extension Form where Value == Double {
  /// A number in `range`.
  static func number(_ range: ClosedRange<Double>) -> Form {
    number(
      "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)",
      schema: [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
    ) { range.contains($0) }
  }

  /// A finite number that is at least 0.
  static var nonNegative: Form { number("a number of 0 or more", schema: [("minimum", .number(0))]) { $0 >= 0 } }

  /// A finite number greater than 0.
  static var positive: Form {
    number("a number greater than 0", schema: [("exclusiveMinimum", .number(0))]) { $0 > 0 }
  }

  /// Any finite number.
  static var finite: Form { number("a number", schema: []) { _ in true } }

  private static func number(
    _ expected: String, schema: [(String, JSONNode)], contains: @escaping @Sendable (Double) -> Bool
  ) -> Form {
    Form(
      expected: expected, schema: SchemaFragment([("type", .string("number"))] + schema),
      read: { node, reading in
        guard case .number(let digits) = node.content, let number = Double(digits), number.isFinite else {
          reading.report(node, expected: expected)
          return nil
        }
        if !contains(number) { reading.report(node, expected: expected) }
        return number
      },
      write: JSONNode.number)
  }
}

extension Form where Value: Equatable {
  /// One of the names in `choices`.
  static func choice(_ choices: [(name: String, value: Value)]) -> Form {
    let names = choices.map(\.name)
    let expected = names.count == 1 ? "\"\(names[0])\"" : "one of \(names.joined(separator: ", "))"
    return Form(
      expected: expected,
      schema: SchemaFragment([("enum", .array(names.map(JSONNode.string)))]),
      read: { node, reading in
        guard case .string(let text) = node.content else {
          reading.report(node, expected: expected)
          return nil
        }
        if let choice = choices.first(where: { $0.name == text }) { return choice.value }
        reading.report(node, expected: expected, suggestion: NearName.nearest(to: text, among: names))
        return nil
      },
      write: { value in
        choices.first { $0.value == value }.map { .string($0.name) } ?? JSONNode(content: .null)
      })
  }
}

extension Form where Value: CaseIterable & RawRepresentable & Equatable, Value.RawValue == String {
  /// One of the cases, by its raw value.
  static var choice: Form { choice(Value.allCases.map { ($0.rawValue, $0) }) }
}
