/// What a steady tone turned out to be.
public struct Tone: Sendable {
  /// In hertz, measured between the first and the last rise through zero.
  public let frequency: Double

  /// √2 times the root of the mean square.
  public let amplitude: Double

  /// The greatest step from one sample to the next.
  public let greatestStep: Double

  /// Measures a tone at `rate` samples a second; `nil` where it does not rise through zero twice.
  public init?(_ samples: some Sequence<Float>, rate: Int) {
    let samples = samples.map(Double.init)
    var rises: [Double] = []
    var greatestStep = 0.0
    for (index, (before, after)) in zip(samples, samples.dropFirst()).enumerated() {
      greatestStep = max(greatestStep, abs(after - before))
      if before < 0, after >= 0 { rises.append(Double(index) + before / (before - after)) }
    }
    guard let first = rises.first, let last = rises.last, last > first else { return nil }
    self.greatestStep = greatestStep
    frequency = Double(rises.count - 1) * Double(rate) / (last - first)
    amplitude = (2 * samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
  }
}
