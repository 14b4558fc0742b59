import MediaTime

extension FrameTiming {
  /// The constant rate around which the times of a variable timing jitter; nil where there is none.
  ///
  /// Times jitter around a rate where each lies less than a quarter of a frame beside its place on the grid of that rate, and no
  /// two have the same place. Places may be left out, as where a camera drops frames, if it is less than an eighth. The rate is
  /// the standard one within 5 % of the median or the mean distance around which they jitter least; else the mean itself, if it is
  /// less than an eighth as well: the mean of two stretches that are half a frame out of step is no rate. The grid begins at a
  /// multiple of the frame duration where the times leave that open, else in the middle of what they leave.
  ///
  /// ```
  ///  grid       |       |       |       |       |
  ///  pictures   ├──────┼─────────┼─────┼────────┤       less than a quarter of a frame beside each line
  /// ```
  var regular: FrameTiming? {
    guard case .variable(let starts, _) = self, starts.count > 2, let first = starts.first else { return nil }
    let offsets = starts.map { $0.seconds - first.seconds }
    let distances = zip(offsets.dropFirst(), offsets).map { $0 - $1 }.sorted()
    let median = distances[distances.count / 2]
    let mean = (offsets.last ?? 0) / Double(distances.count)
    let near = StandardFrameRate.frameDurations.filter { duration in
      [median, mean].contains { $0 > 0 && abs(duration.seconds / $0 - 1) <= 0.05 }
    }
    let fits = near.compactMap { duration in
      JitterFit(offsets, around: duration.seconds).map { (fit: $0, duration: duration) }
    }
    if let best = fits.min(by: { $0.fit.jitter < $1.fit.jitter }) {
      return try? timing(of: best.fit, every: best.duration, from: first)
    }
    guard let exact = try? ((starts.last ?? .zero) - first) / Rational(Int64(distances.count)), exact > .zero,
      let fit = JitterFit(offsets, around: exact.seconds), fit.isClose
    else { return nil }
    return try? timing(of: fit, every: exact, from: first)
  }

  /// The frames at `fit.places` of a grid of `frameDuration`, where the first frame's time is `first`.
  private func timing(
    of fit: JitterFit, every frameDuration: Rational, from first: Rational
  ) throws(RationalError) -> FrameTiming {
    let start = try fit.start(of: first, every: frameDuration)
    guard fit.hasGaps else { return .constant(start: start, frameDuration: frameDuration, count: fit.places.count) }
    var starts: [Rational] = []
    starts.reserveCapacity(fit.places.count)
    for place in fit.places { starts.append(try start + Rational(place) * frameDuration) }
    return .variable(starts: FrameStarts(starts), end: try (starts.last ?? start) + frameDuration)
  }
}

/// The places of times on a grid from which each lies less than a quarter of a frame.
private struct JitterFit {
  /// The place of each time, counted from the first.
  private(set) var places: [Int64] = []
  /// The least and the greatest delay of the times behind their places, in seconds, where the grid begins at the first.
  private var least = 0.0
  private var greatest = 0.0
  /// The duration of a frame, in seconds.
  private let frameDuration: Double

  /// Tolerance of a time beside its place, in frames: less than a quarter.
  private static let tolerance = 0.2499

  /// The places of `offsets`, in seconds from the first, on a grid of `frameDuration`; nil where they do not jitter around it.
  init?(_ offsets: [Double], around frameDuration: Double) {
    self.frameDuration = frameDuration
    guard frameDuration > 0 else { return nil }
    places.reserveCapacity(offsets.count)
    for offset in offsets {
      let place = ((offset - (least + greatest) / 2) / frameDuration).rounded()
      let rest = offset - place * frameDuration
      (least, greatest) = (min(least, rest), max(greatest, rest))
      guard greatest - least < 2 * Self.tolerance * frameDuration, place > Double(places.last ?? -1),
        let number = Int64(exactly: place)
      else { return nil }
      places.append(number)
    }
    guard !hasGaps || isClose else { return nil }
  }

  /// The spread of the times' distances from the grid, in seconds.
  var jitter: Double { greatest - least }

  /// Whether each time lies less than an eighth of a frame beside its place.
  var isClose: Bool { jitter < Self.tolerance * frameDuration }

  /// Whether places are left out.
  var hasGaps: Bool { places.last.map { $0 + 1 > Int64(places.count) } ?? false }

  /// The beginning of the grid whose first frame is at about `first`.
  func start(of first: Rational, every frameDuration: Rational) throws(RationalError) -> Rational {
    let bounds = (
      first.seconds + greatest - Self.tolerance * self.frameDuration,
      first.seconds + least + Self.tolerance * self.frameDuration
    )
    let middle = (bounds.0 + bounds.1) / 2
    let multiple = try Rational(Int64((middle / self.frameDuration).rounded())) * frameDuration
    if bounds.0 <= multiple.seconds, multiple.seconds <= bounds.1 { return multiple }
    return try first + Rational(Int64(((middle - first.seconds) * 1_000_000).rounded()), 1_000_000)
  }
}
