import MediaTime

/// Which samples of a track a decoded buffer holds, told from its time.
///
/// Containers round times (Matroska to milliseconds, some 48 samples), so that a time alone does not say which sample it
/// means; but packets lie end to end, and a time says which packet it is.
enum SampleMap: Hashable, Sendable, Codable {
  /// The times are precise enough: the nearest sample.
  case byTime
  /// Every packet has `length` samples, and packet k starts with sample `first + k · length`.
  case uniform(first: Int64, length: Int64)
  /// Neither times nor lengths say it: a reader begins with the first packet and counts.
  case counted

  /// A packet as the container and the parser give it.
  struct Packet: Hashable, Sendable {
    /// Stream time in nanoseconds.
    var time: Int64
    /// Samples in it; nil where nobody says.
    var length: Int64?
  }

  /// The places that `packets`, in order, imply at `rate` samples a second. `isCoarse` says that the times are rounded to
  /// milliseconds. Of the first packet, `trimmed` samples are never heard: its decoder takes them off the front.
  init(packets: [Packet], isCoarse: Bool, trimmed: Int64, rate: Int) {
    let lengths = packets.compactMap(\.length)
    guard isCoarse, packets.count > 1 else {
      self = .byTime
      return
    }
    guard let length = lengths.first, length > 0 else {
      self = .counted
      return
    }
    // How far each time but the first is from where the packets before it end, in samples.
    var position = lengths.count == packets.count ? lengths[0] : length
    var low = Int64.max
    var high = Int64.min
    for (number, packet) in packets.enumerated().dropFirst() {
      let residual = Self.sample(at: packet.time, rate: rate) - position
      low = min(low, residual)
      high = max(high, residual)
      position += lengths.count == packets.count ? lengths[number] : length
    }
    // More than a few milliseconds between them are a hole, and then only times are true.
    guard high - low <= Int64(rate) / 200 else {
      self = .byTime
      return
    }
    guard lengths.dropLast().allSatisfy({ $0 == length }) else {
      self = .counted
      return
    }
    // Each time allows the first sample a millisecond on both sides; what is trimmed, if all of them allow it.
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

  /// How many samples of its packet a stream's first decoded buffer, of `count` samples, has lost from its front.
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
