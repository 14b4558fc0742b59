import EditingModel
import FoundationEssentials
import Rendering

/// Counts the packets that stand in a file before those with which reading went on in its middle.
///
/// ```
///  file     0 1 2 3 4 5 6 7 8 9 …
///  search             ▲ 0 1 2 3        the first packet that is read after it is number 5
/// ```
package struct PacketNumbering {
  /// The first packet of a stream that says when it is presented, and was read after a search.
  package struct Landing: Hashable {
    /// The number of packets of the stream that were read before it.
    package let number: Int
    package let presentation: Int64
    package let byteCount: Int
  }

  /// The number of the first packet that was read of each stream, by the stream's number; what cannot be counted is not
  /// among them.
  package private(set) var first: [Int: Int] = [:]

  /// Counts in the file of `feed`, from its beginning to where the part begins.
  package init(_ feed: PacketFeed, cancellation: Cancellation) throws {
    guard let landings = feed.landings else {
      first = Dictionary(feed.streams.values.map { ($0, 0) }) { first, _ in first }
      return
    }
    // Pictures that stand for the file are read whole wherever reading begins.
    for stream in feed.streams.values where feed.source.streams[stream].kind == .cover { first[stream] = 0 }
    var open = landings
    var counts: [Int: Int] = [:]
    let source = try translatingPacketErrors(asset: feed.asset) { try PacketSource(feed.asset.url.path) }
    source.select(Set(open.keys))
    while !open.isEmpty {
      try cancellation.check()
      // Damage was found when the packets were chosen; what stands behind it has no number.
      guard let packet = try? source.next() else { return }
      let count = counts[packet.stream, default: 0]
      counts[packet.stream] = count + 1
      guard let landing = open[packet.stream], packet.presentation == landing.presentation,
        packet.byteCount == landing.byteCount
      else { continue }
      first[packet.stream] = count - landing.number
      open[packet.stream] = nil
    }
  }
}
