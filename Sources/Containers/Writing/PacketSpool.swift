import Rendering
import Synchronization
import Waiting

/// The packets of one track that wait to be written, in their order: the first ones in memory, and those that are too many for it in a
/// file.
///
/// ```
///  append ─► in the file ─► in memory ─► first     read back when those in memory are written
///            │ 9 8 7 6 5 │  │ 4 3 2 1 │
/// ```
///
/// However many wait, memory holds ``memoryLimit`` bytes of them, or `usualCount` packets where those are more. The file has no name from
/// the moment on at which it is opened: nothing is left of it, even where the process is killed. Threads: one at a time.
package struct PacketSpool: Sendable {
  /// The path at which the file is made, which nothing else has.
  private let path: String
  /// Limit of packets' bytes in memory; others go to the file.
  private let memoryLimit: Int
  /// Packets that are in memory whatever their size; others go to the file.
  private let usualCount: Int
  /// The packets in memory.
  private var packets = FIFO<MuxedPacket>()
  /// Bytes of packets in memory.
  package private(set) var byteCount = 0
  /// The packets behind them; nil before there are any.
  private var file: SpoolFile?

  /// Limit of a track's waiting bytes in memory, unless stated: some seconds of pictures, or minutes of sound.
  package static let memoryLimit = 8 << 20

  /// A hold without packets; `usualCount` packets stay in memory while no track is ahead of others. Its file is made at
  /// `path` when it is needed.
  package init(at path: String, memoryLimit: Int = Self.memoryLimit, usualCount: Int = 1) {
    (self.path, self.memoryLimit, self.usualCount) = (path, memoryLimit, usualCount)
  }

  /// The packet that comes next; nil where none waits.
  package var first: MuxedPacket? { packets.first }

  /// Whether none waits.
  package var isEmpty: Bool { packets.isEmpty }

  /// The number of waiting packets.
  package var count: Int { packets.count + (file?.count ?? 0) }

  /// Bytes of the waiting packets, in memory and in the file.
  package var heldByteCount: Int { byteCount + (file?.byteCount ?? 0) }

  /// Puts `packet` behind all others.
  ///
  /// - Throws: `RenderError` with `.writeFailed` where it has to go to the file, and that cannot be written.
  package mutating func append(_ packet: MuxedPacket) throws {
    let isBehindOthers = file.map { $0.count > 0 } ?? false
    let isFull = packets.count >= usualCount && byteCount + packet.bytes.count > memoryLimit
    guard isBehindOthers || isFull else { return keep(packet) }
    let held = try file ?? SpoolFile(at: path)
    file = held
    try held.append(packet)
  }

  /// Puts `packet`, which stays in memory, among the others there by the time of its decoding, behind those of the same time: of text,
  /// which comes in any order.
  package mutating func insert(_ packet: MuxedPacket) {
    packets.insert(packet) { $0.decoding > packet.decoding }
    byteCount += packet.bytes.count
  }

  /// Takes the packet that comes next out; nil where none waits.
  ///
  /// - Throws: `RenderError` with `.writeFailed` where those behind it cannot be read back.
  package mutating func removeFirst() throws -> MuxedPacket? {
    guard let packet = packets.removeFirst() else { return nil }
    byteCount -= packet.bytes.count
    // Read back at once, so that the first one is always in memory.
    while isEmpty || byteCount < memoryLimit / 2, let next = try file?.removeFirst() { keep(next) }
    return packet
  }

  private mutating func keep(_ packet: MuxedPacket) {
    packets.append(packet)
    byteCount += packet.bytes.count
  }
}

/// A queue of packets in a file without a name.
///
/// Threads: any. Lock order: innermost.
private final class SpoolFile: Sendable {
  private struct State {
    let file: FileBytes
    /// The offsets at which the next packet is read, and another one is put.
    var start: UInt64 = 0
    var end: UInt64 = 0
    var count = 0
  }

  private let state: Mutex<State>

  /// No packets, in a file that is made at `path` and loses its name at once.
  ///
  /// - Throws: `RenderError` with `.writeFailed`.
  init(at path: String) throws {
    if let failure = FileSystem.create(path) {
      throw RenderError(
        .writeFailed, "Packets that wait for another track have no place on the disk: \(failure.words).",
        remedy: "Make room, or give the tracks by turns.", underlying: path)
    }
    defer { FileSystem.remove(path) }
    state = Mutex(State(file: try FileBytes(path)))
  }

  /// The number of packets.
  var count: Int { state.withLock(\.count) }
  /// Their bytes in the file.
  var byteCount: Int { state.withLock { Int(clamping: $0.end - $0.start) } }

  /// Puts `packet` behind the others.
  func append(_ packet: MuxedPacket) throws {
    let bytes = packet.stored
    try state.withLock { state in
      try state.file.write(bytes, at: state.end)
      state.end += UInt64(bytes.count)
      state.count += 1
    }
  }

  /// Takes the first one out; nil where there is none. Behind the last, the file is empty again.
  func removeFirst() throws -> MuxedPacket? {
    try state.withLock { state in
      guard state.count > 0 else { return nil }
      var reader = PacketReader(file: state.file, end: state.end, place: state.start)
      guard let packet = try reader.packet() else {
        throw RenderError(
          .writeFailed, "Packets that wait for another track cannot be read back.", remedy: "Check the disk.")
      }
      (state.start, state.count) = (reader.place, state.count - 1)
      if state.count == 0 {
        try state.file.truncate(to: 0)
        (state.start, state.end) = (0, 0)
      }
      return packet
    }
  }
}
