import Foundation

/// A click whose place can be measured to a fraction of a sample, at any sample rate and after lossy encoding:
/// a short tone burst, e^−(t/σ)² · cos 2πft, symmetrical about its middle.
public enum Click {
  /// σ: half the width of the burst where it has fallen to 1/e, in seconds.
  private static let width = 0.000_4

  /// f: the pitch of the burst, in hertz; low enough for every codec to keep.
  private static let pitch = 2500.0

  /// The level at a time in seconds from the middle, −1…1.
  static func level(at time: Double) -> Double {
    exp(-(time / width) * (time / width)) * cos(2 * .pi * pitch * time)
  }

  /// How many samples from its middle the click can be heard.
  static func reach(rate: Int) -> Int { Int((width * 3 * Double(rate)).rounded(.up)) }

  /// Where the middle of the loudest click is, in samples from the start; `nil` when there is none.
  ///
  /// The click is looked for by cross-correlation around the loudest sample, and the maximum of the
  /// correlation is refined between samples by the parabola through its neighbours.
  public static func position(in samples: [Float], rate: Int) -> Double? {
    guard let peak = samples.indices.max(by: { abs(samples[$0]) < abs(samples[$1]) }), abs(samples[peak]) > 0.1
    else { return nil }
    let reach = reach(rate: rate)
    let shape = (-reach...reach).map { level(at: Double($0) / Double(rate)) }
    func correlation(_ middle: Int) -> Double {
      var sum = 0.0
      for (offset, level) in shape.enumerated() {
        let place = middle - reach + offset
        if samples.indices.contains(place) {
          sum += level * Double(samples[place])
        }
      }
      return sum
    }
    let places = peak - reach...peak + reach
    guard let best = places.max(by: { correlation($0) < correlation($1) }) else { return nil }
    let (before, there, after) = (correlation(best - 1), correlation(best), correlation(best + 1))
    let curvature = before - 2 * there + after
    return Double(best) + (curvature == 0 ? 0 : (before - after) / (2 * curvature))
  }
}
