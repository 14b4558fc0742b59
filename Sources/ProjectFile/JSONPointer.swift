/// The place of a value in a JSON text (RFC 6901): `/composition/tracks/0/segments/1/at`.
public struct JSONPointer: Hashable, Sendable {
  /// The keys and indices on the way from the root; none for the root itself.
  public let tokens: [String]

  /// The place reached by `tokens`, unescaped; the root without any.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// The member `key` of the object here.
  public func appending(_ key: String) -> JSONPointer { JSONPointer(tokens + [key]) }

  /// The element `index` of the array here.
  public func appending(_ index: Int) -> JSONPointer { JSONPointer(tokens + [String(index)]) }

  /// The object or array that holds this place; nil for the root.
  var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast())) }

  /// Whether this place is `other` or lies within it.
  func isWithin(_ other: JSONPointer) -> Bool { tokens.starts(with: other.tokens) }
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
