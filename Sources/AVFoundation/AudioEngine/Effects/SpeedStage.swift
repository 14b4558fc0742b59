import Foundation
import MediaTime
import TimeStretching

/// Sound at another speed, and with another pitch, as of a tape: computed when it is asked for, and what it takes is asked for in turn.
///
/// ```
///  source   ├──────────▓▓▓▓▓▓▓▓▓│·············      asked for so far: `reach` more than where the output is
///  output   ├───────│                              sample k is the source at position + k · rate
/// ```
///
/// At rate 1 what comes out is what goes in, bit for bit. Used by the thread that renders.
final class SpeedStage {
  private let channels: Int
  private(set) var rate: Rational
  private var speed: Varispeed
  /// Position of the first sample of ``speed``, counted from ``base``: less than a sample.
  private var phase = Rational.zero
  /// Number of samples that ``speed`` has made.
  private var made: Int64 = 0
  /// Samples that ``speed`` has not asked for, those of all channels by turns.
  private var waiting: [Double]
  /// Number of samples that ``speed`` has been given, those before its first one among them.
  private var given: Int64 = 0
  /// The last samples that it was given.
  private var recent: [Double] = []

  /// Number of them that are kept, so that another speed can begin where this one is.
  private static let kept = 512

  /// Sound of `channels` channels; `rate` (greater than 0) samples of the source become one of the output.
  init(rate: Rational, channels: Int) {
    (self.rate, self.channels) = (rate, channels)
    speed = Varispeed(rate: rate, channels: channels)
    waiting = [Double](repeating: 0, count: speed.lead * channels)
  }

  /// The next `count` samples; `source` gives as many samples as it is asked for.
  func samples(_ count: Int, from source: (Int) -> SoundBlock) -> SoundBlock {
    guard count > 0 else { return SoundBlock(channels: channels) }
    let needed = position(of: made + Int64(count) - 1).floor() + 1 + Int64(speed.lead * 2)
    let missing = Int(needed - given) - waiting.count / channels
    if missing > 0 { waiting += source(missing).inOrder(channels).interleaved }
    var taken = 0
    let samples = speed.samples(count) { wanted in
      defer { taken += wanted * channels }
      return Array(waiting[taken..<taken + wanted * channels])
    }
    recent += waiting.prefix(taken)
    waiting.removeFirst(taken)
    given += Int64(taken / channels)
    made += Int64(count)
    recent.removeFirst(max(0, recent.count - Self.kept * channels))
    return SoundBlock(interleaved: samples, channels: channels)
  }

  /// From the next sample on, `rate` samples (greater than 0) make one.
  func change(to rate: Rational) {
    guard rate != self.rate else { return }
    let next = position(of: made)
    // Counted from the first sample that was given, `lead` before the old beginning.
    let whole = next.floor() + Int64(speed.lead)
    phase = (try? next - Rational(next.floor())) ?? .zero
    (self.rate, speed) = (rate, Varispeed(rate: rate, from: phase, channels: channels))
    let history = recent + waiting
    let first = given - Int64(recent.count / channels)
    let start = Int(whole - Int64(speed.lead) - first)
    waiting =
      start < 0
      ? [Double](repeating: 0, count: -start * channels) + history : Array(history.dropFirst(start * channels))
    (made, given, recent) = (0, 0, [])
  }

  /// Position of sample `number` of ``speed``, counted from the sample with which that begins.
  private func position(of number: Int64) -> Rational {
    let distance = try? Rational(number) * rate
    return (try? (distance ?? .zero) + phase) ?? .zero
  }
}
