import MediaTime

extension FrameTiming {
  /// The same frames at times that a composition holds beside sound of `sampleRates`, which are as near as that leaves them.
  ///
  /// A composition counts in `CMTime`, whose timescales end at 2,147,483,647: where frames begin on ticks that have no common
  /// timescale with the samples, as at whole nanoseconds beside 44,100 Hz, no exact sum of the two exists. Such times go to the
  /// nearest 705,600,000th of a second, 0.7 ns beside them at most: it holds all usual rates of pictures and of sound. Frames of a
  /// constant rate that it does not hold are no longer of one.
  package func composable(besideRates sampleRates: [Int]) -> FrameTiming {
    let rates = sampleRates.map { Int64($0) }
    switch self {
    case .still:
      return self
    case .constant(let start, let frameDuration, let count):
      if Self.haveTimescale(rates + [start.denominator, frameDuration.denominator]) { return self }
      if Self.haveTimescale(rates + [Self.finest, frameDuration.denominator]),
        let start = try? Self.nearest(to: start)
      {
        return .constant(start: start, frameDuration: frameDuration, count: count)
      }
      return (try? (0..<count).map { number throws(RationalError) in try self.start(of: number) })
        .flatMap { starts in (try? end(of: count - 1)).flatMap { $0 }.flatMap { Self.rounded(starts, until: $0) } }
        ?? self
    case .variable(let starts, let end):
      if let timescale = starts.timescale, Self.haveTimescale(rates + [timescale, end.denominator]) { return self }
      return Self.rounded(Array(starts), until: end) ?? self
    }
  }

  /// Ticks a second of rounded times.
  private static let finest: Int64 = 705_600_000

  /// Frames at the ticks nearest to `starts`; nil where two would begin on one.
  private static func rounded(_ starts: [Rational], until end: Rational) -> FrameTiming? {
    guard
      let rounded = try? starts.map({ start throws(RationalError) in try nearest(to: start) }),
      let end = try? nearest(to: end),
      zip(rounded, rounded.dropFirst()).allSatisfy({ $0 < $1 }), rounded.last.map({ $0 < end }) ?? true
    else { return nil }
    return .variable(starts: FrameStarts(rounded), end: end)
  }

  private static func nearest(to time: Rational) throws(RationalError) -> Rational {
    try Rational(time.rounded(scaledBy: finest), finest)
  }

  /// Whether a `CMTimeScale` is a multiple of all of `denominators`.
  private static func haveTimescale(_ denominators: [Int64]) -> Bool {
    var common: Int64 = 1
    for denominator in denominators where denominator > 0 {
      guard let multiple = common.leastCommonMultiple(with: denominator), multiple <= Int64(CMTimeScale.max) else {
        return false
      }
      common = multiple
    }
    return true
  }
}
