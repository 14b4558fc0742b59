import MediaTime

/// Which samples of a track a decoded buffer holds, told from its time.
///
/// Containers round times (Matroska to milliseconds, some 48 samples), so that a time alone does not say which sample it
/// means; but packets lie end to end, and a time says which packet it is.
enum SamplePlaces: Hashable, Sendable {
  /// The times are precise enough: the nearest sample.
  case byTime
  /// Every packet has `length` samples, and packet k starts with sample `first + k · length`.
  case uniform(first: Int64, length: Int64)
  /// Packets of different lengths: their times in nanoseconds, in order, and their first samples.
  case table(times: [Int64], firstSamples: [Int64])

  /// A packet as the container and the parser give it.
  struct Packet: Hashable, Sendable {
    /// Stream time in nanoseconds.
    var time: Int64
    /// Samples in it; nil where nobody says.
    var length: Int64?
  }

  /// The places that `packets`, in order, imply at `rate` samples a second.
  init(packets: [Packet], rate: Int) {
    let lengths = packets.compactMap(\.length)
    guard lengths.count == packets.count, let first = packets.first else {
      self = .byTime
      return
    }
    // How far each time is from where the packets before it end, in samples.
    var position: Int64 = 0
    var residuals: [Int64] = []
    residuals.reserveCapacity(packets.count)
    for (packet, length) in zip(packets, lengths) {
      residuals.append(Self.sample(at: packet.time, rate: rate) - position)
      position += length
    }
    let spread = (residuals.max() ?? 0) - (residuals.min() ?? 0)
    let start = Self.sample(at: first.time, rate: rate)
    // A spread of one sample is rounding; one of more than a few milliseconds is a gap, and then only times are true.
    guard spread > 2, spread <= Int64(rate) / 200 else {
      self = .byTime
      return
    }
    let origin = Self.origin(residuals, tick: Int64(rate) / 1_000 + 1) ?? start
    if lengths.dropLast().allSatisfy({ $0 == lengths[0] }) {
      self = .uniform(first: origin, length: lengths[0])
    } else {
      var firsts: [Int64] = []
      firsts.reserveCapacity(packets.count)
      var next = origin
      for length in lengths {
        firsts.append(next)
        next += length
      }
      self = .table(times: packets.map(\.time), firstSamples: firsts)
    }
  }

  /// The first sample of the buffer whose time is `time`, in nanoseconds of stream time.
  func firstSample(at time: Int64, rate: Int) -> Int64 {
    let nearest = Self.sample(at: time, rate: rate)
    switch self {
    case .byTime:
      return nearest
    case .uniform(let first, let length):
      let packet = Int64((Double(nearest - first) / Double(length)).rounded())
      return first + packet * length
    case .table(let times, let firstSamples):
      return firstSamples[Self.nearestIndex(of: time, in: times)]
    }
  }

  /// The sample nearest to `time` nanoseconds.
  static func sample(at time: Int64, rate: Int) -> Int64 {
    let product = Int128(time) * Int128(rate)
    let billion: Int128 = 1_000_000_000
    return Int64((product + (product < 0 ? -billion / 2 : billion / 2)) / billion)
  }

  /// The first packet's first sample, as all times together allow it: 0 if they do.
  private static func origin(_ residuals: [Int64], tick: Int64) -> Int64? {
    guard let low = residuals.max().map({ $0 - tick }), let high = residuals.min().map({ $0 + tick }), low <= high else {
      return nil
    }
    return (low...high).contains(0) ? 0 : (low + high) / 2
  }

  private static func nearestIndex(of time: Int64, in times: [Int64]) -> Int {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    guard low < times.count else { return times.count - 1 }
    return time - times[low - 1] <= times[low] - time ? low - 1 : low
  }
}
