/// JSON as it is spelled: keys keep their order and may stand twice, numbers keep their digits, and may be none.
indirect enum JSONTree: Hashable, Sendable {
  /// Keys and values.
  case object([Member])
  /// Values in a row.
  case array([JSONTree])
  /// A text.
  case text(String)
  /// A number, `true`, `false`, `null`, or anything else, as it is spelled.
  case literal(String)

  /// A key and its value.
  struct Member: Hashable, Sendable {
    var key: String
    var value: JSONTree
  }

  /// The JSON text, in one line.
  var spelled: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)):\($0.value.spelled)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.spelled).joined(separator: ",") + "]"
    case .text(let text): Self.quoted(text)
    case .literal(let spelling): spelling
    }
  }

  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { result, scalar in
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    } + "\""
  }

  /// The same without a key.
  func without(_ key: String) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.key != key })
  }

  /// The ways to all values within, as positions in objects and arrays.
  var ways: [[Int]] {
    let values: [JSONTree] =
      switch self {
      case .object(let members): members.map(\.value)
      case .array(let elements): elements
      case .text, .literal: []
      }
    return values.enumerated().flatMap { position, value in [[position]] + value.ways.map { [position] + $0 } }
  }

  /// What stands at a way.
  subscript(way: ArraySlice<Int>) -> JSONTree? {
    guard let position = way.first else { return self }
    switch self {
    case .object(let members) where position < members.count: return members[position].value[way.dropFirst()]
    case .array(let elements) where position < elements.count: return elements[position][way.dropFirst()]
    default: return nil
    }
  }

  /// Changes the members or elements that stand beside one another at a way: `change` is given what holds the last
  /// position of the way, and that position.
  mutating func change(_ way: ArraySlice<Int>, _ change: (inout JSONTree, Int) -> Void) {
    guard let position = way.first else { return }
    guard way.count > 1 else { return change(&self, position) }
    switch self {
    case .object(var members) where position < members.count:
      members[position].value.change(way.dropFirst(), change)
      self = .object(members)
    case .array(var elements) where position < elements.count:
      elements[position].change(way.dropFirst(), change)
      self = .array(elements)
    default: break
    }
  }
}

extension JSONTree: Decodable {
  /// A key, whatever it is.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads valid JSON; the keys come in the order of their letters.
  init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      let keys = keyed.allKeys.sorted { $0.stringValue < $1.stringValue }
      self = .object(
        try keys.map { Member(key: $0.stringValue, value: try keyed.decode(JSONTree.self, forKey: $0)) })
      return
    }
    let single = try decoder.singleValueContainer()
    if let elements = try? single.decode([JSONTree].self) {
      self = .array(elements)
    } else if let truth = try? single.decode(Bool.self) {
      self = .literal("\(truth)")
    } else if let number = try? single.decode(Int.self) {
      self = .literal("\(number)")
    } else if let number = try? single.decode(Double.self) {
      self = .literal("\(number)")
    } else if let text = try? single.decode(String.self) {
      self = .text(text)
    } else {
      self = .literal("null")
    }
  }
}
