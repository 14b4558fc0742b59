import EditingModel
import MediaTime
import ProjectFile

/// Takes the members of an edit's JSON, one after another, and says what is missing, wrong or too much.
struct EditReader {
  /// The object.
  private let node: JSONNode
  /// Its place in the edit.
  private let place: JSONPointer
  /// The members that were taken.
  private var taken: Set<String> = []

  /// A reader of `node`, which stands at `place` of the edit.
  init(_ node: JSONNode, at place: JSONPointer = JSONPointer()) {
    self.node = node
    self.place = place
  }

  /// Throws where a member was not taken.
  func finish() throws(ProjectEditError) {
    guard let other = node.members.first(where: { !taken.contains($0.key) }) else { return }
    throw ProjectEditError(
      .invalidEdit, at: place.appending(other.key), "There is a member \(JSONValue.quoted(other.key)).",
      expected: "none but \(taken.sorted().joined(separator: ", "))")
  }

  /// A member that must be there, and may be null.
  mutating func value(_ key: String) throws(ProjectEditError) -> JSONNode {
    taken.insert(key)
    guard let value = node[key] else {
      throw ProjectEditError(
        .invalidEdit, at: place, "The member \(JSONValue.quoted(key)) is missing.", expected: "a member \(key)")
    }
    return value
  }

  /// A member that may be missing or null.
  private mutating func optional(_ key: String) -> JSONNode? {
    taken.insert(key)
    return node[key].flatMap { $0.isNull ? nil : $0 }
  }

  private func unexpected(_ key: String, _ node: JSONNode, _ expected: String) -> ProjectEditError {
    ProjectEditError(.invalidEdit, at: place.appending(key), "Found \(node).", expected: expected)
  }

  /// A text that is not empty.
  mutating func text(_ key: String) throws(ProjectEditError) -> String {
    let value = try value(key)
    guard let text = value.text, !text.isEmpty else { throw unexpected(key, value, "a text") }
    return text
  }

  /// A truth value.
  mutating func truth(_ key: String, default standard: Bool) throws(ProjectEditError) -> Bool {
    guard let value = optional(key) else { return standard }
    guard let truth = value.truth else { throw unexpected(key, value, "true or false") }
    return truth
  }

  /// A JSON pointer.
  mutating func pointer(_ key: String) throws(ProjectEditError) -> JSONPointer {
    let value = try value(key)
    guard let pointer = value.text.flatMap({ JSONPointer($0) }) else {
      throw unexpected(key, value, "a JSON pointer, such as /composition/tracks/0/segments/1")
    }
    return pointer
  }

  /// A JSON pointer, or nothing.
  mutating func optionalPointer(_ key: String) throws(ProjectEditError) -> JSONPointer? {
    optional(key) == nil ? nil : try pointer(key)
  }

  /// A time in seconds, which may be below zero.
  mutating func time(_ key: String) throws(ProjectEditError) -> Rational {
    let value = try value(key)
    guard let time = value.seconds else {
      throw unexpected(key, value, #"a time in seconds: "27/2", "2.8" or "3""#)
    }
    return time
  }

  /// A time in seconds, or nothing.
  mutating func optionalTime(_ key: String) throws(ProjectEditError) -> Rational? {
    optional(key) == nil ? nil : try time(key)
  }

  /// A time above zero.
  mutating func duration(_ key: String) throws(ProjectEditError) -> Rational {
    let time = try time(key)
    guard time > .zero else { throw unexpected(key, try value(key), "a duration greater than 0") }
    return time
  }

  /// A time above zero, or nothing.
  mutating func optionalDuration(_ key: String) throws(ProjectEditError) -> Rational? {
    optional(key) == nil ? nil : try duration(key)
  }

  /// The number of a track.
  mutating func trackNumber(_ key: String) throws(ProjectEditError) -> Int {
    let value = try value(key)
    guard let number = value.integer, number > 0 else { throw unexpected(key, value, "the number of a track") }
    return number
  }

  private mutating func level(_ key: String) throws(ProjectEditError) -> Double {
    let value = try value(key)
    guard let number = value.number, number.isFinite else { throw unexpected(key, value, "a number") }
    return number
  }

  private mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type
  ) throws(ProjectEditError) -> Choice where Choice.RawValue == String {
    let value = try value(key)
    guard let choice = value.text.flatMap(Choice.init(rawValue:)) else {
      throw unexpected(key, value, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// A transition, or null.
  mutating func transition(_ key: String) throws(ProjectEditError) -> TransitionChoice? {
    let value = try value(key)
    if value.isNull { return nil }
    guard case .object = value.content else { throw unexpected(key, value, "a transition, or null") }
    var reader = EditReader(value, at: place.appending(key))
    let choice = TransitionChoice(
      try reader.choice("name", of: ClipTransition.Kind.Name.self),
      direction: reader.optional("direction") == nil
        ? nil : try reader.choice("direction", of: ClipTransition.Direction.self),
      duration: try reader.duration("duration"),
      alignment: reader.optional("alignment") == nil
        ? nil : try reader.choice("alignment", of: ClipTransition.Alignment.self))
    try reader.finish()
    return choice
  }

  /// Settings and ramps.
  mutating func levels(_ key: String) throws(ProjectEditError) -> [LevelEntry] {
    let value = try value(key)
    guard case .array(let elements) = value.content else { throw unexpected(key, value, "an array of entries") }
    var entries: [LevelEntry] = []
    for (index, element) in elements.enumerated() {
      var reader = EditReader(element, at: place.appending(key).appending(index))
      if element["at"] != nil || element["value"] != nil {
        entries.append(.setting(at: max(.zero, try reader.time("at")), value: try reader.level("value")))
      } else {
        entries.append(
          .ramp(
            start: try reader.time("start"), duration: try reader.duration("duration"),
            from: try reader.level("from"), to: try reader.level("to")))
      }
      try reader.finish()
    }
    return entries
  }
}

extension JSONNode {
  /// A number or a text as seconds, with a sign; nil where it is no such time.
  fileprivate var seconds: Rational? {
    var value = self
    var isNegative = false
    if case .number(let digits) = content, digits.hasPrefix("-") {
      (value, isNegative) = (.number(String(digits.dropFirst())), true)
    } else if let text, text.hasPrefix("-") {
      (value, isNegative) = (.string(String(text.dropFirst())), true)
    }
    guard let time = try? ProjectTime(value), case .seconds(let seconds) = time else { return nil }
    return isNegative ? try? -seconds : seconds
  }
}
