@testable import ProjectFile

/// A JSON Schema interpreter of the test's own, so that the schema is judged by what it says and not by the code that
/// wrote it. It supports the keywords that the schema uses, and throws for any other.
final class SchemaInterpreter {
  struct UnknownKeyword: Error {
    var keyword: String
  }

  private let root: JSONNode
  /// The patterns that were met, compiled.
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  init(_ text: String) throws {
    var reader = JSONReader(Array(text.utf8))
    self.root = try reader.readRoot()
  }

  /// Whether the schema accepts the value.
  func accepts(_ value: JSONNode) throws -> Bool { try accepts(value, by: root) }

  private func pattern(_ text: String) throws -> Regex<AnyRegexOutput> {
    if let pattern = patterns[text] { return pattern }
    let pattern = try Regex(text)
    patterns[text] = pattern
    return pattern
  }

  private func accepts(_ value: JSONNode, by schema: JSONNode) throws -> Bool {
    guard case .object(let keywords) = schema.content else { return schema.description != "false" }
    for keyword in keywords where try !accepts(value, keyword.key, keyword.value, of: schema) { return false }
    return true
  }

  private func accepts(_ value: JSONNode, _ keyword: String, _ argument: JSONNode, of schema: JSONNode) throws -> Bool {
    switch keyword {
    case "$schema", "title", "description", "default", "examples", "$defs":
      return true
    case "$ref":
      let path = argument.text.split(separator: "/").dropFirst().map(String.init)
      let target = path.reduce(root as JSONNode?) { $0?[$1] }
      guard let target else { throw UnknownKeyword(keyword: argument.text) }
      return try accepts(value, by: target)
    case "type":
      return value.has(type: argument.text)
    case "const":
      return value.description == argument.description
    case "enum":
      return argument.elements.contains { $0.description == value.description }
    case "oneOf":
      return try argument.elements.filter { try accepts(value, by: $0) }.count == 1
    case "anyOf":
      return try argument.elements.contains { try accepts(value, by: $0) }
    case "not":
      return try !accepts(value, by: argument)
    case "minimum":
      return try value.number.map { $0 >= (try argument.number.unwrapped) } ?? true
    case "maximum":
      return try value.number.map { $0 <= (try argument.number.unwrapped) } ?? true
    case "exclusiveMinimum":
      return try value.number.map { $0 > (try argument.number.unwrapped) } ?? true
    case "minLength":
      guard case .string(let text) = value.content else { return true }
      return Double(text.unicodeScalars.count) >= (try argument.number.unwrapped)
    case "pattern":
      guard case .string(let text) = value.content else { return true }
      return try text.contains(pattern(argument.text))
    case "items":
      return try value.elements.allSatisfy { try accepts($0, by: argument) }
    case "minItems":
      guard case .array(let elements) = value.content else { return true }
      return Double(elements.count) >= (try argument.number.unwrapped)
    case "maxItems":
      guard case .array(let elements) = value.content else { return true }
      return Double(elements.count) <= (try argument.number.unwrapped)
    case "properties":
      return try value.members.allSatisfy { member in
        try argument[member.key].map { try accepts(member.value, by: $0) } ?? true
      }
    case "required":
      guard case .object = value.content else { return true }
      return argument.elements.allSatisfy { value[$0.text] != nil }
    case "propertyNames":
      return try value.members.allSatisfy { try accepts(.string($0.key), by: argument) }
    case "additionalProperties":
      let known = schema["properties"]?.members.map(\.key) ?? []
      return try value.members.allSatisfy { try known.contains($0.key) || accepts($0.value, by: argument) }
    default:
      throw UnknownKeyword(keyword: keyword)
    }
  }
}

extension Optional {
  struct Missing: Error {}

  /// The value, which must be there.
  fileprivate var unwrapped: Wrapped {
    get throws {
      guard let self else { throw Missing() }
      return self
    }
  }
}

extension JSONNode {
  /// The members of an object; none of any other value.
  var members: [Member] {
    guard case .object(let members) = content else { return [] }
    return members
  }

  /// The elements of an array; none of any other value.
  var elements: [JSONNode] {
    guard case .array(let elements) = content else { return [] }
    return elements
  }

  fileprivate var text: String {
    guard case .string(let text) = content else { return "" }
    return text
  }

  fileprivate var number: Double? {
    guard case .number(let digits) = content else { return nil }
    return Double(digits)
  }

  fileprivate func has(type: String) -> Bool {
    switch content {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    case .number: type == "number" || (type == "integer" && number.map { $0 == $0.rounded() } ?? false)
    }
  }
}
