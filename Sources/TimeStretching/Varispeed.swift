public import MediaTime

/// Sound whose pitch follows its speed, as a tape's does: output sample k is the source at exactly `first + k · rate`.
///
/// What stands between the samples is interpolated within the band, and what would lie above the output's band is cut off
/// beforehand. At rate 1, from a whole sample on, the samples come out as they are.
public struct Varispeed: SpeedChange {
  private let kernel: SincKernel
  private var place: PhaseAccumulator
  private var window: SampleWindow
  private var weights: [Double]

  /// The source from `first` on, at least 0, at `rate` source samples (greater than 0) for one of
  /// the output.
  public init(rate: Rational, from first: Rational = .zero, channels: Int) {
    kernel = SincKernel(rate: rate.seconds)
    place = PhaseAccumulator(first: first, rate: rate)
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
      let covered = place.whole - kernel.reach...place.whole + kernel.reach
      try window.extend(to: covered.upperBound + 1, keeping: covered.lowerBound, from: source)
      append(covered, to: &output)
      place.advance()
    }
    return output
  }

  /// Appends the sum of the samples in `covered`, weighted by how far each lies from the place.
  private mutating func append(_ covered: ClosedRange<Int>, to output: inout [Double]) {
    let fraction = place.fraction
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
      // Divided by the weights' sum, so that the level is kept to the last bit.
      output.append(sum / total)
    }
  }
}

/// A place between the samples of a row, `first + k · rate`, that is stepped through without an error that adds up.
struct PhaseAccumulator {
  /// The sample at or before the place.
  private(set) var whole: Int
  /// How far the place lies behind `whole`, in parts of `denominator`.
  private var part: Int128
  private let denominator: Int128
  private let wholeStep: Int
  private let partStep: Int128

  /// The place `first`, before the first step of `rate` samples.
  init(first: Rational, rate: Rational) {
    denominator = Int128(first.denominator) * Int128(rate.denominator)
    whole = Int(first.floor())
    part =
      (Int128(first.numerator) - Int128(first.floor()) * Int128(first.denominator)) * Int128(rate.denominator)
    wholeStep = Int(rate.floor())
    partStep =
      (Int128(rate.numerator) - Int128(rate.floor()) * Int128(rate.denominator)) * Int128(first.denominator)
  }

  /// 0..<1: how far the place lies behind `whole`.
  var fraction: Double { Double(part) / Double(denominator) }

  /// Goes on by one step.
  mutating func advance() {
    whole += wholeStep
    part += partStep
    guard part >= denominator else { return }
    part -= denominator
    whole += 1
  }
}
