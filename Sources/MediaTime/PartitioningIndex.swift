extension RandomAccessCollection {
  /// The first index whose element fulfils `condition`, which all later ones fulfil too; the end of the collection if none
  /// does. How the place of a time is found in what stands in order.
  ///
  /// Takes logarithmic time.
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
