import MediaTime
package import Rendering

/// The placement of a copy's packets, file by file and track by track, noted as they pass: for the plan.
package struct CopyRecord {
  /// The packets of a stream that have a place in the new file.
  private struct Entry {
    var count = 0
    /// Their numbers since reading began, as ranges in order.
    var numbers: [ClosedRange<Int>] = []
    var decoding: Rational?
    var presentation: Range<Rational>?
    var joint: CopyPlan.Joint?
  }

  /// The entries by the files' numbers, and their tracks'.
  private var entries: [[Int: Entry]]

  /// A record of `count` files.
  package init(ofFiles count: Int) {
    entries = Array(repeating: [:], count: count)
  }

  /// Adds `packet` of file number `file`.
  package mutating func add(_ packet: SelectedPacket, ofFile file: Int) {
    var entry = entries[file][packet.track] ?? Entry()
    entry.count += 1
    if let last = entry.numbers.last, last.upperBound + 1 == packet.number {
      entry.numbers[entry.numbers.count - 1] = last.lowerBound...packet.number
    } else {
      entry.numbers.append(packet.number...packet.number)
    }
    entry.decoding = entry.decoding ?? packet.decoding
    let start = min(entry.presentation?.lowerBound ?? packet.presentation, packet.presentation)
    entry.presentation = start..<max(entry.presentation?.upperBound ?? start, packet.end, start)
    entries[file][packet.track] = entry
  }

  /// Adds how track number `track` of file number `file` follows the one before.
  package mutating func add(_ joint: CopyPlan.Joint, ofFile file: Int, track: Int) {
    entries[file][track, default: Entry()].joint = joint
  }

  /// The copied streams of `feed`, which is file number `file`; `first` are the numbers of the first packets read of
  /// each stream.
  package func streams(of feed: PacketFeed, _ file: Int, first: [Int: Int]) -> [CopyPlan.Stream] {
    feed.streams.sorted { $0.key < $1.key }.map { track, stream in
      let entry = entries[file][track] ?? Entry()
      let numbers = first[stream].map { first in
        entry.numbers.map { $0.lowerBound + first...$0.upperBound + first }
      }
      let packets = CopyPlan.Packets(
        count: entry.count, isAll: entry.count > 0 && feed.range == nil && entry.count == feed.packetCount(of: stream),
        numbers: entry.count > 0 ? numbers : [])
      return CopyPlan.Stream(
        track: feed.firstTrack + track, stream: stream, packets: packets, decoding: entry.decoding,
        presentation: entry.presentation, joint: entry.joint)
    }
  }
}
