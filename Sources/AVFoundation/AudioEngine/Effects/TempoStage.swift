import Foundation
import MediaTime
import TimeStretching

/// Sound at another tempo with its pitch kept, without an end and with a tempo that may change. Used by the thread that renders.
///
/// ```
///  source    ├──────────────▓▓▓▓▓▓▓│        kept from where the output is
///  before    ▔▔▔▔▔▔▔▔▔▔╲                    where the tempo changes, one way of stretching
///  after              ╱▔▔▔▔▔▔▔▔             fades into the next, which begins at the same place
/// ```
final class TempoStage {
  let channels: Int
  let sampleRate: Int
  private var current: Stretch
  /// Sound from before the tempo changed, and how many samples of it are still faded out.
  private var fading: (stretch: Stretch, left: Int)?
  /// The source's samples from ``start`` on, those of all channels by turns.
  private var kept: [Double] = []
  private var start: Int64 = 0

  /// Number of fades in a second.
  private static let fadesPerSecond = 100
  /// Number of samples that a stretch is made for: more than are ever heard.
  private static let endless = 1 << 40

  /// One way of stretching, and where it is in the source.
  private struct Stretch {
    let rate: Rational
    /// Position at which it began.
    let first: Int64
    /// The next sample that it reads.
    var next: Int64
    /// Number of samples that it has made.
    var made: Int64 = 0
    /// Nil for the source as it is.
    var change: TempoChange?

    init(rate: Rational, from first: Int64, sampleRate: Int, channels: Int) {
      (self.rate, self.first, next) = (rate, first, first)
      guard rate != .one else { return }
      change = TempoChange(rate: rate, length: endless, sampleRate: sampleRate, channels: channels)
    }

    /// Position in the source of the next sample that it makes.
    var position: Int64 { first + ((try? rate.floor(scaledBy: made)) ?? 0) }
    /// The first sample of the source that is still needed, should it go on in another way.
    var oldest: Int64 { min(next, position) }
  }

  /// Sound of `channels` channels at `rate` samples (greater than 0) for one, `sampleRate` a second.
  init(rate: Rational, sampleRate: Int, channels: Int) {
    (self.sampleRate, self.channels) = (sampleRate, channels)
    current = Stretch(rate: rate, from: 0, sampleRate: sampleRate, channels: channels)
  }

  /// From the next sample on, `rate` samples (greater than 0) are heard in the time of one.
  func change(to rate: Rational) {
    guard rate != current.rate else { return }
    if current.made > 0 { fading = (current, sampleRate / Self.fadesPerSecond) }
    current = Stretch(rate: rate, from: current.position, sampleRate: sampleRate, channels: channels)
  }

  /// The next `count` samples; `source` gives as many samples as it is asked for.
  func samples(_ count: Int, from source: (Int) -> SoundBlock) -> SoundBlock {
    var samples = make(count, of: &current, source)
    if var (stretch, left) = fading {
      let length = min(left, count)
      let before = make(length, of: &stretch, source)
      let whole = Double(sampleRate / Self.fadesPerSecond)
      for index in 0..<length {
        let gain = Double(left - index) / (whole + 1)
        for place in index * channels..<(index + 1) * channels {
          samples[place] += gain * (before[place] - samples[place])
        }
      }
      left -= length
      fading = left > 0 ? (stretch, left) : nil
    }
    let oldest = min(current.oldest, fading?.stretch.oldest ?? .max)
    kept.removeFirst(min(kept.count, max(0, Int(oldest - start)) * channels))
    start = max(start, oldest)
    return SoundBlock(interleaved: samples, channels: channels)
  }

  private func make(_ count: Int, of stretch: inout Stretch, _ source: (Int) -> SoundBlock) -> [Double] {
    stretch.made += Int64(count)
    var next = stretch.next
    defer { stretch.next = next }
    let samples = stretch.change?.samples(count) { wanted in
      defer { next += Int64(wanted) }
      return read(wanted, from: next, source)
    }
    if let samples { return samples }
    defer { next += Int64(count) }
    return read(count, from: next, source)
  }

  /// The source's samples from number `first` on, `count` of them.
  private func read(_ count: Int, from first: Int64, _ source: (Int) -> SoundBlock) -> [Double] {
    let begin = Int(first - start) * channels
    let missing = begin / channels + count - kept.count / channels
    if missing > 0 { kept += source(missing).interleaved }
    return Array(kept[begin..<begin + count * channels])
  }
}
