extension Range<Int> {
  /// The shortest range that holds both; the other where one is nil.
  func union(_ other: Range<Int>?) -> Range<Int> {
    guard let other else { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
