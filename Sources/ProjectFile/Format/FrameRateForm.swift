public import MediaTime

extension Form where Value == Rational {
  /// Pictures a second, greater than 0: a number, or a fraction as text.
  static var frameRate: Form {
    let expected = #"pictures a second, greater than 0: 25, 23.976 or "30000/1001""#
    let schema = SchemaFragment([
      ("examples", .array([.number(25), .string("30000/1001")])),
      (
        "oneOf",
        .array([
          .object([("type", .string("number")), ("exclusiveMinimum", .number(0))]),
          .object([
            ("type", .string("string")),
            ("pattern", .string("^(?=[^/]*[1-9])([0-9]+(\\.[0-9]+)?|[0-9]+/0*[1-9][0-9]*)$")),
          ]),
        ])
      ),
    ])
    return Form(
      expected: expected, schema: schema.named("frameRate"),
      read: { node, reading in
        switch node.content {
        case .string(let text):
          if let rate = Rational(frameRate: text) { return rate }
        case .number(let digits):
          if let rate = DecimalDigits.value(ofNumber: digits), rate > .zero { return rate }
        default: break
        }
        reading.report(node, expected: expected)
        return nil
      },
      write: { rate in rate.denominator == 1 ? .number(Int(rate.numerator)) : .string(rate.description) })
  }
}

extension Rational {
  /// Reads pictures a second: "25", "23.976" or "30000/1001"; nil for other text.
  public init?(frameRate text: String) {
    guard !text.contains(":"), !text.hasSuffix("s"), case .seconds(let rate) = try? ProjectTime(text), rate > .zero
    else { return nil }
    self = rate
  }
}
