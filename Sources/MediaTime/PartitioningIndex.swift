extension RandomAccessCollection {
  /// The first index whose element satisfies `condition`; the end of the collection if none does.
  ///
  /// The collection must be partitioned: every element after one that satisfies the condition satisfies it too, as
  /// "starts later than a time" does in a list that is sorted by time. Takes logarithmic time.
  package func partitioningIndex(where condition: (Element) throws -> Bool) rethrows -> Index {
    var start = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(start, offsetBy: half)
      if try condition(self[middle]) {
        length = half
      } else {
        start = index(after: middle)
        length -= half + 1
      }
    }
    return start
  }
}
