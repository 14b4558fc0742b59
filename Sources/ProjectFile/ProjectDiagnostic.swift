public import EditingModel

/// One error in a project file: where it stands, what was found, what was expected, and the name that was probably
/// meant.
public struct ProjectDiagnostic: Diagnosed, Hashable, Sendable {
  /// The value in the file; for a missing key, the object that lacks it.
  public var pointer: JSONPointer
  /// The line in the file, from 1.
  public var line: Int
  /// The Unicode scalar in the line, from 1.
  public var column: Int
  /// The fault, and the expected value: "a time of 0 or later".
  public var diagnostic: Diagnostic
  /// The known name that is nearest to the one found, if one is near.
  public var suggestion: String?

  init(pointer: JSONPointer, line: Int, column: Int, diagnostic: Diagnostic, suggestion: String? = nil) {
    (self.pointer, self.line, self.column) = (pointer, line, column)
    (self.diagnostic, self.suggestion) = (diagnostic, suggestion)
  }

  /// The fault at `pointer`, which begins at `column` of `line`, both from 1; and the expected value, as a noun phrase.
  public init(at pointer: JSONPointer, line: Int, column: Int, _ message: String, expected: String) {
    self.init(pointer: pointer, line: line, column: column, diagnostic: Diagnostic(message, expected: expected))
  }
}

extension ProjectDiagnostic: CustomStringConvertible {
  /// All of it on one line: `12:34: /export/fileType: Found the string "mp5". Expected … Did you mean "mp4"?`
  public var description: String {
    var sentences = ["\(line):\(column):"]
    if pointer != JSONPointer() { sentences.append("\(pointer):") }
    sentences.append(diagnostic.description)
    if let suggestion { sentences.append("Did you mean \"\(suggestion)\"?") }
    return sentences.joined(separator: " ")
  }
}

extension ProjectDiagnostic: Encodable {
  private enum Key: CodingKey {
    case pointer, line, column, message, expected, suggestion
  }

  /// Writes one object, with the diagnostic's own members in it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(pointer, forKey: .pointer)
    try container.encode(line, forKey: .line)
    try container.encode(column, forKey: .column)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(expected, forKey: .expected)
    try container.encodeIfPresent(suggestion, forKey: .suggestion)
  }
}

/// A diagnostic whose line and column are not known yet: what readers report before the text's lines are counted.
struct UnlocatedDiagnostic: Diagnosed, Hashable, Sendable {
  /// The value in the file.
  var pointer: JSONPointer
  /// The byte it begins at; nil for the beginning of the value at `pointer`.
  var offset: Int?
  /// The fault, and the expected value.
  var diagnostic: Diagnostic
  /// The name that was probably meant.
  var suggestion: String?

  /// A diagnostic about the value at `pointer`.
  init(at pointer: JSONPointer, offset: Int? = nil, _ message: String, expected: String, suggestion: String? = nil) {
    self.init(at: pointer, offset: offset, Diagnostic(message, expected: expected), suggestion: suggestion)
  }

  /// The diagnostic `diagnostic` about the value at `pointer`.
  init(at pointer: JSONPointer, offset: Int? = nil, _ diagnostic: Diagnostic, suggestion: String? = nil) {
    self.pointer = pointer
    self.offset = offset
    self.diagnostic = diagnostic
    self.suggestion = suggestion
  }
}

extension [UnlocatedDiagnostic] {
  /// Appends the diagnostics of a later step, except about values that have one already, and arrays with an element
  /// that has one: those are consequences or repetitions.
  mutating func appendNew(_ later: [UnlocatedDiagnostic]) {
    var pointers = Set(map(\.pointer))
    for pointer in pointers where pointer.tokens.last.flatMap({ Int($0) }) != nil {
      if let array = pointer.parent { pointers.insert(array) }
    }
    for diagnostic in later where pointers.insert(diagnostic.pointer).inserted { append(diagnostic) }
  }
}

/// A failure of reading or writing a project.
public enum ProjectError: Error, Hashable, Sendable {
  /// The file could not be read at all.
  case unreadable(file: String, reason: String)
  /// The file is not a valid project: every error in it, in the order of the text; never empty.
  case invalid([ProjectDiagnostic])
  /// The model has features that the project format cannot express: one sentence each.
  case notExpressible([String])

  /// The errors in the file; empty where its content is not the cause.
  public var diagnostics: [ProjectDiagnostic] {
    guard case .invalid(let diagnostics) = self else { return [] }
    return diagnostics
  }
}

extension ProjectError: CustomStringConvertible {
  /// One line for each error.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "The project \(file) cannot be read: \(reason)"
    case .invalid(let diagnostics): diagnostics.map(\.description).joined(separator: "\n")
    case .notExpressible(let reasons): reasons.joined(separator: "\n")
    }
  }
}

/// The position of a value in a JSON text (RFC 6901): `/composition/tracks/0/segments/1/at`.
public struct JSONPointer: Hashable, Sendable {
  /// The keys and indices on the way from the root; none for the root itself.
  public let tokens: [String]

  /// The value reached by `tokens`, unescaped; the root without any.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// The value that `text` names as RFC 6901 spells it; nil where that is not spelt so.
  package init?(_ text: String) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.removeFirst().isEmpty else { return nil }
    var tokens: [String] = []
    for part in parts {
      let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
      guard pieces.dropFirst().allSatisfy({ $0.hasPrefix("0") || $0.hasPrefix("1") }) else { return nil }
      tokens.append(
        pieces.dropFirst().reduce(String(pieces.first ?? "")) { $0 + ($1.hasPrefix("0") ? "~" : "/") + $1.dropFirst() })
    }
    self.init(tokens)
  }

  /// The member `key` of this object.
  public func appending(_ key: String) -> JSONPointer { JSONPointer(tokens + [key]) }

  /// The element `index` of this array.
  public func appending(_ index: Int) -> JSONPointer { JSONPointer(tokens + [String(index)]) }

  /// The object or array that holds this value; nil for the root.
  package var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast())) }

  /// Whether this is `other` or a value inside it.
  package func isWithin(_ other: JSONPointer) -> Bool { tokens.starts(with: other.tokens) }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer as RFC 6901 spells it: each token after a slash, `~` as `~0` and `/` as `~1`; empty for the root.
  public var description: String {
    tokens.map { token in
      "/"
        + token.map { character -> String in
          switch character {
          case "~": "~0"
          case "/": "~1"
          default: String(character)
          }
        }.joined()
    }.joined()
  }
}

extension JSONPointer: Encodable {
  /// Writes the pointer as a string, in the spelling of RFC 6901.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
