import Glibc
import MediaTime
import TimeStretching

/// A fraction of valid terms.
func fraction(_ numerator: Int64, _ denominator: Int64 = 1) -> Rational {
  guard let rational = try? Rational(numerator, denominator) else { preconditionFailure("\(numerator)/\(denominator)") }
  return rational
}

/// A sound that is computed on demand: sample `n` of channel `c` is `value(n, c)`, before zero as well.
struct Sound {
  static let rate = 48_000

  var channels = 1
  var value: (_ sample: Int, _ channel: Int) -> Double

  /// A tone of `frequency` hertz.
  static func tone(_ frequency: Double, amplitude: Double = 0.5, channels: Int = 1) -> Sound {
    Sound(channels: channels) { sample, channel in
      amplitude * sin(2 * .pi * frequency * Double(sample) / Double(rate) + Double(channel))
    }
  }

  /// Noise, the same for the same sample.
  static func noise(channels: Int = 1) -> Sound {
    Sound(channels: channels) { sample, channel in
      var bits = UInt64(bitPattern: Int64(sample * 7 + channel + 1)) &* 0x9E37_79B9_7F4A_7C15
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53) * 0.5 - 0.25
    }
  }

  /// Short bursts centered on `positions`, in samples, `length` times as long as a click.
  static func clicks(at positions: [Int], length: Double = 1) -> Sound {
    Sound { sample, _ in
      guard let nearest = positions.min(by: { abs($0 - sample) < abs($1 - sample) }) else { return 0 }
      let seconds = Double(sample - nearest) / Double(rate) / length
      return 0.8 * exp(-(seconds / 0.0004) * (seconds / 0.0004)) * cos(2 * .pi * 2_500 * seconds)
    }
  }

  /// The first `count` samples that `change` makes of the sound, requested `portion` at a time, and the number of
  /// source samples that it requested.
  func played(by change: some SpeedChange, count: Int, portion: Int = 1_000) -> (samples: [Double], read: Int) {
    var change = change
    var next = -change.lead
    var samples: [Double] = []
    while samples.count < count * channels {
      samples += change.samples(min(portion, count - samples.count / channels)) { requested in
        defer { next += requested }
        return (next..<next + requested).flatMap { sample in (0..<channels).map { value(sample, $0) } }
      }
    }
    return (samples, next)
  }

  /// `seconds` of output at `rate` times the speed, with the pitch kept.
  func tempo(_ rate: Rational, seconds: Double) -> [Double] {
    let length = Int((seconds * Double(Self.rate)).rounded())
    return played(
      by: TempoChange(rate: rate, length: length, sampleRate: Self.rate, channels: channels), count: length
    ).samples
  }

  /// `seconds` of output at `rate` times the speed, with the pitch following.
  func varispeed(_ rate: Rational, from first: Rational = .zero, seconds: Double) -> [Double] {
    played(
      by: Varispeed(rate: rate, from: first, channels: channels), count: Int((seconds * Double(Self.rate)).rounded())
    ).samples
  }
}

/// The measured properties of a tone.
struct ToneReading {
  /// The frequency in hertz, measured between the first and the last rise through zero.
  let frequency: Double
  /// The root of the mean square, times √2.
  let amplitude: Double
  /// The greatest step from one sample to the next.
  let greatestStep: Double

  init(_ samples: ArraySlice<Double>) {
    let steps = zip(samples, samples.dropFirst())
    let rises = zip(steps, samples.indices).compactMap { step, index -> Double? in
      step.0 < 0 && step.1 >= 0 ? Double(index) + step.0 / (step.0 - step.1) : nil
    }
    let seconds = ((rises.last ?? 0) - (rises.first ?? 0)) / Double(Sound.rate)
    frequency = Double(rises.count - 1) / seconds
    amplitude = (2 * samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
    greatestStep = steps.map { abs($0.1 - $0.0) }.max() ?? 0
  }
}

/// The positions of the loudest samples of all bursts louder than `level`, which are at least 5 ms apart.
func burstPositions(in samples: [Double], louderThan level: Double = 0.2) -> [Int] {
  var positions: [Int] = []
  for (index, sample) in samples.enumerated() where abs(sample) > level {
    if let last = positions.last, index - last < Sound.rate / 200 {
      if abs(sample) > abs(samples[last]) { positions[positions.count - 1] = index }
    } else {
      positions.append(index)
    }
  }
  return positions
}
