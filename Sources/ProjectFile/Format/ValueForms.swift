package import EditingModel

extension Form where Value == TrackID {
  /// The number of a track.
  static var trackID: Form {
    Form<Int>.integer(1...Int(Int32.max)).mapped(
      from: { TrackID(rawValue: Int32(clamping: $0)) }, to: { Int($0.rawValue) })
  }
}

extension Form where Value == VideoCompositionInstruction.RequiredSources {
  /// `"all"`, or an array of track numbers.
  static var requiredTracks: Form {
    let expected = "\"all\" or an array of track numbers"
    let tracks = Form<[TrackID]>.list(of: .trackID)
    return Form(
      expected: expected,
      schema: SchemaFragment([
        ("oneOf", .array([.object([("const", .string("all"))]), tracks.schema.node]))
      ]).defining([tracks.schema]),
      read: { node, reading in
        switch node.content {
        case .string("all"): return .all
        case .array: return tracks.read(node, &reading).map(Value.tracks)
        default:
          reading.report(node, expected: expected)
          return nil
        }
      },
      write: { sources in
        switch sources {
        case .all: .string("all")
        case .tracks(let numbers): tracks.write(numbers)
        case .ofLayers: JSONNode(content: .null)
        }
      })
  }
}

extension Form where Value == Size {
  /// `[width, height]` in whole pixels.
  static var size: Form {
    Form<[Int]>.tuple(of: .integer(2...16_384), count: 2, "[width, height] in whole pixels from 2 to 16384").mapped(
      from: { Size(width: Double($0[0]), height: Double($0[1])) },
      to: { [Int(exactly: $0.width) ?? 0, Int(exactly: $0.height) ?? 0] })
  }
}

extension Form where Value == Transform {
  /// `[a, b, c, d, tx, ty]`.
  static var transform: Form {
    Form<[Double]>.tuple(of: .finite, count: 6, "[a, b, c, d, tx, ty], six numbers").mapped(
      from: { Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) },
      to: { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] })
  }
}

extension Form where Value == Rectangle {
  /// `[x, y, width, height]` in pixels of the source.
  static var rectangle: Form {
    Form<[Double]>.tuple(of: .nonNegative, count: 4, "[x, y, width, height], four numbers of 0 or more").mapped(
      from: { Rectangle(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) },
      to: { [$0.x, $0.y, $0.width, $0.height] })
  }
}

extension Form where Value == Rectangle {
  /// `[x, y, width, height]` in pixels of the picture; it may extend beyond the picture.
  static var frame: Form {
    Form<[Double]>.tuple(of: .finite, count: 4, "[x, y, width, height], four numbers").mapped(
      from: { Rectangle(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) },
      to: { [$0.x, $0.y, $0.width, $0.height] })
  }
}

extension Form where Value == Rectangle {
  /// `[x, y, width, height]` in pixels of the picture; it may extend beyond the picture, and its sides may be zero.
  static var clip: Form {
    Form<[Double]>.tuple(
      of: .finite, count: 4, "[x, y, width, height], four numbers, width and height of 0 or more"
    ).mapped(
      from: { Rectangle(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) },
      to: { [$0.x, $0.y, $0.width, $0.height] })
  }
}

extension Form where Value == JSONValue {
  /// Any JSON.
  static var anything: Form {
    Form(expected: "any JSON", schema: SchemaFragment([]), read: { node, _ in JSONValue(node) }, write: \.node)
  }
}

extension JSONValue {
  /// The value of a node, without its position.
  package init(_ node: JSONNode) {
    switch node.content {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let digits): self = .number(digits)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(JSONValue.init))
    case .object(let members):
      self = .object(Dictionary(members.map { ($0.key, JSONValue($0.value)) }) { first, _ in first })
    }
  }

  /// The node of the value, its keys in alphabetical order.
  var node: JSONNode {
    switch self {
    case .null: JSONNode(content: .null)
    case .bool(let value): .bool(value)
    case .number(let digits): .number(digits)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.node))
    case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.node) })
    }
  }
}

extension Form where Value == Color {
  /// `"#rrggbb"` or `"#rrggbbaa"`; or the components as numbers, for colors between those.
  static var color: Form {
    let expected =
      ##"a color: "#rrggbb", "#rrggbbaa", or [red, green, blue] or [red, green, blue, alpha] from 0 to 1"##
    let component = Form<Double>.number(0...1)
    let components = Form<[Double]>.list(of: component)
    return Form(
      expected: expected,
      schema: SchemaFragment([
        (
          "oneOf",
          .array([
            .object([
              ("type", .string("string")), ("pattern", .string("^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")),
            ]),
            .object(components.schema.keywords + [("minItems", .number(3)), ("maxItems", .number(4))]),
          ])
        )
      ]),
      read: { node, reading in
        switch node.content {
        case .string(let text):
          if let color = Color(hexadecimal: text) { return color }
        case .array(let nodes) where nodes.count == 3 || nodes.count == 4:
          guard let values = components.read(node, &reading), values.count == nodes.count else { return nil }
          return Color(components: values)
        default: break
        }
        reading.report(node, expected: expected)
        return nil
      },
      write: { color in
        let text = color.hexadecimal
        return Color(hexadecimal: text) == color ? .string(text) : components.write(color.components)
      })
  }
}

extension Color {
  /// The color of three or four components: red, green, blue and, unless it is 1, the opacity.
  fileprivate init(components: [Double]) {
    self.init(
      red: components[0], green: components[1], blue: components[2], alpha: components.count > 3 ? components[3] : 1)
  }

  fileprivate var components: [Double] { alpha == 1 ? [red, green, blue] : [red, green, blue, alpha] }
}
