extension CMTime: Comparable {
  /// Whether two times are the same number of seconds of the same epoch, or the same special time.
  ///
  /// 1/2 and 2/4 are equal and the rounded flag does not count. All invalid times are equal.
  public static func == (left: CMTime, right: CMTime) -> Bool {
    left.order(relativeTo: right) == 0
  }

  /// Whether the left time comes first. Negative infinity < finite < indefinite < positive infinity < invalid; of two
  /// finite times of different epochs the one of the greater epoch is greater.
  public static func < (left: CMTime, right: CMTime) -> Bool {
    left.order(relativeTo: right) < 0
  }

  /// -1, 0 or 1 as the time is before, the same as, or after the other.
  func order(relativeTo other: CMTime) -> Int {
    guard kind == .finite, other.kind == .finite else { return sign(kind.rawValue, other.kind.rawValue) }
    guard epoch == other.epoch else { return sign(epoch, other.epoch) }
    return sign(Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
  }
}

extension CMTime: Hashable {
  /// Equal times hash equally: the seconds enter in lowest terms, and no flag or field that equality leaves out.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard isNumeric else { return }
    let seconds = ExactQuotient(self)
    hasher.combine(seconds.numerator)
    hasher.combine(seconds.denominator)
    hasher.combine(epoch)
  }
}

/// -1, 0 or 1 as the first is less than, equal to, or greater than the second.
private func sign<Number: Comparable>(_ first: Number, _ second: Number) -> Int {
  if first == second { return 0 }
  return first < second ? -1 : 1
}
