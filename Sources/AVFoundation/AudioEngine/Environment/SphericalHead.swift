import Foundation

/// Sound at two ears on a ball from somewhere, after Brown and Duda (IEEE Transactions on Speech and Audio Processing 6, 1998): each hears it when it
/// has come around the ball, without the high tones that stay on the other side.
///
/// A value; used by the thread that renders.
struct SphericalHead {
  /// In meters.
  static let radius = 0.0875
  /// Meters of sound a second.
  private static let speed = 343.0

  private let rate: Double
  private var ears = [Ear](repeating: Ear(), count: 2)
  /// A ring of the latest input samples, the last one just before `place`.
  private var past: [Double]
  private var place = 0

  /// An ear: how late it hears, in samples, how bright, and what its filter remembers.
  private struct Ear {
    var delay: Double?
    var brightness = 1.0
    var input = 0.0
    var output = 0.0
  }

  /// A head for sound of `rate` samples a second.
  init(rate: Double) {
    self.rate = rate
    past = [Double](repeating: 0, count: Int(Self.radius / Self.speed * (1 + Double.pi / 2) * rate) + 3)
  }

  /// Sound at the left and the right ear of `samples`, whose way goes to the right by the part `lateral`, from -1 to 1, when they end; from where the
  /// ones before were, it moves in a straight line.
  mutating func hear(_ samples: [Float], lateral: Double) -> [[Float]] {
    var heard = [[Float]](repeating: [Float](repeating: 0, count: samples.count), count: 2)
    let goals = [-lateral, lateral].map { (delay: Self.delay($0) * rate, brightness: Self.brightness($0)) }
    let starts = zip(ears, goals).map { ear, goal in
      (delay: ear.delay ?? goal.delay, brightness: ear.delay == nil ? goal.brightness : ear.brightness)
    }
    // The bilinear transform of (1 + α·s / 2ω) / (1 + s / 2ω), ω = c / a.
    let k = rate * Self.radius / Self.speed
    for index in samples.indices {
      past[place] = samples[index].isFinite ? Double(samples[index]) : 0
      let part = Double(index + 1) / Double(samples.count)
      for ear in 0..<2 {
        let late = at(starts[ear].delay + (goals[ear].delay - starts[ear].delay) * part)
        let bright = starts[ear].brightness + (goals[ear].brightness - starts[ear].brightness) * part
        let output =
          ((1 + bright * k) * late + (1 - bright * k) * ears[ear].input - (1 - k) * ears[ear].output) / (1 + k)
        (ears[ear].input, ears[ear].output) = (late, abs(output) < 1e-30 ? 0 : output)
        heard[ear][index] = Float(output)
      }
      place = place + 1 == past.count ? 0 : place + 1
    }
    for ear in 0..<2 {
      ears[ear].delay = goals[ear].delay
      ears[ear].brightness = goals[ear].brightness
    }
    return heard
  }

  /// The sample that came in `delay` samples ago, in a straight line between two.
  private func at(_ delay: Double) -> Double {
    let whole = Int(delay)
    let part = delay - Double(whole)
    let (newer, older) = (place - whole, place - whole - 1)
    return (1 - part) * past[newer < 0 ? newer + past.count : newer]
      + part * past[older < 0 ? older + past.count : older]
  }

  /// The seconds until an ear hears what the cosine of the angle to its own direction is `cosine` of, after the first that could.
  private static func delay(_ cosine: Double) -> Double {
    radius / speed * (cosine >= 0 ? 1 - cosine : 1 + acos(cosine) - Double.pi / 2)
  }

  /// Gain of high tones over low ones: 2 on the ear's side, a tenth behind the head.
  private static func brightness(_ cosine: Double) -> Double {
    let least = 0.1
    return 1 + least / 2 + (1 - least / 2) * cos(acos(cosine) * 180 / 150)
  }
}
