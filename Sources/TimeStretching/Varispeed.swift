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
