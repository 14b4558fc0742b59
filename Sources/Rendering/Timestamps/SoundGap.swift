package import MediaTime

/// A stretch of a track's time for which the file holds no packet of sound: it is silent, without damage.
///
/// ```
///  packets      │  k  │           │ k+1 │     its time, or the duration of packet k in the file's tables, says that
///  samples      ▓▓▓▓▓▓▓ 0 0 0 0 0 ▓▓▓▓▓▓▓     k+1 begins later than k's samples end
///               ▲ packet          ▲ end
/// ```
///
/// Samples are counted from stream time 0.
package struct SoundGap: Hashable, Sendable, Codable {
  /// The first sample of the packet before it. What that packet holds may be less than others hold.
  package var packet: Int64
  /// One past the last sample that packets of its kind hold.
  package var start: Int64
  /// The first sample of the packet behind it; where none is, the end of the presentation.
  package var end: Int64

  /// The tolerance of times without an exact statement of a hole: packets within it lie end to end.
  package static func tolerance(rate: Int) -> Int64 { Int64(rate) / 50 }
}

extension [SoundGap] {
  /// The holes between `packets` of sound of `rate` samples a second whose first samples `map` says.
  ///
  /// - Parameters:
  ///   - usual: how many samples the decoder makes of a packet; nil where packets differ.
  ///   - isCounted: whether a packet's length is that of what it holds, as it is of samples that are not compressed.
  ///   - isExact: whether times are those of single samples, so that a hole of a millisecond is one where all other packets
  ///     lie end to end; otherwise it has 20 ms at least.
  package init(
    between packets: [SampleMap.Packet], usual: Int64?, isCounted: Bool, map: SampleMap, isExact: Bool, rate: Int
  ) {
    self = []
    guard map != .counted, packets.count > 1 else { return }
    let common = Self.common(packets.lazy.compactMap(\.length))
    // A table's duration of a packet is the distance to the next one, with the hole.
    func length(_ packet: SampleMap.Packet) -> Int64 {
      guard let common, !isCounted else { return packet.length ?? usual ?? 0 }
      guard let usual, abs(usual - common) * 10 <= common else { return Swift.min(packet.length ?? common, common) }
      return usual
    }
    let loose = SoundGap.tolerance(rate: rate)
    let tick = Int64(rate) / 1_000
    var uneven = 0
    if isExact, !isCounted, let common {
      uneven = packets.dropLast().count { abs(($0.length ?? common) - common) > 1 }
    }
    let least = isExact && uneven * Self.fewestEven <= packets.count ? tick : loose
    var expected = map.firstSample(at: packets[0].time, rate: rate)
    var before = expected
    for (number, packet) in packets.enumerated() {
      let first = map.firstSample(at: packet.time, rate: rate)
      if first - expected > least {
        if number > 0 { append(SoundGap(packet: before, start: expected, end: first)) }
        expected = first
      } else if !isExact || expected - first > loose {
        // Lengths that are rounded, as to milliseconds, do not add up.
        expected = first
      }
      before = expected
      expected += length(packet)
    }
    let end = before + (packets.last?.length ?? 0)
    if end - expected > loose { append(SoundGap(packet: before, start: expected, end: end)) }
  }

  /// At most one in this number of packets may have a duration of its own where they lie end to end.
  private static let fewestEven = 10

  /// The most common of `lengths`, the smaller one of two; nil where there are none.
  private static func common(_ lengths: some Sequence<Int64>) -> Int64? {
    var counts: [Int64: Int] = [:]
    for length in lengths where length > 0 { counts[length, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The hole that ends where a packet begins at `sample`, give or take two; nil where the packet before it is none of what
  /// was decoded up to `expected`.
  package func ending(at sample: Int64, after expected: Int64) -> SoundGap? {
    hole(from: expected, to: sample).flatMap { $0.end <= sample + Self.rounding ? $0 : nil }
  }

  /// The hole that begins with what was decoded up to `expected` and ends at `sample` or behind it; nil where none does.
  package func hole(from expected: Int64, to sample: Int64) -> SoundGap? {
    let number = partitioningIndex { $0.end >= sample - Self.rounding }
    return number < count && expected > self[number].packet ? self[number] : nil
  }

  /// Tolerance of times, in samples.
  private static var rounding: Int64 { 2 }

  /// The note on them for the user, for a track whose time zero is at `zero` of stream time; nil where there are none.
  ///
  /// - Parameter isEven: Whether all packets hold the same number of samples: else the last one before a hole may hold
  ///   fewer than assumed.
  package func note(zero: Rational, rate: Int, isEven: Bool) -> String? {
    guard let first else { return nil }
    let total = Swift.max(1, (reduce(Int64(0)) { $0 + $1.end - $1.start } * 1_000 + Int64(rate) / 2) / Int64(rate))
    let length = "\(isEven ? "" : "about ")\(total / 1_000).\(String(1_000 + total % 1_000).dropFirst()) s"
    let place = (try? Rational(first.start, Int64(rate)) - zero)?.timecode ?? "?"
    return count == 1
      ? "The sound has no packets for \(length), at \(place); it is silent there."
      : "The sound has no packets at \(count) places, for \(length) in all, first at \(place); it is silent there."
  }
}
