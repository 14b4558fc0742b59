import Foundation

/// A filter of the second order, after Robert Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients". A value.
///
/// ```
///          b0 + b1·z⁻¹ + b2·z⁻²
///   H(z) = ────────────────────
///           1 + a1·z⁻¹ + a2·z⁻²
/// ```
struct BiquadFilter: Hashable, Sendable {
  private let b0: Double
  private let b1: Double
  private let b2: Double
  private let a1: Double
  private let a2: Double

  private init(b: (Double, Double, Double), a: (Double, Double, Double)) {
    (b0, b1, b2, a1, a2) = (b.0 / a.0, b.1 / a.0, b.2 / a.0, a.1 / a.0, a.2 / a.0)
  }

  /// Values that the filter remembers of one channel.
  struct Memory: Sendable {
    fileprivate var first = 0.0
    fileprivate var second = 0.0
  }

  /// Filters `samples`, in the transposed direct form II.
  func filter(_ samples: inout [Float], _ memory: inout Memory) {
    var (first, second) = (memory.first, memory.second)
    for index in samples.indices {
      let sample = Double(samples[index])
      let result = b0 * sample + first
      first = b1 * sample - a1 * result + second
      second = b2 * sample - a2 * result
      samples[index] = Float(result)
    }
    // Numbers too small to be normal would be computed a hundred times slower, and are not heard.
    // What is no number would never leave.
    if abs(first) < 1e-30 || !first.isFinite { first = 0 }
    if abs(second) < 1e-30 || !second.isFinite { second = 0 }
    (memory.first, memory.second) = (first, second)
  }
}

extension BiquadFilter {
  /// A filter of `kind` for sound of `rate` samples a second.
  ///
  /// - Parameters:
  ///   - frequency: the middle, or where a pass has fallen by 3 dB, in hertz; below half of `rate`.
  ///   - bandwidth: in octaves, for kinds that have one.
  ///   - gain: in dB, for kinds that have one.
  init(_ kind: AVAudioUnitEQFilterType, frequency: Double, bandwidth: Double, gain: Double, rate: Double) {
    let angle = 2 * Double.pi * min(frequency, rate * 0.499) / rate
    let (cosine, sine) = (cos(angle), sin(angle))
    let amplitude = pow(10, gain / 40)
    let steep = sine / 2 * 2.0.squareRoot()
    // Near half of the rate it would be more than a number holds.
    let wide = sine * sinh(min(log(2) / 2 * bandwidth * angle / sine, 20))
    switch kind {
    case .parametric:
      self.init(
        b: (1 + wide * amplitude, -2 * cosine, 1 - wide * amplitude),
        a: (1 + wide / amplitude, -2 * cosine, 1 - wide / amplitude))
    case .lowPass: self.init(lowPass: cosine, steep)
    case .highPass: self.init(highPass: cosine, steep)
    case .resonantLowPass: self.init(lowPass: cosine, wide)
    case .resonantHighPass: self.init(highPass: cosine, wide)
    case .bandPass: self.init(b: (wide, 0, -wide), a: (1 + wide, -2 * cosine, 1 - wide))
    case .bandStop: self.init(b: (1, -2 * cosine, 1), a: (1 + wide, -2 * cosine, 1 - wide))
    case .lowShelf: self.init(lowShelf: cosine, steep, amplitude)
    case .highShelf: self.init(highShelf: cosine, steep, amplitude)
    case .resonantLowShelf: self.init(lowShelf: cosine, wide, amplitude)
    case .resonantHighShelf: self.init(highShelf: cosine, wide, amplitude)
    }
  }

  private init(lowPass cosine: Double, _ alpha: Double) {
    self.init(
      b: ((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2), a: (1 + alpha, -2 * cosine, 1 - alpha))
  }

  private init(highPass cosine: Double, _ alpha: Double) {
    self.init(
      b: ((1 + cosine) / 2, -(1 + cosine), (1 + cosine) / 2), a: (1 + alpha, -2 * cosine, 1 - alpha))
  }

  private init(lowShelf cosine: Double, _ alpha: Double, _ gain: Double) {
    let (more, less, slope) = (gain + 1, gain - 1, 2 * gain.squareRoot() * alpha)
    self.init(
      b: (
        gain * (more - less * cosine + slope), 2 * gain * (less - more * cosine),
        gain * (more - less * cosine - slope)
      ), a: (more + less * cosine + slope, -2 * (less + more * cosine), more + less * cosine - slope))
  }

  private init(highShelf cosine: Double, _ alpha: Double, _ gain: Double) {
    let (more, less, slope) = (gain + 1, gain - 1, 2 * gain.squareRoot() * alpha)
    self.init(
      b: (
        gain * (more + less * cosine + slope), -2 * gain * (less + more * cosine),
        gain * (more + less * cosine - slope)
      ), a: (more - less * cosine + slope, 2 * (less - more * cosine), more - less * cosine - slope))
  }
}
