public import MediaTime

extension FrameTiming {
  /// The exact times that timestamps came from.
  ///
  /// A container counts time in ticks (Matroska usually in milliseconds, MPEG-TS in 1/90000 s, MPEG-4 in whatever its
  /// author chose), and a demuxer hands those on in nanoseconds; both rounded. This finds the ticks, and then the frame
  /// rate whose frames fall on them:
  ///
  /// 1. The tick is the longest usual one that all differences of timestamps are multiples of, to within 2 ns.
  /// 2. The timing is constant where one frame duration explains every timestamp to within a tick: the one distance there
  ///    is if it is a standard rate's, else what the container says (`hint`), else a standard rate's, else the one
  ///    distance, else the simplest fraction.
  /// 3. Else it is variable on the grid of the hint or of a standard rate, some of whose frames last longer, where that
  ///    explains every timestamp to within a tick and a frame is at least four ticks long.
  /// 4. Else it is variable, in ticks.
  ///
  /// The first frame starts at 0 if quantisation allows that, else at a multiple of the frame duration if it allows that,
  /// else on a tick. Whatever is chosen, each frame's time is the given one to within a tick.
  ///
  /// - Parameters:
  ///   - timestamps: when each frame is presented, in nanoseconds, ascending; of any sign.
  ///   - lastDuration: how long the last frame lasts, in nanoseconds, if that is known.
  ///   - hint: the frame duration that the container claims, in seconds, if it claims one.
  public static func snapped(timestamps: [Int64], lastDuration: Int64?, hint: Rational?) -> FrameTiming {
    let row = TimestampRow(timestamps)
    let lastDuration = lastDuration.flatMap { $0 > 0 ? $0 : nil }
    guard timestamps.count > 1 else {
      if timestamps.isEmpty { return .variable(starts: [], end: .zero) }
      // One frame alone lasts as long as the container says, which may be longer than at the rate that it claims, else a twenty-fifth of
      // a second, as decoders assume.
      let known = lastDuration.map { TimestampRow([$0]).start(preferring: nil) } ?? .zero
      let claimed = hint.flatMap { $0 > .zero && known.seconds <= $0.seconds + rounding ? $0 : nil }
      let frameDuration = claimed ?? (known > .zero ? known : nil) ?? (try? Rational(1, 25)) ?? .one
      return .constant(start: row.start(preferring: frameDuration), frameDuration: frameDuration, count: 1)
    }
    if let fit = row.constantFit(hint: hint) {
      return .constant(start: fit.start, frameDuration: fit.frameDuration, count: timestamps.count)
    }
    let fit = row.gappedFit(hint: hint) ?? row.tickFit
    return fit.timing(lastDuration: lastDuration) ?? .variable(inNanoseconds: timestamps)
  }

  /// The excess of a frame's duration where it was rounded to milliseconds at both ends, in seconds.
  private static let rounding = 0.002

  /// The timestamps as they are: what is left where no exact time fits in 64 bits.
  private static func variable(inNanoseconds timestamps: [Int64]) -> FrameTiming {
    let starts = timestamps.map { (try? Rational($0, 1_000_000_000)) ?? .zero }
    return .variable(starts: FrameStarts(starts), end: starts.last ?? .zero)
  }
}

/// The frame rates that cameras, standards and encoders use.
enum StandardFrameRate {
  /// Durations of a frame at each of them, longest first; of two rates that differ by 1001/1000 the whole number comes
  /// first, so that where both fit, the simpler one is taken.
  static let frameDurations: [Rational] = [
    (1, 5), (1, 6), (2, 15), (1, 8), (1, 10), (1, 12), (1001, 12_000), (2, 25), (1, 15), (1001, 15_000), (1, 16),
    (1, 18), (1, 20), (1, 24), (1001, 24_000), (1, 25), (1, 30), (1001, 30_000), (1, 48), (1001, 48_000), (1, 50),
    (1, 60), (1001, 60_000), (1, 72), (1, 75), (1, 90), (1, 96), (1, 100), (1, 120), (1001, 120_000), (1, 144),
    (1, 200), (1, 240), (1001, 240_000),
  ].compactMap { numerator, denominator in try? Rational(numerator, denominator) }

  /// The standard duration nearest to `seconds`, if it is within 2 % of it.
  static func frameDuration(near seconds: Double) -> Rational? {
    let nearest = frameDurations.min { abs($0.seconds - seconds) < abs($1.seconds - seconds) }
    return nearest.flatMap { abs($0.seconds / seconds - 1) <= 0.02 ? $0 : nil }
  }
}

/// The units in which containers count time.
enum ContainerTicks {
  /// Nanoseconds in a second: the finest ticks there are, in which timestamps arrive.
  static let nanosecondRate: Int64 = 1_000_000_000

  /// Usual ticks in a second, fewest first.
  ///
  /// 600 and 1200 are QuickTime's, 1000 Matroska's and Flash's, 90000 MPEG's; 10240 … 19200 are what FFmpeg makes of a
  /// whole frame rate (doubled until it exceeds 10000) and 12000 … 240000 of one over 1001; 22050 … 96000 are sample
  /// rates; 1000000 is WebM's finest and AVI's, 10000000 Windows'.
  static let rates: [Int64] = [
    600, 1_000, 1_200, 10_000, 10_240, 11_520, 11_988, 12_000, 12_288, 12_800, 15_000, 15_360, 16_000, 16_384, 18_432,
    19_200, 22_050, 23_976, 24_000, 25_000, 30_000, 32_000, 44_100, 48_000, 50_000, 59_940, 60_000, 90_000, 96_000,
    100_000, 120_000, 180_000, 192_000, 240_000, 1_000_000, 10_000_000, nanosecondRate,
  ]
}
