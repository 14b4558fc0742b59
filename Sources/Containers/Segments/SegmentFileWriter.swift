import FoundationEssentials
package import MediaTime
package import Rendering
import Synchronization

/// Writes a ``SegmentFile`` of the pictures of a film.
///
/// Threads: fed by one; `finish` once it has ended. Lock order: only `state`.
package final class SegmentFileWriter: PacketSink {
  package let track = WriterTrack.pictures
  package let settings: WriterSettings
  /// The decode times of packets, in nanoseconds of the film, in the order of decoding; nil where the encoder's times
  /// count.
  private let decodingTimes: [Int64]?
  private let state: Mutex<State>

  private struct State {
    let file: FileBytes
    let digest: MessageDigest
    var stream: PacketStream?
    /// The parameter sets before the first slice of every key frame; nil where there are none.
    var repeated: ParameterSets?
    var packetCount = 0
    var place: UInt64 = 0
    /// The bytes that are not written yet.
    var waiting: [UInt8] = []

    /// Writes what waits.
    mutating func flush() throws {
      digest.add(waiting.span)
      try file.write(waiting, at: place)
      place += UInt64(waiting.count)
      waiting.removeAll(keepingCapacity: true)
    }
  }

  /// Bytes of one write.
  private static let blockLength = 1 << 18

  /// A segment of a film of `settings`, in the file at `path`, which is there and empty.
  ///
  /// - Throws: `RenderError` with `.writeFailed`.
  package init(_ settings: WriterSettings, to path: String) throws {
    self.settings = settings
    decodingTimes = try settings.pictures?.decodingTimes?.map { try $0.floor(scaledBy: 1_000_000_000) }
    state = Mutex(State(file: try FileBytes(path), digest: try MessageDigest()))
  }

  package func describe(_ stream: PacketStream) {
    var stream = stream
    let isRepeated = settings.pictures?.repeatsParameterSets == true
    let sets = isRepeated ? ParameterSets(stream.configuration, codec: stream.codec) : nil
    // By its other name sets may stand in the packets (ISO/IEC 14496-15 §8.3.3).
    if sets != nil, stream.fourCC == "hvc1" { stream.fourCC = "hev1" }
    state.withLock { state in (state.stream, state.repeated) = (stream, sets) }
  }

  package func push(_ packet: MuxedPacket, while isWanted: () throws -> Void) throws {
    try isWanted()
    try state.withLock { state in
      var packet = packet
      if let decodingTimes {
        guard state.packetCount < decodingTimes.count, decodingTimes[state.packetCount] <= packet.presentation else {
          throw RenderError(.engineFailed, "A picture of a segment is decoded later than the plan says.")
        }
        packet.decodeTime = decodingTimes[state.packetCount]
      }
      if packet.isKeyFrame, let sets = state.repeated { packet.bytes = sets.repeated(before: packet.bytes) }
      state.waiting += packet.stored
      state.packetCount += 1
      if state.waiting.count >= Self.blockLength { try state.flush() }
    }
  }

  package func end() {}

  /// Writes what stands behind the packets, and closes the file; its size.
  ///
  /// - Throws: `RenderError` with `.writeFailed`, or `.engineFailed` where there was no packet.
  package func finish(
    _ identity: String, _ times: Range<Rational>, _ findings: EncodedSegment.Findings
  ) throws -> UInt64 {
    try state.withLock { state in
      guard let stream = state.stream else {
        throw RenderError(.engineFailed, "The encoder of a segment gave no packet.")
      }
      let contents = SegmentFile.Contents(
        identity: identity, stream: stream, packetCount: state.packetCount, times: times,
        findings: findings)
      let encoder = JSONEncoder()
      // The same segment is the same file.
      encoder.outputFormatting = .sortedKeys
      let json = [UInt8](try encoder.encode(contents))
      state.waiting += json
      state.waiting.appendBigEndian(UInt64(json.count), 4)
      try state.flush()
      try state.file.write(state.digest.finish() + SegmentFile.mark, at: state.place)
      let byteCount = state.file.count
      // No sync to the disk: a segment that a power failure damages is recognized as incomplete, and made anew.
      try state.file.close()
      return byteCount
    }
  }
}
