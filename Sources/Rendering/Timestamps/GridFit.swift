import MediaTime

/// A grid of exact times that explains a row of timestamps.
struct GridFit {
  /// The distance from one place of the grid to the next.
  let frameDuration: Rational
  /// On which place of the grid each timestamp stands, counted from the first.
  let numbers: [Int64]
  /// The exact time of the first.
  let start: Rational

  /// The timing whose frames stand on the grid as the timestamps do; the last one lasts `lastDuration` nanoseconds, to
  /// the nearest place of the grid, or as long as the one before it. Nil where a time does not fit in 64 bits.
  func timing(lastDuration: Int64?) -> FrameTiming? {
    do {
      var starts: [Rational] = []
      starts.reserveCapacity(numbers.count)
      for number in numbers { starts.append(try start + Rational(number) * frameDuration) }
      guard let last = starts.last else { return nil }
      var length = try last - (starts.dropLast().last ?? last)
      if let lastDuration {
        let places = try (Rational(lastDuration, ContainerTicks.nanosecondRate) / frameDuration).rounded()
        length = try Rational(places) * frameDuration
      }
      return .variable(starts: FrameStarts(starts), end: try last + max(length, frameDuration))
    } catch {
      return nil
    }
  }
}

/// The possible starts of a row's first frame, given the rounding of its timestamps: a closed interval.
struct StartInterval {
  /// The bounds, in nanoseconds times `scale`.
  private let low: Int128
  private let high: Int128
  private let scale: Int128
  /// The first timestamp, in nanoseconds.
  private let first: Int128

  /// Within a nanosecond of `first`, in nanoseconds.
  init(around first: Int128) {
    self.init(around: first, least: 0, greatest: 0, scale: 1, tickRate: 1, isRounded: false)
  }

  /// The interval of the grid's start, where the first timestamp is `first`, in nanoseconds, and the timestamps are
  /// later than a grid's frames from there on by `least / scale` to `greatest / scale` ticks of 1/`tickRate` s.
  /// `isRounded` where rounding to ticks explains the differences.
  init(around first: Int128, least: Int128, greatest: Int128, scale: Int128, tickRate: Int64, isRounded: Bool) {
    let nanosecond = 2 * scale * Int128(tickRate)
    let tick = 2 * scale * Int128(ContainerTicks.nanosecondRate)
    // Times that were rounded down to ticks leave [greatest, least + tick), to the nearest tick
    // [greatest - tick/2, least + tick/2]; this is what both leave, and a nanosecond that the demuxer took.
    let before = isRounded ? tick / 2 + nanosecond : nanosecond
    let after = isRounded ? tick - nanosecond : nanosecond
    let factor = 2 * Int128(ContainerTicks.nanosecondRate)
    let bounds = (first * nanosecond + greatest * factor - before, first * nanosecond + least * factor + after)
    self.low = min(bounds.0, bounds.1)
    self.high = max(bounds.0, bounds.1)
    self.scale = nanosecond
    self.first = first
  }

  /// The time chosen: zero, a multiple of `frameDuration`, one of the ticks of 1/`tickRate` s, or of the longest usual
  /// ticks: the first of these that lies in the interval.
  func start(preferring frameDuration: Rational?, tickRate: Int64) -> Rational {
    // Demuxers add a nanosecond or two, as where an edit list begins in fine ticks; so small a time is none.
    if low <= 0 && high >= 0 || first.magnitude <= 2 { return .zero }
    let ticks = ([tickRate] + ContainerTicks.rates).map { try? Rational(1, $0) }
    let multiples = ([frameDuration] + ticks).lazy.compactMap { $0.flatMap(multiple) }
    return multiples.first ?? (try? Rational(Int64(clamping: first), ContainerTicks.nanosecondRate)) ?? .zero
  }

  /// The multiple of `unit` in the middle of the interval, if one lies there.
  private func multiple(of unit: Rational) -> Rational? {
    let (length, lengthOverflows) = (Int128(unit.numerator) * Int128(ContainerTicks.nanosecondRate))
      .multipliedReportingOverflow(by: scale)
    let (from, fromOverflows) = low.multipliedReportingOverflow(by: Int128(unit.denominator))
    let (to, toOverflows) = high.multipliedReportingOverflow(by: Int128(unit.denominator))
    guard !lengthOverflows, !fromOverflows, !toOverflows, length > 0 else { return nil }
    let number = (from + (to - from) / 2).dividedToNearest(by: length)
    guard from <= number * length, number * length <= to, let number = Int64(exactly: number) else { return nil }
    return try? Rational(number) * unit
  }
}

extension Int128 {
  /// The whole number nearest to the quotient, the greater of two; `divisor` is positive.
  func dividedToNearest(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    let rest = remainder < 0 ? remainder + divisor : remainder
    let floor = remainder < 0 ? quotient - 1 : quotient
    return rest >= divisor - rest ? floor + 1 : floor
  }
}
