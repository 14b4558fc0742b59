import EditingModel
import FoundationEssentials
import Layers

extension Form where Value == Layer {
  /// A layer with all that is in it, in the coding of ``Layer``.
  static var layerTree: Form {
    Form(
      expected: "a layer", schema: .layerTree,
      read: { node, reading in
        guard case .object = node.content else {
          reading.report(node, expected: "a layer")
          return nil
        }
        do {
          return try JSONValue(node).decoded(as: Layer.self)
        } catch let error as DecodingError {
          reading.report(error)
        } catch {
          reading.report(node, expected: "a layer")
        }
        return nil
      },
      write: { layer in
        ((try? JSONValue(encoding: layer)) ?? .null).node
      })
  }
}

extension JSONValue {
  /// The JSON of `value`.
  init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  /// The value as a `Value`.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(description.utf8))
  }
}

extension FormReading {
  /// Reports what keeps a value within the current one from being read, at that value.
  mutating func report(_ error: DecodingError) {
    let (context, key): (DecodingError.Context, (any CodingKey)?) =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): (context, nil)
      case .keyNotFound(let key, let context): (context, key)
      @unknown default: (.init(codingPath: [], debugDescription: "\(error)"), nil)
      }
    let place = context.codingPath.reduce(pointer) { pointer, key in
      key.intValue.map(pointer.appending) ?? pointer.appending(key.stringValue)
    }
    if let key {
      report(
        UnlocatedDiagnostic(
          at: place, "There is no \(JSONValue.quoted(key.stringValue)).", expected: "the key \(key.stringValue)"))
      return
    }
    if case .typeMismatch(let type, _) = error, let wanted = Self.words(for: type) {
      report(UnlocatedDiagnostic(at: place, "This is of another kind.", expected: wanted))
      return
    }
    if let name = context.underlyingError as? UnknownName {
      report(
        UnlocatedDiagnostic(
          at: place, name.sentence, expected: name.expected,
          suggestion: NearName.nearest(to: name.name, among: name.known)))
      return
    }
    // "What was found. Expected what."
    let parts = context.debugDescription.split(separator: " Expected ", maxSplits: 1).map(String.init)
    report(
      UnlocatedDiagnostic(
        at: place, parts[0].hasSuffix(".") ? parts[0] : parts[0] + ".",
        expected: parts.count > 1
          ? String(parts[1].drop { $0 == "." }.dropLast(parts[1].hasSuffix(".") ? 1 : 0))
          : "a value of the property's kind"))
  }
}

extension FormReading {
  /// The JSON words for values of `type`; nil for other types, whose own coding says it.
  private static func words(for type: any Any.Type) -> String? {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is any RandomAccessCollection.Type: "a list"
    case is any Collection.Type: "an object"
    default: nil
    }
  }
}

extension SchemaFragment {
  /// A layer: its type, and the properties that some type has. The program looks at which type has which.
  fileprivate static var layerTree: SchemaFragment {
    let layer = JSONNode.object([("$ref", .string("#/$defs/layerTree"))])
    let properties = Layer.propertyDescriptions.map { property -> (String, JSONNode) in
      switch property.name {
      case "sublayers": (property.name, .list(of: layer))
      case "mask": (property.name, layer)
      case "animations": (property.name, .list(of: layerAnimation.node))
      default: (property.name, property.schema)
      }
    }
    return typed("A layer with all that is in it, after Core Animation.", Layer.typeNames, properties, required: [])
      .named("layerTree").defining([layerAnimation])
  }

  /// An animation: its type, and the properties that some type has.
  private static var layerAnimation: SchemaFragment {
    let animation = JSONNode.object([("$ref", .string("#/$defs/layerAnimation"))])
    let properties = LayerAnimation.propertyDescriptions.map { property in
      (property.name, property.name == "animations" ? .list(of: animation) : property.schema)
    }
    return typed(
      "What changes a layer's properties in time, after Core Animation.", LayerAnimation.typeNames, properties,
      required: ["type"]
    ).named("layerAnimation")
  }

  /// An object of one of `types`, which has some of `properties`.
  private static func typed(
    _ description: String, _ types: [String], _ properties: [(String, JSONNode)], required: [String]
  ) -> SchemaFragment {
    SchemaFragment([
      ("description", .string(description)), ("type", .string("object")),
      (
        "properties",
        .object([("type", .object([("enum", .array(types.map(JSONNode.string)))]))] + properties)
      ),
    ]).adding("required", required.isEmpty ? nil : .array(required.map(JSONNode.string)))
      .adding("additionalProperties", .bool(false))
  }
}

extension JSONNode {
  /// The schema of a list of what `schema` allows.
  fileprivate static func list(of schema: JSONNode) -> JSONNode {
    .object([("type", .string("array")), ("items", schema)])
  }
}

extension PropertyDescription {
  /// The names that it can be; anything where it is no name. The program looks at the values.
  fileprivate var schema: JSONNode {
    guard !choices.isEmpty else { return .object([]) }
    return .object([("enum", .array(choices.map(JSONNode.string) + (isOptional ? [JSONValue.null.node] : [])))])
  }
}
