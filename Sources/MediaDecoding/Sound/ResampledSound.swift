package import Containers
import EditingModel
import GStreamer
package import MediaFormats
import MediaTime
package import Rendering

/// The samples of one media track (`StripSound`) from a certain one on: at its own speed, at the output's rate and
/// channels.
///
/// ```
///  media's samples     0 · · · a0 · · · ·         a0 and k0 are the same instant: the resampler starts in phase with
///  output's samples    0 · · · · k0 · · firstSample ▓▓▓▓▓   the asset's time zero, wherever the stretch begins
/// ```
///
/// Threads: one at a time.
package final class ResampledSound {
  private let sound: StripSound
  private let channels: Int
  private let decoded: MediaSound
  private let resampler: AudioConverter?
  /// Output samples to be read, interleaved, from `waitingStart` on.
  private var waiting: [Double] = []
  private var waitingStart = 0
  /// Output samples that are skipped before the first wanted one: the lead, and the filter's delay.
  private var surplus: Int
  private var isFinished = false

  /// Output samples before the first wanted one that give the filter its history.
  private static let lead: Int64 = 4_096

  /// Opens the media of `sound` at its sample `firstSample`, for output at `rate` and `channels`.
  ///
  /// - Throws: `RenderError` that names the clip.
  package init(
    _ sound: StripSound, from firstSample: Int64, index: MediaIndex, rate: Int, layout: ChannelLayout,
    damage: DamageRecord, cancellation: Cancellation
  ) throws(RenderError) {
    self.sound = sound
    channels = layout.channels
    let mediaRate = sound.facts.sampleRate
    (decoded, resampler, surplus) = try translating(clip: sound.clip) {
      let track = sound.source.trackIndex
      guard mediaRate != rate else {
        let decoded = try MediaSound(
          track: track, of: index, from: firstSample, layout: layout, damage: damage, cancellation: cancellation)
        return (decoded, nil, 0)
      }
      let ratio = try Rational(Int64(mediaRate), Int64(rate))
      let steps = (firstSample - Self.lead).floorDivided(by: ratio.denominator)
      let (mediaStart, outputStart) = (steps * ratio.numerator, steps * ratio.denominator)
      let resampler = try AudioConverter(
        from: AudioFormat(AudioConverter.caps(rate: mediaRate, layout: layout)), rate: rate, layout: layout)
      let decoded = try MediaSound(
        track: track, of: index, from: mediaStart, layout: layout, damage: damage, cancellation: cancellation)
      return (decoded, resampler, Int(firstSample - outputStart))
    }
  }

  /// Stops decoding, on background threads.
  package func close() -> [BackgroundTask<Void>] { decoded.close() }

  /// The next `count` samples of every channel, interleaved; silence where the media has none.
  ///
  /// - Throws: `RenderError` that names the clip.
  package func read(_ count: Int) throws(RenderError) -> [Double] {
    try translating(clip: sound.clip) {
      while !isFinished, available < count { try fetch() }
      let taken = min(count, available) * channels
      var samples = Array(waiting[waitingStart..<(waitingStart + taken)])
      samples.append(contentsOf: repeatElement(0, count: count * channels - taken))
      waitingStart += taken
      if waitingStart > 1 << 16 {
        waiting.removeFirst(waitingStart)
        waitingStart = 0
      }
      return samples
    }
  }

  private var available: Int { (waiting.count - waitingStart) / channels }

  private func fetch() throws {
    let samples: [Double]
    if let next = try decoded.samples() {
      samples = resampler?.convert(next) ?? next
    } else {
      isFinished = true
      // Silence flushes the filter.
      samples = resampler?.convert([Double](repeating: 0, count: Int(Self.lead) * channels)) ?? []
    }
    let skipped = min(surplus, samples.count / channels)
    surplus -= skipped
    if skipped == 0, waitingStart == waiting.count {
      (waiting, waitingStart) = (samples, 0)
    } else {
      waiting.append(contentsOf: skipped == 0 ? samples[...] : samples.dropFirst(skipped * channels))
    }
  }
}

extension Int64 {
  /// The quotient, rounded down.
  func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient
  }
}
