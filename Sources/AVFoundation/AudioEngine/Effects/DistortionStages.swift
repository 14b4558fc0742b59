import Foundation

/// Stages of distortion, one after another; those that are nil are left out.
struct DistortionSettings: Hashable, Sendable {
  /// Echoes.
  var echo: Echo?
  /// A tone that samples are multiplied with.
  var ring: Ring?
  /// Samples that are held, and rounded.
  var hold: Hold?
  /// A curve that samples are bent by.
  var curve: Curve?
  /// Gain of the samples before they are clipped softly, in dB.
  var drive: Double?

  /// Echoes, `seconds` late, each `decay` of the one before.
  struct Echo: Hashable, Sendable {
    var seconds: Double
    var decay: Double
    var mix: Double
  }

  /// Two tones, in hertz, half of each.
  struct Ring: Hashable, Sendable {
    var first: Double
    var second: Double
    var mix: Double
  }

  /// Samples, `rate` of them a second, of `bits` bits.
  struct Hold: Hashable, Sendable {
    var rate: Double
    var bits: Int
    var mix: Double
  }

  /// linear · x + squared · x² + cubed · x³.
  struct Curve: Hashable, Sendable {
    var linear: Double
    var squared: Double
    var cubed: Double
    var mix: Double
  }
}

/// The distortion of one channel. A value; used by the thread that renders.
struct DistortionStages: Sendable {
  private let settings: DistortionSettings
  private let rate: Double
  private var echoes: [Double]
  private var place = 0
  /// The number of the next sample.
  private var count = 0
  private var held = 0.0
  /// Phase of the hold; the next sample is held when it is 1.
  private var phase = 1.0
  private var mean = 0.0

  /// Below which nothing is heard of a mean that is taken away, in hertz.
  private static let lowest = 5.0

  /// The stages of `settings` for sound of `rate` samples a second.
  init(_ settings: DistortionSettings, rate: Double) {
    (self.settings, self.rate) = (settings, rate)
    echoes = [Double](repeating: 0, count: max(1, Int(((settings.echo?.seconds ?? 0) * rate).rounded())))
  }

  /// Distorts `samples`, raised by the factor `gain`; the part `wet` of what comes out is distorted.
  mutating func run(_ samples: inout [Float], gain: Double, wet: Double) {
    for index in samples.indices {
      let sample = samples[index].isFinite ? Double(samples[index]) : 0
      var value = sample * gain
      if let echo = settings.echo { value = repeated(value, echo) }
      if let ring = settings.ring { value = rung(value, ring) }
      if let hold = settings.hold { value = self.held(value, hold) }
      if let curve = settings.curve { value = bent(value, curve) }
      if let drive = settings.drive { value = tanh(value * pow(10, drive / 20)) }
      count += 1
      samples[index] = Float((1 - wet) * sample + wet * value)
    }
  }

  private mutating func repeated(_ value: Double, _ echo: DistortionSettings.Echo) -> Double {
    let late = echoes[place]
    let next = value + echo.decay * late
    echoes[place] = abs(next) < 1e-30 ? 0 : next
    place = (place + 1) % echoes.count
    return (1 - echo.mix) * value + echo.mix * late
  }

  private func rung(_ value: Double, _ ring: DistortionSettings.Ring) -> Double {
    let time = 2 * Double.pi * Double(count) / rate
    let tone = (sin(time * ring.first) + sin(time * ring.second)) / 2
    return (1 - ring.mix) * value + ring.mix * value * tone
  }

  private mutating func held(_ value: Double, _ hold: DistortionSettings.Hold) -> Double {
    if phase >= 1 - 1e-9 {
      let scale = Double(1 << (hold.bits - 1))
      held = (value * scale).rounded() / scale
      phase -= 1
    }
    // As many are held as fit, to a part of a sample.
    phase = min(phase + hold.rate / rate, 2)
    return (1 - hold.mix) * value + hold.mix * held
  }

  private mutating func bent(_ value: Double, _ curve: DistortionSettings.Curve) -> Double {
    var bent = value * (curve.linear + value * (curve.squared + value * curve.cubed))
    if curve.squared != 0 {
      // Squares are all positive: their mean is taken away.
      mean += (bent - mean) * (1 - exp(-2 * Double.pi * Self.lowest / rate))
      bent -= mean
    }
    return (1 - curve.mix) * value + curve.mix * bent
  }
}
