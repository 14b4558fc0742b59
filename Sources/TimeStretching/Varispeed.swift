public import MediaTime

/// A change of speed with the pitch, as of a tape: output sample k is the source at exactly `first + k · rate`.
///
/// Values between samples are interpolated by a band-limited filter, and frequencies above the output's band are
/// removed. At rate 1, from a whole sample on, the output is the source bit for bit.
public struct Varispeed: SpeedChange {
  /// The interpolation filter.
  private let kernel: SincKernel
  /// The source position of the next output sample.
  private var phase: PhaseAccumulator
  /// The source samples under the filter.
  private var window: SampleWindow
  /// The filter's weights at the current phase; kept to reuse its storage.
  private var weights: [Double]

  /// Plays the source from sample `first` (at least 0) on, at `rate` source samples (greater than 0) an output sample.
  public init(rate: Rational, from first: Rational = .zero, channels: Int) {
    kernel = SincKernel(rate: rate.seconds)
    phase = PhaseAccumulator(first: first, rate: rate)
    window = SampleWindow(at: -kernel.reach, channels: channels)
    weights = []
  }

  /// The filter's reach.
  public var lead: Int { kernel.reach }

  /// The next `count` output samples.
  public mutating func samples(_ count: Int, from source: (Int) throws -> [Double]) rethrows -> [Double] {
    var output: [Double] = []
    output.reserveCapacity(count * window.channels)
    for _ in 0..<count {
      let covered = phase.whole - kernel.reach...phase.whole + kernel.reach
      try window.extend(to: covered.upperBound + 1, keeping: covered.lowerBound, from: source)
      append(covered, to: &output)
      phase.advance()
    }
    return output
  }

  /// Appends the sum of the samples in `covered`, weighted by their distances from the phase.
  private mutating func append(_ covered: ClosedRange<Int>, to output: inout [Double]) {
    let fraction = phase.fraction
    weights.removeAll(keepingCapacity: true)
    var total = 0.0
    for index in -kernel.reach...kernel.reach {
      let weight = kernel.weight(at: Double(index) - fraction)
      weights.append(weight)
      total += weight
    }
    let covered = window[covered.lowerBound..<covered.upperBound + 1]
    for channel in 0..<window.channels {
      var sum = 0.0
      var index = covered.startIndex + channel
      for weight in weights {
        sum += weight * covered[index]
        index += window.channels
      }
      // Divided by the sum of the weights, so that the gain at 0 Hz is exactly 1.
      output.append(sum / total)
    }
  }
}

/// A position between samples, `first + k · rate`, advanced in exact arithmetic so that no error accumulates.
struct PhaseAccumulator {
  /// The sample at or before the position.
  private(set) var whole: Int
  /// The distance of the position from `whole`, in units of 1 / `denominator`.
  private var part: Int128
  private let denominator: Int128
  private let integerStep: Int
  private let partStep: Int128

  /// The position `first`, to be advanced by steps of `rate` samples.
  init(first: Rational, rate: Rational) {
    denominator = Int128(first.denominator) * Int128(rate.denominator)
    whole = Int(first.floor())
    part =
      (Int128(first.numerator) - Int128(first.floor()) * Int128(first.denominator)) * Int128(rate.denominator)
    integerStep = Int(rate.floor())
    partStep =
      (Int128(rate.numerator) - Int128(rate.floor()) * Int128(rate.denominator)) * Int128(first.denominator)
  }

  /// The distance of the position from `whole` in samples, 0..<1.
  var fraction: Double { Double(part) / Double(denominator) }

  /// Advances by one step.
  mutating func advance() {
    whole += integerStep
    part += partStep
    guard part >= denominator else { return }
    part -= denominator
    whole += 1
  }
}
