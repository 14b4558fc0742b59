import Foundation
import SeededRandom

/// What a made sound sounds like.
public enum SoundContent: Hashable, Sendable {
  /// White noise in which no two stretches are alike.
  case noise(seed: UInt64)

  /// One sample value for ever, −32768…32767.
  case constant(Int16)

  /// A sine of so many whole hertz, half as loud as can be.
  case tone(hertz: Int)

  /// Silence but for a click whose middle is at this second.
  case click(at: Fraction)

  /// The frames of the sound, interleaved.
  func samples(rate: Int, channels: Int, count: Int) -> [Int16] {
    switch self {
    case .noise(let seed):
      var generator = SeededGenerator(seed: seed)
      return (0..<count * channels).map { _ in Int16(truncatingIfNeeded: generator.next() >> 48) }
    case .constant(let level):
      return [Int16](repeating: level, count: count * channels)
    case .tone(let hertz):
      return (0..<count).flatMap { frame in
        let turns = Double(frame * hertz % rate) / Double(rate)
        return repeatElement(Int16((sin(2 * .pi * turns) * 16_384).rounded()), count: channels)
      }
    case .click(let time):
      var samples = [Int16](repeating: 0, count: count * channels)
      let middle = (time * Fraction(rate)).rounded
      let reach = Click.reach(rate: rate)
      for frame in max(middle - reach, 0)..<min(middle + reach + 1, count) {
        let seconds = (Fraction(frame, rate) - time).value
        let level = Int16((Click.level(at: seconds) * 24_000).rounded())
        for channel in 0..<channels {
          samples[frame * channels + channel] = level
        }
      }
      return samples
    }
  }
}
