extension Form {
  /// An array of values of one form, in order.
  static func list<Element>(of element: Form<Element>) -> Form where Value == [Element] {
    Form(
      expected: "an array",
      schema: SchemaFragment([("type", .string("array")), ("items", element.schema.node)])
        .defining([element.schema]),
      read: { node, reading in
        guard case .array(let nodes) = node.content else {
          reading.report(node, expected: "an array")
          return nil
        }
        return reading.readElements(nodes, as: element)
      },
      write: { .array($0.map(element.write)) })
  }

  /// An array of exactly `count` values of one form; `expected` names them.
  static func tuple<Element>(of element: Form<Element>, count: Int, _ expected: String) -> Form
  where Value == [Element] {
    Form(
      expected: expected,
      schema: SchemaFragment([
        ("type", .string("array")), ("items", element.schema.node),
        ("minItems", .number(count)), ("maxItems", .number(count)),
      ]).defining([element.schema]),
      read: { node, reading in
        guard case .array(let nodes) = node.content, nodes.count == count else {
          reading.report(node, expected: expected)
          return nil
        }
        let values = reading.readElements(nodes, as: element)
        return values.count == count ? values : nil
      },
      write: { .array($0.map(element.write)) })
  }

  /// An object with free names for values of one form, in the order of the text.
  static func dictionary<Element>(of element: Form<Element>) -> Form where Value == [Named<Element>] {
    let expected = "an object of names and values"
    return Form(
      expected: expected,
      schema: SchemaFragment([
        ("type", .string("object")), ("propertyNames", .object([("minLength", .number(1))])),
        ("additionalProperties", element.schema.node),
      ]).defining([element.schema]),
      read: { node, reading in
        guard case .object(let members) = node.content else {
          reading.report(node, expected: expected)
          return nil
        }
        return members.compactMap { member in
          if member.key.isEmpty {
            reading.report(
              UnlocatedDiagnostic(
                at: reading.pointer.appending(""), offset: member.keyOffset, "A name is empty.",
                expected: "a name of one character or more"))
          }
          return reading.read(member.value, at: member.key, as: element).map { Named(name: member.key, value: $0) }
        }
      },
      write: { .object($0.map { ($0.name, element.write($0.value)) }) })
  }
}

/// A value and its key.
struct Named<Value: Sendable>: Sendable {
  var name: String
  var value: Value
}

extension Named: Equatable where Value: Equatable {}
extension Named: Hashable where Value: Hashable {}
