import Containers
import EditingModel
import FoundationEssentials
import GStreamer
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
  /// Where the packets enter the pipeline.
  let source: AppSource
  private let packets: Mutex<PacketSource>
  private let path: String
  private let stream: StoredStream
  private let start: Int64?
  /// What a decoder wants before the first packet.
  private let headers: [[UInt8]]

  /// How many packets may wait for the decoder.
  private static let capacity = 8
  /// How many packets of sound enter at once: each is a fraction of a millisecond's work, and waking the decoder costs as much.
  private static let soundBatch = 8
  /// How often a key frame before another is looked for before all is read from the beginning.
  private static let mostSteps = 64

  /// A feed of `stream` of the file at `asset`, from the key frame at or before `start` on, in nanoseconds of stream time; nil for
  /// the beginning.
  ///
  /// - Parameter isDecoded: whether a decoder takes the packets; who reads them is told what the container says of colors, and gets no
  ///   headers.
  /// - Throws: `RenderError` with `.mediaUnreadable` where the file has changed into another one.
  init(_ asset: AssetReference, _ stream: StoredStream, from start: Int64?, isDecoded: Bool) throws {
    path = asset.url.path
    let opened = try PacketSource(path, for: .decoding, finding: [stream.kind])
    guard let found = opened.streams.first(where: { $0.index == stream.index }), found.codec == stream.codec else {
      throw RenderError(
        .mediaUnreadable, "The file holds other streams than before.",
        remedy: "Leave it as it is while it is read.")
    }
    opened.selectOnly([stream.index])
    headers = isDecoded ? found.xiphHeaders : []
    packets = Mutex(opened)
    (self.stream, self.start) = (stream, start)
    source = try AppSource(caps: Caps(stream.description(showsColors: !isDecoded)), capacity: Self.capacity)
    if stream.isCounted { try source.forgetPresentationOfDeltaUnits() }
  }

  /// Begins to push packets into the pipeline, which plays. Where the file cannot be read on, the stream ends early, and what it
  /// lacks is missed by who counts it.
  func run() {
    DedicatedThread.start(named: "packets") { [self] in
      packets.withLock { try? push(&$0) }
      source.end()
    }
  }

  private func push(_ packets: inout PacketSource) throws {
    for header in headers {
      let buffer = try Buffer(bytes: header, presentationTime: nil, decodeTime: nil, duration: nil, isKeyframe: true)
      guard source.push(buffer) else { return }
    }
    var next = try start.flatMap { try first(of: &packets, before: $0) } ?? packets.next(ofStream: stream.index)
    var clock = StoredClock(stream)
    let size = stream.kind == .sound ? Self.soundBatch : 1
    var batch: [Buffer] = []
    // However it ends, the packets before are whole.
    defer { _ = source.push(batch) }
    while let packet = next {
      // What was cut off is no packet.
      guard !packet.isCorrupt, let times = clock.times(of: packet, in: packets) else { return }
      batch.append(try times.buffer(of: packet))
      if batch.count == size {
        guard source.push(batch) else { return batch = [] }
        batch = []
      }
      next = try packets.next(ofStream: stream.index)
    }
  }

  /// The key frame at or before `start`; nil where there is none, and `packets` begin anew.
  private func first(of packets: inout PacketSource, before start: Int64) throws -> StoredPacket? {
    guard let blocks = stream.blocks else { return try firstListed(by: &packets, before: start) }
    let next = blocks.places.partitioningIndex { stream.streamTime($0.presentation) > start }
    // It begins with the first.
    guard next > 1 else { return nil }
    let place = blocks.places[next - 1]
    if packets.seek(to: place.time, inCluster: place.cluster, ofStream: stream.index),
      let packet = try packets.next(ofStream: stream.index),
      (packet.decoding ?? packet.presentation) == place.time
    {
      return packet
    }
    return try begin(&packets)
  }

  /// Has `packets` begin anew.
  private func begin(_ packets: inout PacketSource) throws -> StoredPacket? {
    packets = try PacketSource(path, for: .decoding, finding: [stream.kind])
    packets.selectOnly([stream.index])
    return nil
  }

  /// The same in a movie or AVI, which list when packets are decoded: what is decoded before may be presented after.
  private func firstListed(by packets: inout PacketSource, before start: Int64) throws -> StoredPacket? {
    var wanted = stream.ticks(until: start)
    for _ in 0..<Self.mostSteps {
      guard packets.seek(to: wanted, stream: stream.index), let packet = try packets.next(ofStream: stream.index),
        let time = packet.decoding ?? packet.presentation
      else { break }
      if packet.isKeyFrame, stream.streamTime(packet.presentation ?? time) <= start { return packet }
      guard time <= wanted, time > .min else { break }
      wanted = time - 1
    }
    if stream.isCounted { return try begin(&packets) }
    guard packets.rewind(toStream: stream.index) else {
      throw RenderError(
        .mediaUnreadable, "The file does not allow to start anywhere but at its beginning.",
        remedy: "Convert it to MP4 or Matroska first.")
    }
    return nil
  }
}

extension StoredStream.Times {
  /// `packet` as it enters a pipeline.
  func buffer(of packet: StoredPacket) throws -> Buffer {
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
