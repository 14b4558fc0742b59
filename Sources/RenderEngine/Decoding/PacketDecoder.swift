import Compositing
import Containers
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
public import Rendering
import Synchronization

/// Decodes packets that the program has: `appsrc ! parser ! decoder ! videoconvert ! appsink`.
///
/// Pictures come in the first of the formats below that holds what the decoder makes; those that it makes itself are not copied. The
/// decoder has one thread, so that it holds no more back than the order of presentation asks for. Threads: as `PictureDecoder` says.
final class PacketDecoder: PictureDecoder {
  private let pipeline: Pipeline
  private let source: AppSource
  private let sink: AppSink
  private let pictures = PictureStream()
  private let state = Mutex(State())

  private struct State {
    /// The times of packets whose pictures have not come, by their nanoseconds in the pipeline.
    var times: [Int64: [Rational]] = [:]
    var isClosed = false
  }

  /// Limit of the pictures that wait to be taken out.
  private static let capacity = 4
  /// The formats of pictures that are handed out, by GStreamer's names.
  private static let formats = ["I420", "NV12", "P010_10LE", "RGBA", "BGRA", "ARGB", "ABGR"]

  /// A decoder of packets of `format`.
  ///
  /// - Throws: `RenderError` with `.missingPlugin` or `.unsupported`; `GStreamerError`.
  init(_ format: PacketFormat) throws {
    try Framework.start()
    let caps = try Caps(format.description)
    let codec = try StreamCodec(streamCaps: caps)
    guard format.mediaType == .video, let decoder = codec.decoder else {
      throw RenderError(.unsupported, "\(codec.name) has no decoder of pictures.", remedy: "Give encoded pictures.")
    }
    pipeline = try Pipeline(name: "decode-packets")
    source = try AppSource(caps: caps, capacity: 0)
    sink = try AppSink(
      capacity: Self.capacity, caps: Caps("video/x-raw,format={\(Self.formats.joined(separator: ","))}"),
      handsOver: true)
    var chain = [source.element]
    if let caps = codec.streamCaps { chain.append(try .capsSetter(caps)) }
    if let parser = codec.parser { chain.append(try parser.make()) }
    if let caps = codec.decoderCaps { chain.append(try .capsSetter(caps)) }
    chain += [try decoder.makeDecoder(threads: 1), try ElementName.videoConvert.make(), sink.element]
    for element in chain { try pipeline.add(element) }
    try pipeline.link(chain)
    try sink.element.pad("sink").acceptVideoMeta()
    try pipeline.play()
  }

  deinit { close() }

  func push(_ packet: MediaPacket) throws(RenderError) {
    try translating {
      try pipeline.checkFailure()
      let time = try Self.nanoseconds(packet.presentationTime)
      state.withLock { $0.times[time, default: []].append(packet.presentationTime) }
      let buffer = try Buffer(
        bytes: packet.data, presentationTime: time, decodeTime: try packet.decodeTime.map(Self.nanoseconds),
        duration: nil, isKeyframe: packet.isKeyFrame)
      guard source.push(buffer) else {
        _ = try pipeline.checkMessages()
        throw GStreamerError.refused("The decoder takes nothing more.")
      }
    }
  }

  func end() { source.end() }

  func next(within limit: Duration) throws(RenderError) -> PictureDecoderOutput {
    try translating {
      let parts = limit.components
      switch sink.pull(nanoseconds: parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000) {
      case .sample(let buffer, let caps): return try picture(buffer, caps)
      case .endOfStream: return .ended
      case .nothingYet:
        try pipeline.checkFailure()
        return .nothingYet
      }
    }
  }

  func close() {
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
    if !wasClosed { _ = pipeline.stopInBackground() }
  }

  private func picture(_ buffer: Buffer, _ caps: Caps?) throws -> PictureDecoderOutput {
    let (picture, video) = try pictures.picture(buffer, caps)
    let nanoseconds = buffer.presentationTime ?? TimestampRebase.lead
    let time = state.withLock { state in
      guard var times = state.times.removeValue(forKey: nanoseconds) else { return Rational?.none }
      let time = times.removeFirst()
      if !times.isEmpty { state.times[nanoseconds] = times }
      return time
    }
    return .picture(
      picture, time: try time ?? Rational(nanoseconds - TimestampRebase.lead, 1_000_000_000),
      colorimetry: video.color)
  }

  /// `time` in a pipeline, where times before zero have room.
  private static func nanoseconds(_ time: Rational) throws -> Int64 {
    let (sum, overflows) = try time.rounded(scaledBy: 1_000_000_000).addingReportingOverflow(
      TimestampRebase.lead)
    guard !overflows, sum >= 0 else {
      throw RenderError(.unsupported, "A packet's time is too far from zero.", remedy: "Begin near zero.")
    }
    return sum
  }
}

extension GStreamerRenderer {
  /// A decoder of packets, by the elements that decode files.
  public func pictureDecoder(of format: PacketFormat) throws -> any PictureDecoder {
    try translating { try PacketDecoder(format) }
  }
}
