/// The state of reading a document by its form: the current position, and the diagnostics so far.
///
/// A value that cannot be read is skipped and reading goes on, so that one mistake does not hide the next.
struct FormReading {
  /// The value that is being read.
  private(set) var pointer = JSONPointer()
  /// All diagnostics so far.
  private(set) var diagnostics: [UnlocatedDiagnostic] = []
  /// The values that were skipped.
  private(set) var skipped = SkippedValues()
  /// Whether a time that counts frames was read.
  var usesFrameTimes = false

  /// Reports an error in the current value.
  mutating func report(_ message: String, expected: String, suggestion: String? = nil) {
    diagnostics.append(UnlocatedDiagnostic(at: pointer, message, expected: expected, suggestion: suggestion))
  }

  /// Reports that the current value, `node`, is not what is expected.
  mutating func report(_ node: JSONNode, expected: String, suggestion: String? = nil) {
    report("Found \(node).", expected: expected, suggestion: suggestion)
  }

  /// Reports an error in another value.
  mutating func report(_ diagnostic: UnlocatedDiagnostic) {
    diagnostics.append(diagnostic)
  }

  /// Reads `node`, the member or element `token` of the current value.
  mutating func read<Value>(_ node: JSONNode, at token: String, as form: Form<Value>) -> Value? {
    let outer = pointer
    pointer = pointer.appending(token)
    defer { pointer = outer }
    guard let value = form.read(node, &self) else {
      skipped.insert(pointer)
      return nil
    }
    return value
  }

  /// Reads the elements of the current array, and skips those that cannot be read.
  mutating func readElements<Value>(_ nodes: [JSONNode], as form: Form<Value>) -> [Value] {
    var kept: [Int] = []
    var values: [Value] = []
    for (index, node) in nodes.enumerated() {
      guard let value = read(node, at: String(index), as: form) else { continue }
      kept.append(index)
      values.append(value)
    }
    if kept.count < nodes.count { skipped.keepOnly(kept, ofElementsAt: pointer) }
    return values
  }
}

/// The values of a document that could not be read and are missing from what was made of it.
struct SkippedValues: Hashable, Sendable {
  private var pointers: Set<JSONPointer> = []
  /// For each array with skipped elements, the indices of the others.
  private var keptIndices: [JSONPointer: [Int]] = [:]

  /// Adds the value at `pointer`.
  mutating func insert(_ pointer: JSONPointer) {
    pointers.insert(pointer)
  }

  /// Records that only the elements with these indices were read of the array at `pointer`.
  mutating func keepOnly(_ indices: [Int], ofElementsAt pointer: JSONPointer) {
    keptIndices[pointer] = indices
  }

  /// Whether the value at `pointer` was skipped.
  func contains(_ pointer: JSONPointer) -> Bool { pointers.contains(pointer) }

  /// Whether the value at `pointer` was read with everything in it.
  func isComplete(_ pointer: JSONPointer) -> Bool { !pointers.contains { $0.isWithin(pointer) } }

  /// Whether every element of the array at `pointer` was read, though perhaps not everything in it.
  func hasAllElements(_ pointer: JSONPointer) -> Bool { keptIndices[pointer] == nil }

  /// The pointer into the document for a pointer into the values that were read.
  func documentPointer(for pointer: JSONPointer) -> JSONPointer {
    if keptIndices.isEmpty { return pointer }
    return pointer.tokens.reduce(JSONPointer()) { parent, token in
      guard let indices = keptIndices[parent], let index = Int(token), indices.indices.contains(index) else {
        return parent.appending(token)
      }
      return parent.appending(indices[index])
    }
  }
}

/// Finds the known name that a misspelt one stands for.
package enum NearName {
  /// The candidate with the smallest edit distance from `name`, if that is small for its length.
  ///
  /// An edit inserts, removes or replaces a character or swaps two neighbors; case does not count.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    // Comparing takes time by the product of the lengths, and longer names are not misspelt keys.
    guard name.utf8.count <= 64 else { return nil }
    let wanted = Array(name.lowercased())
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= 64 {
      let distance = distance(wanted, Array(candidate.lowercased()))
      let limit = max(1, (max(wanted.count, candidate.count) + 1) / 3)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The restricted Damerau–Levenshtein distance.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, character) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var edits = min(last[column + 1] + 1, current[column] + 1, last[column] + (character == other ? 0 : 1))
        if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current.append(edits)
      }
      (beforeLast, last) = (last, current)
    }
    return last.last ?? 0
  }
}
