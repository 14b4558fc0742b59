import MediaTime

/// The alignment of grains with the onsets of a sound: each onset is heard at its own output time, what follows it no
/// earlier and what precedes it no later.
///
/// ```
///  source   ├──────│╱onset╲──────┤       the output up to an onset's time is made
///                  ╱               ╲     of the source up to the onset alone
///  output   ├────────────│╱onset╲───────────┤
/// ```
struct OnsetAlignment {
  /// The onsets, in order.
  private let onsets: [OnsetDetector.Onset]
  /// Source samples an output sample.
  private let rate: Rational
  /// The number of source samples in all.
  private let sourceLength: Int
  /// Samples a millisecond.
  private let millisecond: Int

  /// The guard intervals in milliseconds: the sound of an onset starts up to `before` ahead of its start, and has
  /// decayed `after` its peak.
  private static let margin = (before: 1, after: 2)

  /// The alignment with `onsets` at `rate` source samples an output sample.
  init(_ onsets: [OnsetDetector.Onset], rate: Rational, sourceLength: Int, sampleRate: Int) {
    self.onsets = onsets.filter { $0.peak < sourceLength }
    self.rate = rate
    self.sourceLength = sourceLength
    self.millisecond = max(1, sampleRate / 1_000)
  }

  /// The part of the source that a grain is taken from.
  struct Placement {
    /// The source sample at the center of the grain.
    var center: Int
    /// The samples of the source that may be heard in the grain.
    var audible: Range<Int>
  }

  /// The placement of a grain that contains an onset, such that the onset is heard exactly at its time; nil where there
  /// is none.
  ///
  /// - Parameters:
  ///   - center: the output sample at the center of the grain.
  ///   - fadeIn: the length of the grain before its center, in samples.
  ///   - fadeOut: the length of the grain after its center, in samples.
  ///   - ideal: the source sample that belongs to `center`.
  ///   - reach: the greatest distance from `ideal` at which the grain may be taken.
  func placement(containingOnsetAt center: Int, fadeIn: Int, fadeOut: Int, ideal: Int, reach: Int) -> Placement? {
    let candidates = onsets.filter { onset in
      let distance = outputSample(of: onset) - center
      return -max(fadeIn, 1) < distance && distance < fadeOut && abs(onset.peak - distance - ideal) <= reach
    }
    let nearest = candidates.min { abs(outputSample(of: $0) - center) < abs(outputSample(of: $1) - center) }
    guard let nearest else { return nil }
    return Placement(center: nearest.peak - (outputSample(of: nearest) - center), audible: audible(with: nearest))
  }

  /// The samples of the source that may be heard at output sample `center`: those between the onsets that are heard
  /// before and after it.
  func audible(at center: Int) -> Range<Int> {
    audible(
      after: onsets.last { outputSample(of: $0) <= center }, before: onsets.first { outputSample(of: $0) > center })
  }

  /// The samples of the source that may be heard together with `onset`. Where the tempo is slower, another onset that
  /// is near in the source would be heard too early or twice; the range ends there.
  private func audible(with onset: OnsetDetector.Onset) -> Range<Int> {
    let displaced = onsets.filter { other in
      let drift = outputSample(of: other) - outputSample(of: onset) - (other.peak - onset.peak)
      return rate < .one && abs(drift) > millisecond
    }
    return audible(after: displaced.last { $0.peak < onset.peak }, before: displaced.first { $0.peak > onset.peak })
  }

  private func audible(after first: OnsetDetector.Onset?, before last: OnsetDetector.Onset?) -> Range<Int> {
    let start = first.map { min($0.peak + Self.margin.after * millisecond, sourceLength) } ?? 0
    let end = last.map { $0.start - Self.margin.before * millisecond } ?? sourceLength
    return start..<max(start, end)
  }

  /// The output sample at which the peak of `onset` is heard.
  private func outputSample(of onset: OnsetDetector.Onset) -> Int {
    let doubled = Int128(onset.peak) * Int128(rate.denominator) * 2 + Int128(rate.numerator)
    return Int(clamping: doubled / (Int128(rate.numerator) * 2))
  }
}
