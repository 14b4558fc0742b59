/// What was left out of a document because it could not be read.
struct Omissions: Hashable, Sendable {
  private var omitted: Set<JSONPointer> = []
  /// Of arrays with omissions, the indices of the elements that were kept.
  private var kept: [JSONPointer: [Int]] = [:]

  /// Notes that the value at `pointer` was left out.
  mutating func leaveOut(_ pointer: JSONPointer) {
    omitted.insert(pointer)
  }

  /// Notes that of the array at `pointer` only the elements with these indices were kept.
  mutating func keep(_ indices: [Int], ofElementsAt pointer: JSONPointer) {
    kept[pointer] = indices
  }

  /// Whether the value at `pointer` was left out.
  func leavesOut(_ pointer: JSONPointer) -> Bool { omitted.contains(pointer) }

  /// Whether nothing was left out at `pointer` or within it.
  func isWhole(_ pointer: JSONPointer) -> Bool { !omitted.contains { $0.isWithin(pointer) } }

  /// Whether every element of the array at `pointer` was kept, of some perhaps only a part.
  func hasAllElements(_ pointer: JSONPointer) -> Bool { kept[pointer] == nil }

  /// The place in the document of what stands at `pointer` among the values that were kept.
  func documentPointer(for pointer: JSONPointer) -> JSONPointer {
    if kept.isEmpty { return pointer }
    return pointer.tokens.reduce(JSONPointer()) { place, token in
      guard let indices = kept[place], let index = Int(token), indices.indices.contains(index) else {
        return place.appending(token)
      }
      return place.appending(indices[index])
    }
  }
}
