import EditingModel

/// One entry of a value over time in a project.
enum RampDraft<Value: Interpolatable>: Hashable, Sendable {
  case setting(Setting)
  case ramp(Ramp)

  /// A value that holds from a time on.
  struct Setting: Hashable, Sendable {
    var at: ProjectTime
    var value: Value
  }

  /// A linear change from one value to another.
  struct Ramp: Hashable, Sendable {
    var start: ProjectTime
    var duration: ProjectTime
    var from: Value
    var to: Value
  }
}

extension Form {
  /// Settings and ramps of the value called `name`.
  static func ramps<Element: Interpolatable>(
    of name: String, _ element: Form<Element>
  ) -> Form where Value == [RampDraft<Element>] {
    .list(of: .ramp(of: name, element))
  }

  private static func ramp<Element: Interpolatable>(
    of name: String, _ element: Form<Element>
  ) -> Form where Value == RampDraft<Element> {
    let expected = "{ at, value } or { start, duration, from, to }"
    let setting = Form<RampDraft<Element>.Setting>.object(
      "\(name)Setting", "From a time on, a value.",
      Field("at", \.at, .time, "When the value begins to hold, in composition time."),
      Field("value", \.value, element, "The value."),
      make: RampDraft<Element>.Setting.init)
    let ramp = Form<RampDraft<Element>.Ramp>.object(
      "\(name)Ramp", "A straight line from one value to another, whose last value holds.",
      Field("start", \.start, .time, "When the ramp begins, in composition time."),
      Field("duration", \.duration, .duration, "How long it lasts."),
      Field("from", \.from, element, "The value at its start."),
      Field("to", \.to, element, "The value at its end."),
      make: RampDraft<Element>.Ramp.init)
    return Form(
      expected: expected,
      schema: SchemaFragment([("oneOf", .array([setting.schema.node, ramp.schema.node]))])
        .defining([setting.schema, ramp.schema]),
      read: { node, reading in
        guard case .object(let members) = node.content, !members.isEmpty else {
          reading.report(node, expected: expected)
          return nil
        }
        let keysOfSettings = ["at", "value"]
        return members.contains { keysOfSettings.contains($0.key) }
          ? setting.read(node, &reading).map(RampDraft.setting) : ramp.read(node, &reading).map(RampDraft.ramp)
      },
      write: { entry in
        switch entry {
        case .setting(let entry): setting.write(entry)
        case .ramp(let entry): ramp.write(entry)
        }
      })
  }
}
