import MediaTime

/// Exact sums of times, for edits: `CMTime` arithmetic that gives nil instead of rounding.
///
/// Edits compute in `CMTime` and not in ``Rational`` because the timescales are part of the result: a sum keeps the
/// timescale of its first operand wherever that holds it.
extension CMTime {
  /// The exact time of `seconds`, at `timescale` where that holds it, else in lowest terms; nil where no timescale
  /// holds it, and for nil.
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

  /// The same finite time without epoch and without the rounded flag, which concern its origin, not its value.
  var plain: CMTime { CMTime(value: value, timescale: timescale) }

  /// The exact sum of two finite times, at their common timescale where one exists, else in lowest terms; nil where no
  /// timescale holds it.
  func adding(_ other: CMTime) -> CMTime? {
    guard isNumeric, other.isNumeric else { return nil }
    if let sum = summed(with: other) { return sum }
    let sum = plain + other.plain
    if sum.isNumeric, !sum.hasBeenRounded { return sum }
    return rational.flatMap { first in other.rational.flatMap { try? CMTime(exactly: first + $0) } }
  }

  /// The exact difference, by the rules of the sum.
  func subtracting(_ other: CMTime) -> CMTime? {
    guard other.isNumeric, other.value != .min else { return nil }
    return adding(CMTime(value: -other.value, timescale: other.timescale))
  }

  /// The sum where the other timescale divides this one, the fast path of nearly all edits; else nil.
  fileprivate func summed(with other: CMTime) -> CMTime? {
    let (factor, rest) = timescale.quotientAndRemainder(dividingBy: other.timescale)
    guard rest == 0 else { return nil }
    let (units, unitsOverflow) = other.value.multipliedReportingOverflow(by: Int64(factor))
    let (sum, sumOverflows) = value.addingReportingOverflow(units)
    return unitsOverflow || sumOverflows ? nil : CMTime(value: sum, timescale: timescale)
  }
}

extension CMTimeRange {
  /// The range of two finite times whose `end` is exact, as a model's ranges must have: at the times' own timescales
  /// where that is so, else in lowest terms; nil where the end is not exact in those either.
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

  /// The range moved by `offset`; nil where it has no exact times.
  func moved(by offset: CMTime) -> CMTimeRange? {
    start.adding(offset).flatMap { CMTimeRange(exactlyFrom: $0, lasting: duration) }
  }

  private var endIsExact: Bool { end.isNumeric && !end.hasBeenRounded }
}
