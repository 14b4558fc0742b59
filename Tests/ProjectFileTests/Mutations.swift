@testable import ProjectFile

/// Places in a JSON text, and changes to what stands there.
extension JSONNode {
  /// The pointers to every member and element, however deep.
  var places: [JSONPointer] { places(from: JSONPointer()) }

  private func places(from pointer: JSONPointer) -> [JSONPointer] {
    let parts: [(JSONPointer, JSONNode)] =
      members.map { (pointer.appending($0.key), $0.value) }
      + elements.enumerated().map { (pointer.appending($0), $1) }
    return parts.flatMap { [$0] + $1.places(from: $0) }
  }

  /// Whether the key at a place is one of the format's, and not a name or a compositor's parameter.
  func isFormed(_ place: JSONPointer) -> Bool {
    let tokens = place.tokens
    let isName = tokens.count == 2 && tokens[0] == "assets"
    return !isName && Int(tokens.last ?? "0") == nil && !tokens.dropLast().contains("parameters")
  }

  /// Whether nothing stands within what is at a place.
  func isLeaf(_ place: JSONPointer) -> Bool {
    let node = place.tokens.reduce(self as JSONNode?) { $0?[token: $1] }
    return node.map { $0.members.isEmpty && $0.elements.isEmpty } ?? false
  }

  /// The same with the member or element at a place changed; without it, where `change` gives nil.
  func changing(_ place: JSONPointer, _ change: (Member) -> Member?) -> JSONNode {
    changing(place.tokens[...], change)
  }

  private func changing(_ tokens: ArraySlice<String>, _ change: (Member) -> Member?) -> JSONNode {
    guard let token = tokens.first else { return self }
    func changed(_ member: Member) -> Member? {
      if tokens.count == 1 { return change(member) }
      return Member(key: member.key, value: member.value.changing(tokens.dropFirst(), change))
    }
    switch content {
    case .object(let members):
      return JSONNode(content: .object(members.compactMap { $0.key == token ? changed($0) : $0 }))
    case .array(let elements):
      return .array(
        elements.enumerated().compactMap { index, element in
          String(index) == token ? changed(Member(key: token, value: element))?.value : element
        })
    default:
      return self
    }
  }
}
