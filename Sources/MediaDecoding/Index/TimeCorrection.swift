package import Containers
import MediaTime

/// A range in which a demuxer's times of packets are too early, in nanoseconds of stream time.
///
/// ```
///  packets         │ 1 │ 2 │ lost │ 4 │ 5 │ 6 │ 7 │      a page ends with 2, the next one is lost, that behind it ends with 6
///  the demuxer's   │ 1 │ 2 │ 4 │ 5 │      │ 6 │ 7 │      4 begins where 2 ends; the last packet of a page has the page's time
///                          ▲ start ▲ end
/// ```
package struct TimeCorrection: Hashable, Sendable, Codable {
  /// Up to where the demuxer's times are right, and from where on they are again.
  var start: Int64
  var end: Int64
  /// The offset to be added between them.
  var shift: Int64

  /// Tolerance of the times of contiguous packets, in nanoseconds.
  fileprivate static let rounding: Int64 = 1_000_000

  /// Whether the demuxer's `time` is not before those that are too early.
  fileprivate func begins(before time: Int64) -> Bool { start <= time.addingSaturated(Self.rounding / 2) }

  /// Whether the demuxer's `time` is too early.
  fileprivate func contains(_ time: Int64) -> Bool {
    begins(before: time) && time.addingSaturated(Self.rounding / 2) < end
  }
}

extension [TimeCorrection] {
  /// The corrections of the times of those of `packets` that follow `losses`, which are times in order: one correction up to
  /// each packet that goes on later than the one before it ends, in order. Each packet is looked at twice at most, since a hostile
  /// file has as many losses as packets.
  package init(of packets: [IndexedPacket], behind losses: [Int64]) {
    self.init()
    var place = packets.startIndex
    for loss in losses {
      while place < packets.endIndex,
        packets[place].time.map({ $0 < loss.addingSaturated(-TimeCorrection.rounding) }) ?? true
      { place += 1 }
      guard place < packets.endIndex, let first = packets[place].time else { return }
      guard first <= loss.addingSaturated(TimeCorrection.rounding) else { continue }
      // Packets behind a second loss before the next right time are corrected with those behind the first one.
      if let last, last.start <= first, first < last.end { continue }
      var end = first
      var following = place
      while following < packets.endIndex, let time = packets[following].time,
        let duration = packets[following].duration,
        time <= end.addingSaturated(TimeCorrection.rounding)
      {
        end = time.addingSaturated(duration)
        following += 1
      }
      // Without a packet that goes on later, nothing behind this loss or another one before the end of the walk is known.
      guard following < packets.endIndex, let time = packets[following].time, packets[following].duration != nil else {
        place = following
        continue
      }
      append(TimeCorrection(start: first, end: end, shift: time.addingSaturated(-end)))
    }
  }

  /// The demuxer's `time`, corrected.
  package func corrected(_ time: Int64) -> Int64 {
    // The corrections are in order and apart: the last one that begins before `time` is the only one that can hold it.
    let next = partitioningIndex { !$0.begins(before: time) }
    guard next > startIndex, self[next - 1].contains(time) else { return time }
    return time.addingSaturated(self[next - 1].shift)
  }
}
