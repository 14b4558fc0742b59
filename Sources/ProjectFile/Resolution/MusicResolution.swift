import EditingModel
import MediaTime

/// Lays music under a film: the stretches of its track, and its volume.
///
/// ```
///  speech            ├───────┤      ├────┤
///  volume   ───────╲                      ╱─────────╲
///                   ╲────────────────────╱           ╲
///                 attack              release      fadeOut
/// ```
struct MusicResolution {
  /// The duration of the film, in seconds; greater than zero.
  let film: Rational
  /// The stretch of the asset that is played, over and over, or once.
  let stretch: RationalRange
  /// Whether it is played over and over.
  let isLooped: Bool

  /// The most stretches that are laid out.
  static let mostStretches: Int64 = 10_000

  /// The stretches of the asset, and the times at which they are played.
  func mappings() throws(RationalError) -> [CMTimeMapping] {
    var mappings: [CMTimeMapping] = []
    var start = Rational.zero
    while start < film, isLooped || mappings.isEmpty {
      let length = min(stretch.duration, try film - start)
      let duration = try CMTime(exactly: length)
      mappings.append(
        CMTimeMapping(
          source: CMTimeRange(start: try CMTime(exactly: stretch.start), duration: duration),
          target: CMTimeRange(start: try CMTime(exactly: start), duration: duration)))
      start = try start + length
    }
    return mappings
  }

  /// The gain: `volume`, `low` where it is down, and nothing before and after the film's ends as far as it fades.
  ///
  /// - Parameters:
  ///   - speech: when it is down, in any order.
  ///   - attack: how long it takes to go down, before.
  ///   - release: how long it takes to come back, after.
  func gain(
    _ volume: Double, low: Double, under speech: [RationalRange], attack: Rational, release: Rational,
    fadeIn: Rational?,
    fadeOut: Rational?
  ) throws(RationalError) -> Ramps<Double> {
    var entries: [Ramps<Double>.Entry] = []
    let downs = try Self.joined(speech, closerThan: attack + release).filter { $0.start < film }
    if volume != 1 || !downs.isEmpty {
      entries.append(.setting(at: .zero, value: downs.first?.start == .zero ? low : volume))
    }
    for down in downs {
      if down.start > .zero {
        let start = try max(.zero, down.start - attack)
        entries.append(.ramp(range: try Self.range(from: start, to: down.start), from: volume, to: low))
      }
      if down.end < film {
        entries.append(.ramp(range: try Self.range(from: down.end, to: down.end + release), from: low, to: volume))
      }
    }
    // A ramp from zero on stands in for the setting there.
    if entries.count > 1, entries[1].start == entries[0].start { entries.removeFirst() }
    var fades: [Ramps<Double>.Entry] = []
    if let fadeIn { fades.append(.ramp(range: try Self.range(from: .zero, to: fadeIn), from: 0, to: 1)) }
    if let fadeOut {
      fades.append(.ramp(range: try Self.range(from: film - fadeOut, to: film), from: 1, to: 0))
    }
    return try Ramps(entries).times(Ramps(fades), over: RationalRange(start: .zero, end: film))
  }

  /// `ranges` in order, merged where they overlap or are less than `gap` apart.
  private static func joined(
    _ ranges: [RationalRange], closerThan gap: Rational
  ) throws(RationalError) -> [RationalRange] {
    var joined: [RationalRange] = []
    for range in ranges.sorted(by: { $0.start < $1.start }) {
      if let last = joined.last, try range.start - last.end < gap {
        joined[joined.count - 1] = try RationalRange(start: last.start, end: max(last.end, range.end))
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  private static func range(from start: Rational, to end: Rational) throws(RationalError) -> CMTimeRange {
    CMTimeRange(start: try CMTime(exactly: start), duration: try CMTime(exactly: end - start))
  }
}
