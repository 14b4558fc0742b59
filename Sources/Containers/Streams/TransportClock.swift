import EditingModel
import FoundationEssentials
import MediaTime

// QUIRK: MPEG transport stream: `tsdemux` guesses by the bit rate where a time lies, and what time it is there: in long films it
// is seconds off in both. In: GStreamer 1.22. Test: "an image is the same in every container", "a transport stream is read from
// where its clock says".

/// Readings of the clock of a transport stream's program, by their places (PCR, ISO/IEC 13818-1 §2.4.3.5).
///
/// A demuxer is not sent anywhere: it is given the file from a packet on, and counts from the clock that it finds there.
///
/// ```
///  the file     │ 0 s ………………………………………… │ 3,348.1 s ……
///  as it reads                              │ 0 s …………        and 3,348.1 s are added to all that it says
/// ```
package struct TransportClock: Hashable, Sendable, Codable {
  /// Readings of the clock, each as offset and ticks of 1/27,000,000 s, half a second apart or more.
  private var offsets: [UInt64] = []
  private var ticks: [Int64] = []
  /// The stream that carries the clock.
  private var identifier: Int?
  private var last: Int64?
  /// The time of the last table of programs.
  private var table: Int64?
  /// Whether it goes on and on, and the table of programs comes again and again.
  package private(set) var isSteady = true
  /// The longest time for which it is not said, in ticks; nil where it is set anew, or there are two.
  private var longestGap: Int64? = 0

  private static let second: Int64 = 27_000_000
  /// The lead of a reader over the wanted time: packets precede their presentation, and tables precede packets.
  private static let margin: Int64 = 4 * second

  /// More than `tsdemux` takes for one recording, which is half a second.
  private static let gap = second * 9 / 20
  /// The most that pictures are apart: what jumps further was joined. (ffmpeg's `-dts_delta_threshold` is ten seconds, which slides
  /// are shown for.)
  private static let longest = 30 * second

  /// Whether it is not said for so long that a demuxer takes what follows for another recording, and is none.
  package var hasGaps: Bool { isContinuous && (longestGap ?? 0) > Self.gap }

  /// Whether it is one clock from the first packet to the last, and nothing was joined.
  package var isContinuous: Bool { longestGap.map { $0 <= Self.longest } ?? false }

  /// Notes that the clock of stream `identifier` stands at `ticks` in the packet at `offset`, set anew there if `isNew`.
  package mutating func note(_ ticks: Int64, of identifier: Int, isNew: Bool, at offset: UInt64) {
    let step = last.map { ticks - $0 } ?? 0
    let isOne = (self.identifier ?? identifier) == identifier
    let isLater = isOne && step >= 0 && (!isNew || last == nil)
    longestGap = isLater ? longestGap.map { max($0, step) } : nil
    isSteady = isSteady && (0...Self.gap).contains(step) && isOne && ticks - (table ?? ticks) <= Self.second
    (self.identifier, last) = (identifier, ticks)
    guard isSteady, ticks - (self.ticks.last ?? .min / 2) >= Self.second / 2 else { return }
    offsets.append(offset)
    self.ticks.append(ticks)
  }

  /// Notes that the table of programs comes now.
  package mutating func noteTable() { table = last ?? 0 }

  /// The offset at which a reader begins for `time`, in nanoseconds of stream time, and the time there; nil for the
  /// beginning of the file.
  package func entrance(before time: Int64) -> (offset: UInt64, time: Int64)? {
    guard isSteady, let first = ticks.first else { return nil }
    let wanted = time / 1_000 * 27 - Self.margin
    let next = ticks.partitioningIndex { $0 - first > wanted }
    return next > 1 ? (offsets[next - 1], (ticks[next - 1] - first) * 1_000 / 27) : nil
  }
}
