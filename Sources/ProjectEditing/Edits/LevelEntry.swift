import EditingModel
package import MediaTime
import ProjectFile

/// An entry of a volume or an opacity over time, in seconds of the composition.
package enum LevelEntry: Hashable, Sendable {
  /// A value that holds from a time on.
  case setting(at: Rational, value: Double)
  /// A straight line from one value to another, whose last value holds.
  case ramp(start: Rational, duration: Rational, from: Double, to: Double)

  /// Its beginning.
  package var start: Rational {
    switch self {
    case .setting(let at, _): at
    case .ramp(let start, _, _, _): start
    }
  }

  /// The value at its beginning.
  package var first: Double {
    switch self {
    case .setting(_, let value): value
    case .ramp(_, _, let from, _): from
    }
  }

  /// The value that holds behind it.
  package var last: Double {
    switch self {
    case .setting(_, let value): value
    case .ramp(_, _, _, let to): to
    }
  }

  /// Its end: its beginning, of a setting.
  func end() throws(RationalError) -> Rational {
    switch self {
    case .setting(let at, _): at
    case .ramp(let start, let duration, _, _): try start + duration
    }
  }

  /// The value that holds at `time`, which is not before its beginning.
  func value(at time: Rational) throws(RationalError) -> Double {
    guard case .ramp(let start, let duration, let from, let to) = self, try time < end() else { return last }
    let fraction = try (time - start) / duration
    return from + (to - from) * fraction.seconds
  }

  /// The entry that `node` of a project's text is; nil where it is none.
  init?(_ node: JSONNode, in project: ProjectText) {
    if let at = project.seconds(node["at"]), let value = node["value"]?.number {
      self = .setting(at: at, value: value)
    } else if let start = project.seconds(node["start"]), let duration = project.seconds(node["duration"]),
      let from = node["from"]?.number, let to = node["to"]?.number
    {
      self = .ramp(start: start, duration: duration, from: from, to: to)
    } else {
      return nil
    }
  }

  /// The entry as a project's text has it, its times as `model`, another entry, writes them.
  func node(like model: JSONNode?, frameDuration: Rational?) -> JSONNode {
    func time(_ seconds: Rational, _ key: String) -> JSONNode {
      TimeNotation.node(seconds, like: model?[key] ?? model?["start"] ?? model?["at"], frameDuration: frameDuration)
    }
    switch self {
    case .setting(let at, let value):
      return .object([("at", time(at, "at")), ("value", .number(value))])
    case .ramp(let start, let duration, let from, let to):
      return .object([
        ("start", time(start, "start")), ("duration", time(duration, "duration")), ("from", .number(from)),
        ("to", .number(to)),
      ])
    }
  }
}

extension LevelEntry: Encodable {
  private enum Key: CodingKey {
    case at, value, start, duration, from, to
  }

  /// Writes a setting as `at` and `value`, a ramp as `start`, `duration`, `from` and `to`; times as exact texts.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .setting(let at, let value):
      try container.encode(at.decimalText, forKey: .at)
      try container.encode(value, forKey: .value)
    case .ramp(let start, let duration, let from, let to):
      try container.encode(start.decimalText, forKey: .start)
      try container.encode(duration.decimalText, forKey: .duration)
      try container.encode(from, forKey: .from)
      try container.encode(to, forKey: .to)
    }
  }
}
