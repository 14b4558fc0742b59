import MediaTime
import Rendering

/// A track and its packets that wait.
struct MuxerQueue {
  /// By which it is found among the others.
  let id: Int
  /// Its place among the file's tracks; nil of text.
  var track: WriterTrack?
  /// Whether the file's times count from what is hidden at the beginning on.
  var countsHidden = false
  /// The track's stream; nil before its first packet.
  var stream: PacketStream?
  /// Its number in the file; nil before the header is written, and of one that is left out.
  var number: Int?
  /// Seconds a tick of the file's.
  var tick = Rational.one
  var queue: PacketSpool
  var isEnded = false
  /// The gate at which a thread that feeds the track waits, when as many packets wait as it has room for.
  let gate: InputGate
  /// Capacity of the queue where the engine feeds all tracks: a thread that feeds a full one waits.
  static let capacity = 4
  /// Capacity where a program feeds the tracks, some seconds of one by turns: ``PacketSpool`` bounds their bytes.
  static let openCapacity = 512
  /// The offset of its packets' times in the file from their presentation and decoding, in nanoseconds.
  var shift: Int64 = 0
  /// Whether its next packet stands before those of all others.
  var hasPriority = false

  /// Samples of it that are not presented, of packets that were encoded elsewhere.
  var hiddenCount: Int64 = 0

  /// Whether a packet of it came.
  var hasBegun = false
  /// The decode time of the first of its packets, and the first presentation time, in ticks.
  var first: (presentation: Int64, decoding: Int64)?
  /// The decode time of its last packet, in ticks.
  var lastDecoding: Int64?

  /// The rank of its kind and number among those of all tracks: text is last.
  var rank: (kind: Int, number: Int) {
    switch track {
    case .pictures: (0, 0)
    case .sound(let number): (1, number)
    case .packets(let number): (2, number)
    case nil: (3, id)
    }
  }

  /// Whether it is text, which is not waited for.
  var isText: Bool { track == nil }

  /// Whether its packets are all written, or not waited for.
  var isOver: Bool { isText || isEnded && queue.isEmpty }

  /// The offset of the next packet's time in the file from its presentation, in nanoseconds. Blocks in Matroska count
  /// from the hidden samples on (RFC 9559 §12.5), while copied packets of sound have negative times there; an Opus
  /// encoder's times do count them, except that of the first packet, which is its first presented sample's.
  var lead: Int64 {
    guard countsHidden, case .sound? = track, let stream else { return 0 }
    if hiddenCount > 0, stream.sampleRate > 0 { return hiddenCount * 1_000_000_000 / Int64(stream.sampleRate) }
    guard hasBegun else { return 0 }
    return stream.codec == "opus" ? stream.paddingInNanoseconds : 0
  }

  /// The times of `packet` in ticks of the file's, in which packets are decoded one after another; `strictly` no two at a time.
  ///
  /// Where one encoder's packets follow another's, at a variable rate, the first may be said to be decoded before the last of those.
  mutating func ticks(
    of packet: MuxedPacket, strictly isStrict: Bool
  ) throws -> (presentation: Int64, decoding: Int64, duration: Int64) {
    func ticks(_ time: Int64) throws -> Int64 { try (Rational(time + shift, 1_000_000_000) / tick).rounded() }
    let presentation = try ticks(packet.presentation)
    var decoding = min(presentation, try ticks(packet.decoding))
    if let lastDecoding { decoding = min(presentation, max(decoding, isStrict ? lastDecoding + 1 : lastDecoding)) }
    lastDecoding = decoding
    first = (min(first?.presentation ?? presentation, presentation), first?.decoding ?? decoding)
    return (presentation, decoding, max(0, try ticks(packet.presentation + packet.duration) - presentation))
  }
}
