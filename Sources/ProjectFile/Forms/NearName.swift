/// Finds the name that was meant by one that is not known.
enum NearName {
  /// The candidate that takes the fewest edits to reach from `name`, if they are few for its length.
  ///
  /// An edit inserts, removes or replaces a character or swaps two neighbours; case does not count.
  static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    // Longer ones are no misspelt names, and comparing takes time by the product of the lengths.
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
