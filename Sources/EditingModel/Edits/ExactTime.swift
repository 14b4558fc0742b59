import MediaTime

/// What edits compute with: sums of times that are exact, or nil. Nothing is rounded on the way.
extension CMTime {
  /// The exact time of `seconds`, at `timescale` where it falls on that, else in lowest terms; nil where it is not a time.
  init?(exactly seconds: Rational?, preferring timescale: CMTimeScale) {
    guard let seconds else { return nil }
    let (factor, rest) = Int64(timescale).quotientAndRemainder(dividingBy: seconds.denominator)
    let (value, overflows) = seconds.numerator.multipliedReportingOverflow(by: factor)
    if rest == 0, !overflows {
      self.init(value: value, timescale: timescale)
    } else if let time = try? CMTime(exactly: seconds) {
      self = time
    } else {
      return nil
    }
  }

  /// The same finite time without its epoch, and without the mark that some rounding led to it: that is the affair of
  /// whoever made the time.
  var plain: CMTime { CMTime(value: value, timescale: timescale) }

  /// The exact sum of two finite times, at their common timescale where it can be had, else in lowest terms.
  func adding(_ other: CMTime) -> CMTime? {
    guard isNumeric, other.isNumeric else { return nil }
    if let sum = summed(with: other) { return sum }
    let sum = plain + other.plain
    if sum.isNumeric, !sum.hasBeenRounded { return sum }
    return rational.flatMap { first in other.rational.flatMap { try? CMTime(exactly: first + $0) } }
  }

  /// The exact difference, as the sum is made.
  func subtracting(_ other: CMTime) -> CMTime? {
    guard other.isNumeric, other.value != .min else { return nil }
    return adding(CMTime(value: -other.value, timescale: other.timescale))
  }

  /// The sum where the other timescale divides this one, as it nearly always does: some instructions, no fractions.
  fileprivate func summed(with other: CMTime) -> CMTime? {
    let (factor, rest) = timescale.quotientAndRemainder(dividingBy: other.timescale)
    guard rest == 0 else { return nil }
    let (units, unitsOverflow) = other.value.multipliedReportingOverflow(by: Int64(factor))
    let (sum, sumOverflows) = value.addingReportingOverflow(units)
    return unitsOverflow || sumOverflows ? nil : CMTime(value: sum, timescale: timescale)
  }
}

extension CMTimeRange {
  /// The range of two finite times whose `end` is exact, as a model's must be: the times as they are where that gives one,
  /// else in lowest terms; nil where that does not either.
  init?(exactlyFrom start: CMTime, lasting duration: CMTime) {
    guard start.isNumeric, duration.isNumeric else { return nil }
    self.init(start: start.plain, duration: duration.plain)
    if start.summed(with: duration) != nil || endIsExact { return }
    guard let first = start.rational.flatMap({ try? CMTime(exactly: $0) }),
      let length = duration.rational.flatMap({ try? CMTime(exactly: $0) })
    else { return nil }
    self.init(start: first, duration: length)
    if !endIsExact { return nil }
  }

  /// The range that lasts as long and starts `offset` later.
  func moved(by offset: CMTime) -> CMTimeRange? {
    start.adding(offset).flatMap { CMTimeRange(exactlyFrom: $0, lasting: duration) }
  }

  private var endIsExact: Bool { end.isNumeric && !end.hasBeenRounded }
}
