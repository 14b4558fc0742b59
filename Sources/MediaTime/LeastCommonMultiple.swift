extension Int64 {
  /// The least common multiple of both, above 0; nil where it does not fit.
  package func leastCommonMultiple(with other: Int64) -> Int64? {
    var (larger, smaller) = (self, other)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    let (multiple, overflow) = (self / larger).multipliedReportingOverflow(by: other)
    return overflow ? nil : multiple
  }
}
