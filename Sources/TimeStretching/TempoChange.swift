import Glibc
public import MediaTime

/// A change of tempo that keeps the pitch: WSOLA (W. Verhelst and M. Roelands, 1993) with exact grain positions.
///
/// ```
///  source   ├─────╱grain 0╲───────╱grain 1╲───────╱grain 2╲──┤     each taken near its ideal position, where it best
///                 ╱      ╱       ╱                                  continues the one before
///  output   ├╱grain 0╲╱grain 1╲╱grain 2╲┤                           20 ms apart, cross-faded
/// ```
///
/// Grain k is centered on output sample k · length / grains and is taken at most 20 ms from the source position that
/// belongs to it, so that nothing drifts. The first grain starts with the source's first sample, and the last ends with
/// its last. Onsets (`OnsetDetector`) are heard exactly at their own times, once each, for which the grains around them
/// may be taken from farther away; where the sound between two onsets, or before the first, is too short for a grain,
/// it is padded with silence (`OnsetAlignment`). At most four seconds of the source are buffered, whatever the speed.
public struct TempoChange: SpeedChange {
  private let sampleRate: Int
  /// Source samples an output sample.
  private let rate: Rational
  /// The number of output samples in all.
  private let length: Int
  /// The number of source samples in all.
  private let sourceLength: Int
  /// The number of grains in all.
  private let grains: Int
  /// The source samples that the next grains may be taken from.
  private var window: SampleWindow
  private var detector: OnsetDetector
  /// The number of the current grain.
  private var grain = 0
  /// The current grain from its center to the center of the next one, interleaved; nil before the first.
  private var fadeOut: [Double]?
  /// The output that has not been returned yet, interleaved, from `outputStart` on.
  private var output: [Double] = []
  private var outputStart = 0

  /// Grains a second; also the search radius.
  private static let grainsPerSecond = 50
  /// The limits of the distance that a grain may be moved for an onset, in distances of two grains. Between them it is
  /// half a distance in the source, which reaches the upper limit at a hundred times the speed.
  private static let onsetReach = 8...50

  /// Makes `length` output samples, at `sampleRate` a second, of `rate` source samples (greater than 0) each.
  public init(rate: Rational, length: Int, sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.rate = rate
    self.length = length
    sourceLength = Self.sourcePosition(length, rate)
    let distance = min(max(1, sampleRate / Self.grainsPerSecond), sourceLength / 2)
    grains = distance > 0 ? (length + distance - 1) / distance : 0
    window = SampleWindow(at: 0, channels: channels)
    detector = OnsetDetector(sampleRate: sampleRate, channels: channels)
  }

  /// 0: no samples before the first are needed.
  public var lead: Int { 0 }

  /// The next `count` output samples; silence after the last, and throughout where the source has less than two
  /// samples.
  public mutating func samples(_ count: Int, from source: (Int) throws -> [Double]) rethrows -> [Double] {
    let channels = window.channels
    while (output.count - outputStart) / channels < count {
      if grain < grains {
        try synthesizeNext(from: source)
      } else {
        output.append(contentsOf: repeatElement(0, count: count * channels - (output.count - outputStart)))
      }
    }
    defer {
      outputStart += count * channels
      if outputStart > output.count / 2 {
        output.removeFirst(outputStart)
        outputStart = 0
      }
    }
    return Array(output[outputStart..<outputStart + count * channels])
  }

  /// The source sample nearest to the position that belongs to output sample `sample`.
  private static func sourcePosition(_ sample: Int, _ rate: Rational) -> Int {
    let (numerator, denominator) = (Int128(rate.numerator), Int128(rate.denominator))
    return Int(clamping: (Int128(sample) * numerator * 2 + denominator) / (denominator * 2))
  }

  /// The output sample at the center of grain `grain`.
  private func center(of grain: Int) -> Int {
    Int(Int128(length) * Int128(min(grain, grains)) / Int128(grains))
  }

  /// Appends the output from the center of the current grain to that of the next grain.
  private mutating func synthesizeNext(from source: (Int) throws -> [Double]) rethrows {
    let fadeOut = try fadeOut ?? halves(ofGrain: 0, source).fadeOut
    let next = try halves(ofGrain: grain + 1, over: fadeOut, source)
    appendCrossFade(from: fadeOut, to: next.fadeIn)
    self.fadeOut = next.fadeOut
    grain += 1
  }

  /// The samples of grain `number` before its center, where it fades in over `previous`, and from its center to the
  /// next grain's.
  private mutating func halves(
    ofGrain number: Int, over previous: [Double] = [], _ source: (Int) throws -> [Double]
  ) rethrows -> (fadeIn: [Double], fadeOut: [Double]) {
    let center = center(of: number)
    let fadeIn = previous.count / window.channels
    let fadeOut = self.center(of: number + 1) - center
    let ideal = Self.sourcePosition(center, rate)
    let distance = max(fadeIn, fadeOut)
    let reach = min(
      max(Self.onsetReach.lowerBound * distance, Self.sourcePosition(distance, rate) / 2),
      Self.onsetReach.upperBound * distance)
    // The farthest onset that may be heard in the grain, and the samples after it without which it is not detected.
    let ahead =
      max(min(Self.sourcePosition(fadeOut, rate), 2 * reach), distance) + fadeOut + detector.lookahead
    let first = ideal - reach - fadeIn
    try window.extend(to: min(ideal + ahead, sourceLength), keeping: first, from: source) { detector.process($0) }
    if window.end >= sourceLength { detector.finish() }
    detector.discard(before: first)

    let alignment = OnsetAlignment(detector.onsets, rate: rate, sourceLength: sourceLength, sampleRate: sampleRate)
    var placement = OnsetAlignment.Placement(center: ideal, audible: alignment.audible(at: center))
    if let onset = alignment.placement(
      containingOnsetAt: center, fadeIn: fadeIn, fadeOut: fadeOut, ideal: ideal, reach: reach)
    {
      placement = onset
    } else if fadeIn > 0, fadeOut > 0 {
      let isPenultimate =
        number + 1 == grains && placement.audible.upperBound == sourceLength && window.end >= sourceLength
      placement.center = bestCenter(
        continuing: previous, in: placement.audible, near: ideal, fadeOut: fadeOut, isPenultimate: isPenultimate)
    }
    return (
      fadeIn: samples(placement.center - fadeIn..<placement.center, in: placement.audible),
      fadeOut: samples(placement.center..<placement.center + fadeOut, in: placement.audible)
    )
  }

  /// The source sample near `ideal` at which to center the grain that best continues `previous` and lasts `fadeOut`
  /// samples after its center; the middle of `audible` where that is too short for the grain. The last but one grain
  /// must also be continued well by the end of the source, which the last grain consists of.
  private func bestCenter(
    continuing previous: [Double], in audible: Range<Int>, near ideal: Int, fadeOut: Int, isPenultimate: Bool
  ) -> Int {
    let fadeIn = previous.count / window.channels
    let (lowest, highest) = (audible.lowerBound + fadeIn, audible.upperBound - fadeOut)
    guard lowest <= highest else { return (lowest + highest) / 2 }
    let nearest = min(max(ideal, lowest), highest)
    let first = max(lowest, min(nearest, ideal - fadeIn)) - fadeIn
    let last = min(highest, max(nearest, ideal + fadeIn)) - fadeIn
    let end = isPenultimate ? Array(window[sourceLength - fadeOut..<sourceLength]) : []
    return BestOffsetSearch(in: window, for: previous, followedBy: end, sampleRate: sampleRate)
      .best(among: first...last, near: ideal - fadeIn) + fadeIn
  }

  /// The samples of `range`, silent outside `audible`.
  private func samples(_ range: Range<Int>, in audible: Range<Int>) -> [Double] {
    let channels = window.channels
    let available = range.clamped(to: audible).clamped(to: window.start..<window.end)
    guard !available.isEmpty else { return [Double](repeating: 0, count: range.count * channels) }
    var samples = [Double](repeating: 0, count: (available.lowerBound - range.lowerBound) * channels)
    samples += window[available]
    samples += repeatElement(0, count: (range.upperBound - available.upperBound) * channels)
    // Ramps of a millisecond where the range is cut off at an onset, and not at an end of the source.
    let ramp = min(max(1, sampleRate / 1_000), available.count)
    for step in 0..<ramp {
      let gain = Double(step + 1) / Double(ramp + 1)
      for channel in 0..<channels {
        if audible.lowerBound > 0, available.lowerBound > range.lowerBound {
          samples[(available.lowerBound - range.lowerBound + step) * channels + channel] *= gain
        }
        if audible.upperBound < sourceLength, available.upperBound < range.upperBound {
          samples[(available.upperBound - range.lowerBound - 1 - step) * channels + channel] *= gain
        }
      }
    }
    return samples
  }

  /// Appends the cross-fade from `fadeOut` to `fadeIn`, at constant power.
  private mutating func appendCrossFade(from fadeOut: [Double], to fadeIn: [Double]) {
    // A seamless continuation needs no fade.
    guard fadeIn != fadeOut else {
      output.append(contentsOf: fadeOut)
      return
    }
    let fade = fadeOut.count / window.channels
    // Uncorrelated sounds lose power in a linear cross-fade; the correlation gives the gain that makes up for it.
    let isFromSilence = [fadeOut, fadeIn].contains { $0.allSatisfy { $0 == 0 } }
    let correlation =
      isFromSilence ? 1 : max(0, min(1, BestOffsetSearch.normalizedCrossCorrelation(fadeOut[...], fadeIn[...])))
    for index in 0..<fade {
      let rising = 0.5 - 0.5 * cos(Double.pi * Double(index) / Double(fade))
      let falling = 1 - rising
      let power = rising * rising + falling * falling + 2 * correlation * rising * falling
      let gain = 1 / power.squareRoot()
      for sample in index * window.channels..<(index + 1) * window.channels {
        output.append(gain * (falling * fadeOut[sample] + rising * fadeIn[sample]))
      }
    }
  }
}
