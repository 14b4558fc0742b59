import MediaTime

/// Maps the timestamp of a decoded buffer to its first sample.
///
/// Containers round timestamps (Matroska to milliseconds, some 48 samples), so that a timestamp alone does not identify
/// a sample. But packets lie end to end, and a timestamp identifies the packet.
package enum SampleMap: Hashable, Sendable, Codable {
  /// Timestamps are precise enough: the nearest sample.
  case byTime
  /// Every packet has `length` samples, and packet k starts with sample `first + k · length`.
  case uniform(first: Int64, length: Int64)
  /// As `uniform` in stretches that are parted by holes, in order.
  case stretches([Stretch])
  /// Neither timestamps nor lengths suffice: a reader begins with the first packet and counts samples.
  case counted

  /// Packets that lie end to end, each with `length` samples but the last.
  package struct Stretch: Hashable, Sendable, Codable {
    /// The first sample of the first packet.
    var first: Int64
    /// Samples of a packet.
    var length: Int64
  }

  /// A packet as the container and the parser describe it.
  package struct Packet: Hashable, Sendable {
    /// Stream time in nanoseconds.
    package var time: Int64
    /// Samples in it; nil if unknown.
    package var length: Int64?

    package init(time: Int64, length: Int64?) {
      (self.time, self.length) = (time, length)
    }
  }

  /// Derives the map from `packets`, in order, at `rate` samples a second.
  ///
  /// - Parameters:
  ///   - isCoarse: whether timestamps are rounded to milliseconds.
  ///   - trimmed: samples at the front of the first packet that lie before time zero, as the file or its decoder says.
  package init(packets: [Packet], isCoarse: Bool, trimmed: Int64, rate: Int) {
    guard isCoarse, packets.count > 1 else {
      self = .byTime
      return
    }
    self =
      Self.endToEnd(packets, preferring: -trimmed, rate: rate)
      ?? Self.stretches(of: packets, trimmed: trimmed, rate: rate).map { .stretches($0) } ?? .byTime
  }

  /// The map of `packets` of `length` samples each, some of whose exact times waver: each such is off by less than half a packet, and
  /// the next one is in its place, as where a recorder's clock is in a movie's table and its sound lies end to end. Nil where none
  /// is, or others are.
  package init?(wavering packets: [Packet], length: Int64, rate: Int) {
    guard let first = packets.first.map({ Self.sample(at: $0.time, rate: rate) }), length > 0 else { return nil }
    var (isOff, wavers) = (false, false)
    for (number, packet) in packets.enumerated() {
      let distance = abs(Self.sample(at: packet.time, rate: rate) - first - Int64(number) * length)
      guard distance <= 1 || !isOff && distance * 2 < length else { return nil }
      isOff = distance > 1
      wavers = wavers || isOff
    }
    guard wavers, !isOff else { return nil }
    self = .uniform(first: first, length: length)
  }

  /// The map of packets whose times are rounded; nil where they do not lie end to end.
  private static func endToEnd(_ packets: [Packet], preferring preferred: Int64, rate: Int) -> SampleMap? {
    let lengths = packets.compactMap(\.length)
    guard let length = lengths.first, length > 0 else { return .counted }
    // The distance of each timestamp but the first from the end of the packets before it, in samples.
    var position = lengths.count == packets.count ? lengths[0] : length
    var low = Int64.max
    var high = Int64.min
    for (number, packet) in packets.enumerated().dropFirst() {
      let residual = sample(at: packet.time, rate: rate) - position
      low = min(low, residual)
      high = max(high, residual)
      position += lengths.count == packets.count ? lengths[number] : length
    }
    // More than a few milliseconds of variation is a hole.
    guard high - low <= Int64(rate) / 200 else { return nil }
    guard lengths.dropLast().allSatisfy({ $0 == length }) else { return .counted }
    // Each timestamp allows the first sample a millisecond on either side; the preferred one is taken if all of them allow it.
    let tick = Int64(rate) / 1_000 + 1
    let isAllowed = high - tick <= preferred && preferred <= low + tick
    return .uniform(first: isAllowed ? preferred : (low + high) / 2, length: length)
  }

  /// The stretches of `packets` between holes of more than 20 ms; nil where not each of them is uniform.
  private static func stretches(of packets: [Packet], trimmed: Int64, rate: Int) -> [Stretch]? {
    var stretches: [Stretch] = []
    var part = 0
    var expected: Int64 = 0
    for number in 0...packets.count {
      let time = number < packets.count ? sample(at: packets[number].time, rate: rate) : .max
      guard number == packets.count || number > 0 && time - expected > SoundGap.tolerance(rate: rate) else {
        expected = (number == 0 ? time : expected) + (packets[number].length ?? 0)
        continue
      }
      let between = Array(packets[part..<number])
      if between.count == 1 {
        stretches.append(Stretch(first: sample(at: between[0].time, rate: rate), length: between[0].length ?? 0))
      } else if case .uniform(let first, let length) = endToEnd(
        between, preferring: part == 0 ? -trimmed : sample(at: between[0].time, rate: rate), rate: rate)
      {
        stretches.append(Stretch(first: first, length: length))
      } else {
        return nil
      }
      if number < packets.count { expected = time + (packets[number].length ?? 0) }
      part = number
    }
    return stretches.allSatisfy { $0.length > 0 } ? stretches : nil
  }

  /// The first sample of the packet whose time is `time`, in nanoseconds of stream time.
  package func firstSample(at time: Int64, rate: Int) -> Int64 {
    let nearest = Self.sample(at: time, rate: rate)
    guard let (first, length) = stretch(at: nearest, rate: rate) else { return nearest }
    let packet = Int64((Double(nearest - first) / Double(length)).rounded())
    return first + packet * length
  }

  /// The samples that are missing from the front of a stream's first decoded buffer, which has `count` samples.
  package func lostFront(count: Int64) -> Int64 {
    switch self {
    case .uniform(_, let length): max(0, length - count)
    case .stretches(let stretches): max(0, (stretches.first?.length ?? 0) - count)
    case .byTime, .counted: 0
    }
  }

  /// The stretch of equal packets around `sample`: where it begins, and its packets' length; nil where times alone
  /// define them.
  private func stretch(at sample: Int64, rate: Int) -> (first: Int64, length: Int64)? {
    switch self {
    case .uniform(let first, let length): return (first, length)
    case .stretches(let stretches):
      // Times are rounded, and holes are longer.
      let next = stretches.partitioningIndex { $0.first > sample + SoundGap.tolerance(rate: rate) / 2 }
      return stretches.isEmpty ? nil : (stretches[max(0, next - 1)].first, stretches[max(0, next - 1)].length)
    case .byTime, .counted: return nil
    }
  }

  /// The sample nearest to `time` nanoseconds.
  package static func sample(at time: Int64, rate: Int) -> Int64 {
    let product = Int128(time) * Int128(rate)
    let billion: Int128 = 1_000_000_000
    return Int64((product + (product < 0 ? -billion / 2 : billion / 2)) / billion)
  }
}
