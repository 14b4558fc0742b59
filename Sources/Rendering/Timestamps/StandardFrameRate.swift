import MediaTime

/// The frame rates that cameras, standards and encoders use.
enum StandardFrameRate {
  /// How long a frame lasts at each of them, longest first; of two rates that differ by 1001/1000 the whole number comes
  /// first, so that where nothing tells them apart the simpler one is taken.
  static let frameDurations: [Rational] = [
    (1, 5), (1, 6), (2, 15), (1, 8), (1, 10), (1, 12), (1001, 12_000), (2, 25), (1, 15), (1001, 15_000), (1, 16),
    (1, 18), (1, 20), (1, 24), (1001, 24_000), (1, 25), (1, 30), (1001, 30_000), (1, 48), (1001, 48_000), (1, 50),
    (1, 60), (1001, 60_000), (1, 72), (1, 75), (1, 90), (1, 96), (1, 100), (1, 120), (1001, 120_000), (1, 144),
    (1, 200), (1, 240), (1001, 240_000),
  ].compactMap { numerator, denominator in try? Rational(numerator, denominator) }

  /// The one nearest to `seconds`, if it is within 2 % of it.
  static func frameDuration(near seconds: Double) -> Rational? {
    let nearest = frameDurations.min { abs($0.seconds - seconds) < abs($1.seconds - seconds) }
    return nearest.flatMap { abs($0.seconds / seconds - 1) <= 0.02 ? $0 : nil }
  }
}
