import EditingModel
import FoundationEssentials
import MediaTime

/// Where the clock of a transport stream's program stands at what time (PCR, ISO/IEC 13818-1 §2.4.3.5).
///
/// `tsdemux` 1.22 guesses where a time lies by the bit rate, and what time it is where it came to: in long films it is seconds off
/// in both. So it is not sent anywhere: it is given the file from a packet on, and counts from the clock that it finds there.
///
/// ```
///  the file     │ 0 s ………………………………………… │ 3,348.1 s ……
///  as it reads                              │ 0 s …………        and 3,348.1 s are added to all that it says
/// ```
struct TransportClock: Hashable, Sendable, Codable {
  /// Where the clock stands, each as offset and ticks of 1/27,000,000 s, half a second apart or more.
  private var offsets: [UInt64] = []
  private var ticks: [Int64] = []
  /// The stream that carries the clock.
  private var identifier: Int?
  private var last: Int64?
  /// When the table of programs came last.
  private var table: Int64?
  /// Whether it goes on and on, and the table of programs comes again and again.
  private(set) var isSteady = true
  /// The longest time for which it is not said, in ticks; nil where it is set anew, or there are two.
  private var longestGap: Int64? = 0

  private static let second: Int64 = 27_000_000
  /// How much earlier than what is wanted a reader begins: packets come before their time, and tables before packets.
  private static let margin: Int64 = 4 * second

  /// More than `tsdemux` 1.22 takes for one recording, which is half a second.
  private static let gap = second * 9 / 20
  /// The most that pictures are apart: what jumps further was joined. (ffmpeg's `-dts_delta_threshold` is ten seconds, which slides
  /// are shown for.)
  private static let longest = 30 * second

  /// Whether it is not said for so long that a demuxer takes what follows for another recording, and is none.
  var hasGaps: Bool { goesOn && (longestGap ?? 0) > Self.gap }

  /// Whether it is one clock from the first packet to the last, and nothing was joined.
  var goesOn: Bool { longestGap.map { $0 <= Self.longest } ?? false }

  /// Notes that the clock of stream `identifier` stands at `ticks` in the packet at `offset`, set anew there if `isNew`.
  mutating func note(_ ticks: Int64, of identifier: Int, isNew: Bool, at offset: UInt64) {
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
  mutating func noteTable() { table = last ?? 0 }

  /// Where a reader begins of what is presented at `time`, in nanoseconds of stream time, and the time there; nil for the
  /// beginning of the file.
  func entrance(before time: Int64) -> (offset: UInt64, time: Int64)? {
    guard isSteady, let first = ticks.first else { return nil }
    let wanted = time / 1_000 * 27 - Self.margin
    let next = ticks.partitioningIndex { $0 - first > wanted }
    return next > 1 ? (offsets[next - 1], (ticks[next - 1] - first) * 1_000 / 27) : nil
  }
}

extension MediaIndex {
  /// How a stream is opened at `start`, in nanoseconds of stream time: at which address, and where its demuxer is sent, if
  /// anywhere.
  func entrance(of address: StreamAddress, at start: Int64?) throws -> (address: StreamAddress, start: Int64?) {
    guard case .streams(.transportStreamDemuxer, _) = container, let start else { return (address, start) }
    guard let entrance = clock?.entrance(before: start) else { return (address, nil) }
    var address = address
    let length = try FileBytes(address.asset.url.path, isReadOnly: true).count
    guard entrance.offset < length else { return (address, nil) }
    let fields = address.headerCorrection?.fields.filter { $0.offset >= entrance.offset }.map {
      HeaderCorrection.Field(offset: $0.offset - entrance.offset, bytes: $0.bytes)
    }
    address.headerCorrection = HeaderCorrection(fields: fields ?? [], window: entrance.offset..<length)
    address.timeShift = entrance.time
    return (address, nil)
  }
}
