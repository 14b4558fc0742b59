import Glibc

/// The filter of band-limited interpolation: a sinc under a Kaiser window (J. O. Smith, "Digital Audio Resampling").
///
/// ```
///            ▁█▁              1 at 0, and exactly 0 at every other whole number: at a whole sample, without low-pass
///  ──▂▁──▂▁─▂█ █▂─▁▂──▁▂──    filtering, the output is that sample
/// ```
struct SincKernel {
  /// The distance of two zero crossings in samples: 1, or more where the output's band is narrower than the source's.
  private let width: Double
  /// The number of samples under the filter on each side.
  let reach: Int

  /// The number of zero crossings on each side.
  private static let crossings = 24
  /// Table entries a zero crossing; the error of linear interpolation between them is below -116 dB.
  private static let resolution = 512
  /// The shape parameter of the Kaiser window, for a stop band below -90 dB.
  private static let beta = 8.96
  /// The part of the output's band that is kept where a low-pass is needed; the rest is the transition band.
  private static let passband = 0.9
  /// The longest filter, in samples on each side. It is too short to remove all aliasing only above 150 times the
  /// speed.
  private static let longest = 4_096

  /// The right half of the filter, `resolution` entries a crossing.
  private static let table: [Double] = {
    let last = crossings * resolution
    let height = bessel(beta)
    return (0...last + 1).map { step in
      guard step > 0 else { return 1 }
      guard step < last, step % resolution != 0 else { return 0 }
      let angle = Double.pi * Double(step) / Double(resolution)
      let position = Double(step) / Double(last)
      return sin(angle) / angle * bessel(beta * (1 - position * position).squareRoot()) / height
    }
  }()

  /// The filter for `rate` source samples an output sample.
  init(rate: Double) {
    width = rate > 1 ? min(rate / Self.passband, Double(Self.longest / Self.crossings)) : 1
    reach = Int((Double(Self.crossings) * width).rounded(.up))
  }

  /// The value of the filter at `distance` samples from its center.
  func weight(at distance: Double) -> Double {
    let position = distance.magnitude / width * Double(Self.resolution)
    let step = Int(position)
    guard step < Self.table.count - 1 else { return 0 }
    let before = Self.table[step]
    return before + (Self.table[step + 1] - before) * (position - Double(step))
  }

  /// The modified Bessel function of the first kind and order zero, by its power series.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    var number = 1.0
    while term > sum * 1e-17 {
      term *= (x / 2 / number) * (x / 2 / number)
      sum += term
      number += 1
    }
    return sum
  }
}
