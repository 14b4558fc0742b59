import EditingModel
import GStreamer
import MediaFormats
import Rendering
import Synchronization

extension MediaScan {
  /// Records the packets that pass one pad.
  final class PacketRecorder: Sendable {
    private struct State {
      var packets: [Packet] = []
      var caps: Caps?
      var head: [UInt8] = []
    }

    private let state = Mutex(State())
    private let rebase: TimestampRebase
    private let mediaType: MediaType?
    private let codec: StreamCodec?

    /// A recorder behind a demuxer's new pad; nil where the pad carries neither picture nor sound.
    ///
    /// - Throws: `RenderError` if there is no decoder for the stream, `GStreamerError` if it cannot be linked.
    init?(_ pad: Pad, of container: MediaContainer, in pipeline: Pipeline) throws {
      rebase = container.timestampRebase()
      guard let mediaType = StreamCounter.mediaType(of: pad), let caps = pad.caps else { return nil }
      self.mediaType = mediaType
      let codec = try StreamCodec(streamCaps: caps)
      self.codec = codec
      state.withLock { $0.caps = caps }
      pad.rebaseTimestamps(rebase)
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

    /// A recorder at a pad whose caps are not known yet.
    init(late pad: Pad, of container: MediaContainer) {
      rebase = container.timestampRebase()
      mediaType = nil
      codec = nil
      pad.rebaseTimestamps(rebase)
      record(at: pad)
    }

    /// A sink that discards everything.
    static func sink(in pipeline: Pipeline) throws -> Element {
      let sink = try ElementName.fakeSink.make()
      try sink.set("sync", false)
      try sink.set("async", false)
      try pipeline.add(sink)
      return sink
    }

    /// Packets so far.
    var count: Int { state.withLock { $0.packets.count } }

    /// The recorded stream; nil where it was neither picture nor sound.
    func stream() throws -> Stream? {
      let (packets, caps, head) = state.withLock { ($0.packets, $0.caps, $0.head) }
      guard let caps else { return nil }
      let kind = mediaType ?? (caps.mediaType.hasPrefix("audio/") ? .audio : .video)
      return Stream(
        mediaType: kind, codec: try codec ?? StreamCodec(streamCaps: caps), caps: caps, packets: packets,
        head: head, presentationEnd: rebase.presentationEnd)
    }

    /// Sets the caps of a recorder that was created before they were known.
    func note(_ caps: Caps?) {
      state.withLock { $0.caps = $0.caps ?? caps }
    }

    /// The probe retains the recorder, so the recorder must not retain the pad.
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
