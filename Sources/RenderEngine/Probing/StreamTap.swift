import EditingModel
import GStreamer
import MediaFormats
import Rendering
import Synchronization

extension MediaScan {
  /// Writes down the packets that pass one pad, and lets them go.
  final class Tap: Sendable {
    private struct State {
      var packets: [Packet] = []
      var caps: Caps?
      var head: [UInt8] = []
    }

    private let state = Mutex(State())
    private let door: TimestampRebase
    private let mediaType: MediaType?
    private let codec: StreamCodec?

    /// A tap behind a demuxer's new pad; nil where the pad carries neither picture nor sound.
    ///
    /// - Throws: `RenderError` if no decoder is there for the stream, `GStreamerError` if it cannot be linked.
    init?(_ pad: Pad, of container: MediaContainer, in pipeline: Pipeline) throws {
      door = container.timestampRebase()
      guard let mediaType = StreamCounter.mediaType(of: pad), let caps = pad.caps else { return nil }
      self.mediaType = mediaType
      let codec = try StreamCodec(streamCaps: caps)
      self.codec = codec
      state.withLock { $0.caps = caps }
      pad.rebaseTimestamps(door)
      let sink = try Self.sink(in: pipeline)
      if let parser = codec.parser {
        let element = try parser.make()
        try pipeline.add(element)
        try pipeline.link([element, sink])
        pipeline.synchronise(sink)
        pipeline.synchronise(element)
        record(at: try element.pad("src"))
        try pad.link(to: element.pad("sink"))
      } else {
        pipeline.synchronise(sink)
        record(at: pad)
        try pad.link(to: sink.pad("sink"))
      }
    }

    /// A tap at a pad that is there before anything is known of it.
    init(late pad: Pad, of container: MediaContainer) {
      door = container.timestampRebase()
      mediaType = nil
      codec = nil
      pad.rebaseTimestamps(door)
      record(at: pad)
    }

    /// A sink that takes everything and keeps nothing.
    static func sink(in pipeline: Pipeline) throws -> Element {
      let sink = try ElementName.fakeSink.make()
      try sink.set("sync", false)
      try sink.set("async", false)
      try pipeline.add(sink)
      return sink
    }

    /// Packets so far.
    var count: Int { state.withLock { $0.packets.count } }

    /// What passed; nil where it was neither picture nor sound.
    func stream() throws -> Stream? {
      let (packets, caps, head) = state.withLock { ($0.packets, $0.caps, $0.head) }
      guard let caps else { return nil }
      let kind = mediaType ?? (caps.mediaType.hasPrefix("audio/") ? .audio : .video)
      return Stream(
        mediaType: kind, codec: try codec ?? StreamCodec(streamCaps: caps), caps: caps, packets: packets,
        head: head, presentationEnd: door.presentationEnd)
    }

    /// What the pad of a late tap turned out to carry.
    func note(_ caps: Caps?) {
      state.withLock { $0.caps = $0.caps ?? caps }
    }

    /// The probe holds the tap, so the tap must not hold the pad.
    private func record(at pad: Pad) {
      pad.probeBuffers { [self] buffer, _ in
        let packet = Packet(
          time: buffer.presentationTime.map { $0 - TimestampRebase.lead }, duration: buffer.duration,
          byteCount: buffer.byteCount, isKey: buffer.isKeyframe)
        state.withLock { state in
          if state.packets.isEmpty { state.head = Self.head(of: buffer) }
          state.packets.append(packet)
        }
        return .pass
      }
    }

    private static func head(of buffer: Buffer) -> [UInt8] {
      let bytes = try? buffer.withBytes { bytes in
        (0..<min(256, bytes.count)).map { bytes[$0] }
      }
      return bytes ?? []
    }
  }
}
