import MediaTime

/// Maps the timestamp of a decoded buffer to its first sample.
///
/// Containers round timestamps (Matroska to milliseconds, some 48 samples), so that a timestamp alone does not identify
/// a sample. But packets lie end to end, and a timestamp identifies the packet.
enum SampleMap: Hashable, Sendable, Codable {
  /// Timestamps are precise enough: the nearest sample.
  case byTime
  /// Every packet has `length` samples, and packet k starts with sample `first + k · length`.
  case uniform(first: Int64, length: Int64)
  /// Neither timestamps nor lengths suffice: a reader begins with the first packet and counts samples.
  case counted

  /// A packet as the container and the parser describe it.
  struct Packet: Hashable, Sendable {
    /// Stream time in nanoseconds.
    var time: Int64
    /// Samples in it; nil if unknown.
    var length: Int64?
  }

  /// Derives the map from `packets`, in order, at `rate` samples a second.
  ///
  /// - Parameters:
  ///   - isCoarse: whether timestamps are rounded to milliseconds.
  ///   - trimmed: samples at the front of the first packet that lie before time zero, as the file or its decoder says.
  init(packets: [Packet], isCoarse: Bool, trimmed: Int64, rate: Int) {
    guard isCoarse, packets.count > 1 else {
      self = .byTime
      return
    }
    let lengths = packets.compactMap(\.length)
    guard let length = lengths.first, length > 0 else {
      self = .counted
      return
    }
    // The distance of each timestamp but the first from the end of the packets before it, in samples.
    var position = lengths.count == packets.count ? lengths[0] : length
    var low = Int64.max
    var high = Int64.min
    for (number, packet) in packets.enumerated().dropFirst() {
      let residual = Self.sample(at: packet.time, rate: rate) - position
      low = min(low, residual)
      high = max(high, residual)
      position += lengths.count == packets.count ? lengths[number] : length
    }
    // More than a few milliseconds of variation is a hole, and then only timestamps are reliable.
    guard high - low <= Int64(rate) / 200 else {
      self = .byTime
      return
    }
    guard lengths.dropLast().allSatisfy({ $0 == length }) else {
      self = .counted
      return
    }
    // Each timestamp allows the first sample a millisecond on either side; `-trimmed` is taken if all of them allow it.
    let tick = Int64(rate) / 1_000 + 1
    let isAllowed = high - tick <= -trimmed && -trimmed <= low + tick
    self = .uniform(first: isAllowed ? -trimmed : (low + high) / 2, length: length)
  }

  /// The first sample of the packet whose time is `time`, in nanoseconds of stream time.
  func firstSample(at time: Int64, rate: Int) -> Int64 {
    let nearest = Self.sample(at: time, rate: rate)
    guard case .uniform(let first, let length) = self else { return nearest }
    let packet = Int64((Double(nearest - first) / Double(length)).rounded())
    return first + packet * length
  }

  /// How many samples are missing from the front of a stream's first decoded buffer, which has `count` samples.
  func lostFront(count: Int64) -> Int64 {
    guard case .uniform(_, let length) = self else { return 0 }
    return max(0, length - count)
  }

  /// The sample nearest to `time` nanoseconds.
  static func sample(at time: Int64, rate: Int) -> Int64 {
    let product = Int128(time) * Int128(rate)
    let billion: Int128 = 1_000_000_000
    return Int64((product + (product < 0 ? -billion / 2 : billion / 2)) / billion)
  }
}
