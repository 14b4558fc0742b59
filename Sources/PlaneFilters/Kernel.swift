/// The kernel that pictures are sampled with, stretched over one axis: Keys's cubic (1981, a = −½; Catmull and Rom's spline),
/// which goes through the samples, and mixes over as many more of them as a step on the output takes.
///
/// So a picture is filtered before it is reduced, at every scale, and at rest as in motion: from scale to scale and from
/// place to place what it does changes steadily.
public struct Kernel: Hashable, Sendable {
  /// The samples of a step on the output, 1 at least.
  public let stretch: Double

  /// Beyond this many samples a step, what is between goes unseen: the picture is a few pixels wide.
  public static let largestStretch = 256.0

  /// The kernel for steps of `footprint` samples.
  public init(footprint: Double) {
    stretch = footprint.isNaN ? 1 : min(max(footprint, 1), Self.largestStretch)
  }

  /// Limit of the samples that count.
  public var taps: Int { Int((4 * stretch).rounded(.up)) }

  /// The first of the samples that may count at `place`, which is counted from the center of sample 0.
  @inline(__always)
  public func first(at place: Double) -> Double { (place - 2 * stretch).rounded(.down) + 1 }

  /// Writes the weights of the samples `first`, `first + 1` … at `place` to `weights[start..<start + room]`: their sum is
  /// exactly one, and those beyond the kernel are zero. `room` is not less than `taps`.
  public func write(
    at place: Double, first: Double, into weights: inout MutableSpan<Int16>, from start: Int, room: Int
  ) {
    var sum = 0.0
    for tap in 0..<taps { sum += value(first + Double(tap) - place) }
    // Rounding the running sum, not each weight, keeps the total exact.
    let unit = Double(PlaneFilter.one) / sum
    var running = 0.0
    var written = 0
    for tap in 0..<taps {
      running += value(first + Double(tap) - place)
      let rounded = Int((running * unit).rounded())
      weights[start + tap] = Int16(truncatingIfNeeded: rounded - written)
      written = rounded
    }
    for tap in taps..<max(taps, room) { weights[start + tap] = 0 }
  }

  /// The kernel's height, `distance` samples from its middle.
  @inline(__always)
  public func value(_ distance: Double) -> Double {
    let x = abs(distance) / stretch
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
  }
}

/// Places on a row, with the weights of the samples around each.
public struct RowPlaces: Sendable {
  /// The number of a place's weights.
  public let taps: Int
  /// The first sample of each place.
  public let starts: [Int32]
  /// All places' weights, one after the other.
  public let weights: [Int16]
  /// One more than the last sample that is read.
  public let reach: Int

  /// `count` places from `start` on, `step` apart, counted from the center of sample 0 and weighed by `kernel`. Those before
  /// `allowed`, or beyond it, are brought to its ends. Sample s stands at s - `origin`, which must not be less than 0.
  public init(
    from start: Double, step: Double, count: Int, allowed: ClosedRange<Double>, kernel: Kernel, origin: Int
  ) {
    let taps = kernel.taps <= 4 ? 4 : (kernel.taps + 7) / 8 * 8
    var numbers = Array(repeating: Int32(0), count: count)
    var weights = Array(repeating: Int16(0), count: count * taps)
    var room = weights.mutableSpan
    var reach = 0
    for index in 0..<count {
      let place = min(max(start + Double(index) * step, allowed.lowerBound), allowed.upperBound)
      let first = kernel.first(at: place)
      let number = Int(first) - origin
      precondition(number >= 0)
      numbers[index] = Int32(number)
      reach = max(reach, number + taps)
      kernel.write(at: place, first: first, into: &room, from: index * taps, room: taps)
    }
    starts = numbers
    self.weights = weights
    self.taps = taps
    self.reach = reach
  }
}

/// A kernel's weights at each 512th of a sample.
public struct PhaseWeights: Sendable {
  /// The number of phases.
  public static let count = 512
  /// The number of a phase's weights: 4, or a multiple of 8.
  public let taps: Int
  /// The weights, phase by phase: the first is that of the sample `lead` to the left of the place's whole part.
  public let weights: [Int16]
  /// The samples from the first one to a place's whole part.
  public let lead: Int

  /// The weights of `kernel`.
  public init(_ kernel: Kernel) {
    // A place's fraction moves the kernel by less than a sample.
    let needed = kernel.taps
    let taps = needed <= 4 ? 4 : (needed + 8) / 8 * 8
    let lead = -Int(kernel.first(at: 0))
    var weights = Array(repeating: Int16(0), count: taps * Self.count)
    var room = weights.mutableSpan
    for phase in 0..<Self.count {
      let place = Double(phase) / Double(Self.count)
      let first = kernel.first(at: place)
      let shift = Int(first) + lead
      kernel.write(at: place, first: first, into: &room, from: phase * taps + shift, room: taps - shift)
    }
    self.weights = weights
    self.taps = taps
    self.lead = lead
  }
}
