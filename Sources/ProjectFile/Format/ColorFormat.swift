import EditingModel

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
