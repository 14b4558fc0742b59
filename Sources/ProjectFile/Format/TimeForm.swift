import MediaTime

extension Form where Value == ProjectTime {
  /// A time of 0 or later.
  static var time: Form {
    time("time", ProjectTime.expected, number: [("minimum", .number(0))], stringPrefix: "") { _ in true }
  }

  /// A time greater than 0.
  static var duration: Form {
    time(
      "duration", "a duration greater than 0: \(ProjectTime.examples)",
      // Requires a digit other than 0, in a fraction above the line.
      number: [("exclusiveMinimum", .number(0))], stringPrefix: "(?=[^/]*[1-9])"
    ) { $0 != .seconds(.zero) && $0 != .frames(0) }
  }

  private static func time(
    _ name: String, _ expected: String, number: [(String, JSONNode)], stringPrefix: String,
    contains: @escaping @Sendable (ProjectTime) -> Bool
  ) -> Form {
    let pattern =
      "^\(stringPrefix)([0-9]+(\\.[0-9]+)?(m?s)?|[0-9]+/0*[1-9][0-9]*|[0-9]+f|\(ProjectTime.clockPattern))$"
    let schema = SchemaFragment([
      (
        "examples",
        .array([
          .number(8), .number(2.5), .string("1001/30000"), .string("1500ms"), .string("1:02.5"),
          .string("00:01:02.500"),
          .string("120f"),
        ])
      ),
      (
        "oneOf",
        .array([
          .object([("type", .string("number"))] + number),
          .object([("type", .string("string")), ("pattern", .string(pattern))]),
        ])
      ),
    ])
    return Form(
      expected: expected, schema: schema.named(name),
      read: { node, reading in
        guard let time = readTime(node, expected, &reading) else { return nil }
        if !contains(time) { reading.report(node, expected: expected) }
        if case .frames = time { reading.usesFrameTimes = true }
        return time
      },
      write: write)
  }

  private static func readTime(_ node: JSONNode, _ expected: String, _ reading: inout FormReading) -> ProjectTime? {
    do throws(ProjectTimeError) {
      if let time = try ProjectTime(node) { return time }
      reading.report(node, expected: expected)
    } catch {
      reading.report(error.description, expected: expected)
    }
    return nil
  }

  /// Seconds as a number where a few decimals are exact, otherwise the time as a string.
  @Sendable private static func write(_ time: ProjectTime) -> JSONNode {
    let text = time.description
    guard case .seconds = time, !text.contains("/") else { return .string(text) }
    return .number(text)
  }
}

extension ProjectTime {
  /// The time that a value of a project's text is; nil where it is neither a text nor a number of 0 or more.
  package init?(_ node: JSONNode) throws(ProjectTimeError) {
    switch node.content {
    case .string(let text):
      try self.init(text)
    case .number(let digits):
      guard let seconds = DecimalDigits.value(ofNumber: digits) else { throw .tooManyDigits(digits) }
      guard seconds >= .zero else { return nil }
      self = .seconds(seconds)
    default:
      return nil
    }
  }
}
