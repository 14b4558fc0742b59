public import EditingModel

/// A parameter of a compositor: its name, its values and its default.
public struct CompositorParameter: Hashable, Sendable {
  /// The key in a project's `parameters`.
  public var name: String
  /// The parameter's effect, as a sentence.
  public var summary: String
  /// The values that it can have.
  public var kind: Kind
  /// The value where none is given; one that `kind` accepts.
  public var defaultValue: JSONValue

  /// The parameter `name`, which has one of the values of `kind`.
  public init(_ name: String, _ kind: Kind, default defaultValue: JSONValue, summary: String) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.summary = summary
  }

  /// The values that a parameter can have.
  public enum Kind: Hashable, Sendable, Codable {
    /// `true` or `false`.
    case boolean
    /// A whole number in a range.
    case integer(ClosedRange<Int64>)
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// A text.
    case text
    /// One of some words.
    case choice([String])
    /// The name of a file, counted from the project's folder; compositors are handed its path.
    case file
    /// An opaque color, as "#rrggbb".
    case color
  }
}

extension CompositorParameter {
  /// A parameter that is `true` or `false`.
  public static func boolean(_ name: String, default value: Bool, summary: String) -> CompositorParameter {
    CompositorParameter(name, .boolean, default: .bool(value), summary: summary)
  }

  /// A parameter that is a whole number in `range`.
  public static func integer(
    _ name: String, _ range: ClosedRange<Int64>, default value: Int64, summary: String
  ) -> CompositorParameter {
    CompositorParameter(name, .integer(range), default: .number(String(value)), summary: summary)
  }

  /// A parameter that is a number in `range`.
  public static func number(
    _ name: String, _ range: ClosedRange<Double>, default value: Double, summary: String
  ) -> CompositorParameter {
    CompositorParameter(name, .number(range), default: .number(String(value)), summary: summary)
  }

  /// A parameter that is a text.
  public static func text(_ name: String, default value: String = "", summary: String) -> CompositorParameter {
    CompositorParameter(name, .text, default: .string(value), summary: summary)
  }

  /// A parameter that is the name of a file, none unless given.
  public static func file(_ name: String, summary: String) -> CompositorParameter {
    CompositorParameter(name, .file, default: .string(""), summary: summary)
  }

  /// A parameter that is an opaque color, "#rrggbb".
  public static func color(_ name: String, default value: String, summary: String) -> CompositorParameter {
    CompositorParameter(name, .color, default: .string(value), summary: summary)
  }

  /// A parameter that is one of `words`.
  public static func choice(
    _ name: String, _ words: [String], default value: String, summary: String
  ) -> CompositorParameter {
    CompositorParameter(name, .choice(words), default: .string(value), summary: summary)
  }
}

extension CompositorParameter.Kind {
  /// The kind's name: "boolean", "integer", "number", "text", "choice", "file" or "color".
  public var name: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .text: "text"
    case .choice: "choice"
    case .file: "file"
    case .color: "color"
    }
  }

  /// The values, as a noun phrase: "a number from 0 to 1".
  public var expectation: String {
    switch self {
    case .boolean: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .text: "a text"
    case .choice(let words): "one of " + words.map { "“\($0)”" }.joined(separator: ", ")
    case .file: "the name of a file"
    case .color: "a color as “#rrggbb”"
    }
  }

  /// Whether `value` is one of the values.
  public func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.boolean, .bool), (.text, .string), (.file, .string): true
    case (.integer(let range), .number(let digits)): Int64(digits).map(range.contains) ?? false
    case (.number(let range), .number(let digits)): Double(digits).map(range.contains) ?? false
    case (.choice(let words), .string(let word)): words.contains(word)
    case (.color, .string(let text)): text.utf8.count == 7 && Color(hexadecimal: text) != nil
    default: false
    }
  }
}
