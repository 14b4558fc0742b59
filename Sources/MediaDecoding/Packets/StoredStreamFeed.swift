package import Containers
import EditingModel
import FoundationEssentials
package import GStreamer
import MediaTime
import Rendering
import Synchronization

/// The beginning of a pipeline that decodes libavformat's packets of one stream of a file.
///
/// ```
///  file ─► PacketSource ─► appsrc ─► parser ─► decoder …     times are stream time and `TimestampRebase.lead`
/// ```
///
/// Threads: made on any; packets are read and pushed on a thread of its own, which ends with the pipeline.
final class StoredStreamFeed: Sendable {
  /// The pipeline's entrance for packets.
  let source: AppSource
  private let packets: Mutex<StoredPackets>
  private let stream: StoredStream
  private let start: Int64?
  private let isDecoded: Bool
  /// The headers that a decoder wants before the first packet.
  private let headers: [[UInt8]]

  /// Limit of the packets that wait for the decoder.
  private static let capacity = 8
  /// Packets of sound that enter the decoder at once: each is a fraction of a millisecond's work, and waking the
  /// decoder costs as much. A sink that gets several packets at once wakes no reader (``BatchSignal``), which counts
  /// single ones.
  private static let soundBatch = 8

  /// A feed of `stream` of the file at `asset`, from the key frame at or before `start` on, in nanoseconds of stream time; nil for
  /// the beginning.
  ///
  /// - Parameter isDecoded: whether a decoder takes the packets; for a reader of packets, the caps contain the
  ///   container's colors, and no headers precede the packets.
  /// - Throws: `RenderError` with `.mediaUnreadable` where the file has changed into another one.
  init(_ asset: AssetReference, _ stream: StoredStream, from start: Int64?, isDecoded: Bool) throws {
    let opened = try StoredPackets(asset.url.path, stream)
    headers = isDecoded ? opened.described.xiphHeaders : []
    packets = Mutex(opened)
    (self.stream, self.start, self.isDecoded) = (stream, start, isDecoded)
    source = try AppSource(caps: Caps(stream.description(showsColors: !isDecoded)), capacity: Self.capacity)
    if stream.isCounted { try source.forgetPresentationOfDeltaUnits() }
  }

  /// Begins to push packets into the pipeline, which plays. Where the file cannot be read on, the stream ends early,
  /// and the missing packets are found by counting.
  func run() {
    DedicatedThread.start(named: "packets") { [self] in
      packets.withLock { try? push(&$0) }
      source.end()
    }
  }

  private func push(_ packets: inout StoredPackets) throws {
    for header in headers {
      let buffer = try Buffer(bytes: header, presentationTime: nil, decodeTime: nil, duration: nil, isKeyframe: true)
      guard source.push(buffer) else { return }
    }
    if let start { try packets.seek(to: start) }
    let size = stream.kind == .sound && isDecoded ? Self.soundBatch : 1
    var batch: [Buffer] = []
    // However it ends, the packets before are whole.
    defer { _ = source.push(batch) }
    while let (packet, times) = try packets.next() {
      // A packet that was cut off is none.
      guard !packet.isCorrupt else { return }
      batch.append(try (isDecoded ? times : times.whole(packet)).buffer(of: packet))
      if batch.count == size {
        guard source.push(batch) else { return batch = [] }
        batch = []
      }
    }
  }
}

extension StoredStream.Times {
  /// The times of all of `packet`, where these are the times of its part that is heard.
  fileprivate func whole(_ packet: StoredPacket) -> Self {
    var whole = self
    whole.hidden = (0, 0)
    guard hidden.start > 0, let length = OpusPacket(packet.bytes)?.sampleCount, hidden.start < length else {
      return whole
    }
    let cut = Int64(clamping: hidden.start) * 1_000_000_000 / 48_000
    whole.presentation = presentation?.addingSaturated(-cut)
    whole.decoding = decoding?.addingSaturated(-cut)
    whole.duration = duration?.addingSaturated(cut)
    return whole
  }

  /// `packet` as it enters a pipeline.
  package func buffer(of packet: StoredPacket) throws -> Buffer {
    try Buffer(
      bytes: packet.bytes, presentationTime: Self.led(presentation), decodeTime: Self.led(decoding), duration: duration,
      isKeyframe: packet.isKeyFrame, hidden: hidden)
  }

  /// `time` with the lead of all times in a pipeline; nil before that.
  private static func led(_ time: Int64?) -> Int64? {
    guard let (sum, overflows) = time?.addingReportingOverflow(TimestampRebase.lead) else { return nil }
    return overflows || sum < 0 ? nil : sum
  }
}
