import Containers
import GStreamer
import Synchronization

/// Pictures or samples of a stream that a decoder has made of damaged packets.
///
/// ```
///  packets, in the order of decoding   K ▪ ▫ ▪ ✕ ▫ ▪ ▪ K ▫ ▫ ▪ ▪      K key frames, ▫ what no picture refers to
///  damaged                                     ~ ~ ~ ~   ~ ~          what follows may refer to it, until a key frame;
///                                                                    so may what is shown before that and decoded after
/// ```
///
/// Where a decoder does not say which packet it found damaged, all are taken for it that its threads may have had in hand: what is
/// marked is damaged, or was decoded with several threads, and is found intact with one.
///
/// Threads: packets and what is made of them are noted on the decoder's, results asked for on another.
final class PacketDamage: Sendable {
  /// A packet that reached the decoder.
  fileprivate struct Packet {
    /// Its presentation time, in nanoseconds of stream time.
    var time: Int64?
    /// Whether it depends on none before it.
    var isKey: Bool
    /// Whether none depends on it.
    var isDisposable: Bool
  }

  fileprivate struct State {
    /// The last packets; the first one here has the number `first`.
    var packets: [Packet] = []
    var first = 0
    /// The damage of a packet of sound that the decoder has given nothing for yet.
    var pendingCause: String?
    /// Presentation times of damaged pictures.
    var times: Set<Int64> = []
    /// Whether a damaged packet had no time: then whatever comes is damaged.
    var hasUntimed = false
    /// The decoder's words for the last damage.
    var cause: String?
    /// Whether the packets that come now may depend on a damaged one.
    var isSpreading = false
    /// The key frame before which pictures may still depend on a damaged packet of the group before it.
    var key: Int64?
  }

  private let state = Mutex(State())
  private let errors: DecoderErrors?
  /// Packets before the last that an error may concern, where the decoder does not say which.
  private let inHand: Int
  private let lossTimes: Set<Int64>
  private let damagedTimes: Set<Int64>

  /// Limit of the packets that a decoder may hold back before it reports on them: reordering and threads need some 50.
  private static let memory = 512

  /// The damage in `errors` of a decoder with `threads` threads, that of packets behind missing ones, at `lossTimes`,
  /// and that of incomplete packets, at `damagedTimes`.
  init(_ errors: DecoderErrors?, threads: Int, lossTimes: [Int64], damagedTimes: [Int64]) {
    self.errors = errors
    inHand = DecoderErrors.nameTheirPackets ? 0 : max(1, threads) - 1
    self.lossTimes = Set(lossTimes)
    self.damagedTimes = Set(damagedTimes)
  }

  /// Notes `packet`, of a stream described by `caps` and presented at `time`, which is the next to reach the decoder.
  func note(_ packet: Buffer, of caps: Caps?, at time: Int64?) {
    let isDisposable = caps.flatMap { DisposableFrames(streamCaps: $0) }?.contain(packet) ?? false
    let packet = Packet(time: time, isKey: packet.isKeyframe, isDisposable: isDisposable)
    // Reports so far concern a packet before this one, if there is one.
    let reports = state.withLock { $0.packets.isEmpty } ? [] : errors?.take() ?? []
    state.withLock { state in
      state.note(reports, inHand: inHand)
      state.packets.append(packet)
      if state.packets.count > 2 * Self.memory {
        state.packets.removeFirst(Self.memory)
        state.first += Self.memory
      }
      if !packet.isKey, let time, lossTimes.contains(time) {
        state.cause = state.cause ?? "Packets before it are missing."
        state.isSpreading = true
      }
      state.spread(to: packet)
      if let time, damagedTimes.contains(time) {
        state.cause = state.cause ?? "A part of the packet is missing."
        state.spread(from: state.last)
      }
    }
  }

  /// Notes that the packet of sound that reaches the decoder is damaged, for `cause`.
  func noteDamaged(cause: String) {
    state.withLock { $0.pendingCause = cause }
  }

  /// Notes that what is presented at `time` has left the decoder, which has reported all that concerns it.
  func noteDecoded(at time: Int64?) {
    let reports = errors?.take() ?? []
    state.withLock { state in
      if let cause = state.pendingCause {
        state.cause = cause
        state.mark(time)
        state.pendingCause = nil
      }
      if state.packets.isEmpty, let last = reports.last {
        // Sound: a packet concerns the samples that come next, and no others.
        state.cause = last.message
        state.mark(time)
      }
      state.note(reports, inHand: inHand)
    }
  }

  /// The damage of the packet that is presented at `time`; nil where there is none.
  func cause(at time: Int64?) -> String? {
    state.withLock { state in
      guard state.hasUntimed || time.map(state.times.contains) == true else { return nil }
      return state.cause
    }
  }
}

extension PacketDamage.State {
  /// The number of the last packet.
  fileprivate var last: Int { first + packets.count - 1 }

  /// Notes `reports` of a decoder of pictures; up to `inHand` packets before the last may be in its threads.
  fileprivate mutating func note(_ reports: [DecoderErrors.Report], inHand: Int) {
    for report in reports where !packets.isEmpty {
      cause = report.message
      if let number = report.packet {
        spread(from: number)
      } else {
        for number in max(first, last - inHand)...last { spread(from: number) }
      }
    }
  }

  /// Marks packet `number`, and those noted since that may depend on it.
  fileprivate mutating func spread(from number: Int) {
    let number = max(0, min(number - first, packets.count - 1))
    mark(packets[number].time)
    guard !packets[number].isDisposable else { return }
    isSpreading = true
    key = nil
    for packet in packets[(number + 1)...] { spread(to: packet) }
  }

  /// Marks `packet`, the next in the order of decoding, if it may depend on a damaged one.
  fileprivate mutating func spread(to packet: PacketDamage.Packet) {
    if packet.isKey {
      key = isSpreading ? packet.time : nil
      isSpreading = false
    } else if isSpreading {
      mark(packet.time)
    } else if let key, let time = packet.time, time < key {
      mark(time)
    }
  }

  fileprivate mutating func mark(_ time: Int64?) {
    if let time { times.insert(time) } else { hasUntimed = true }
  }
}
