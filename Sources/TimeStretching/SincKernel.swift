import Glibc

/// The filter of band-limited interpolation: a sinc under a Kaiser window (J. O. Smith, "Digital Audio Resampling").
///
/// ```
///            ▁█▁              1 at 0, and exactly 0 at every other whole number: where a place is a sample,
///  ──▂▁──▂▁─▂█ █▂─▁▂──▁▂──    and nothing is cut off, that sample comes out as it is
/// ```
struct SincKernel {
  /// How many samples one zero crossing is wide: 1, or as much wider as the output is coarser than the source.
  private let width: Double
  /// How many samples lie under the filter on each side.
  let reach: Int

  /// Zero crossings on each side.
  private static let crossings = 24
  /// Steps from one zero crossing to the next: what lies between is a straight line, 116 dB below.
  private static let resolution = 512
  /// What the window leaves beside the band lies 90 dB below.
  private static let beta = 8.96
  /// How much of the output's band is kept where something must be cut off: what is above 90 % fades.
  private static let kept = 0.9
  /// The longest filter, in samples on each side. Only beyond 150 times the speed is it too short to cut everything off.
  private static let longest = 4_096

  /// The filter from its middle to its end, at steps of a crossing's `resolution`th.
  private static let table: [Double] = {
    let last = crossings * resolution
    let height = bessel(beta)
    return (0...last + 1).map { step in
      guard step > 0 else { return 1 }
      guard step < last, step % resolution != 0 else { return 0 }
      let angle = Double.pi * Double(step) / Double(resolution)
      let place = Double(step) / Double(last)
      return sin(angle) / angle * bessel(beta * (1 - place * place).squareRoot()) / height
    }
  }()

  /// The filter for a source that passes `rate` times as fast as the output.
  init(rate: Double) {
    width = rate > 1 ? min(rate / Self.kept, Double(Self.longest / Self.crossings)) : 1
    reach = Int((Double(Self.crossings) * width).rounded(.up))
  }

  /// The filter's height at `distance` samples from its middle.
  func weight(at distance: Double) -> Double {
    let place = distance.magnitude / width * Double(Self.resolution)
    let step = Int(place)
    guard step < Self.table.count - 1 else { return 0 }
    let before = Self.table[step]
    return before + (Self.table[step + 1] - before) * (place - Double(step))
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
