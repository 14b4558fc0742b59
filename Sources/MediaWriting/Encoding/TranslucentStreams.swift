import Containers
import EditingModel
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering
import Synchronization

/// Encodes pictures with alpha as VP8 or VP9, which have none: color and alpha are two streams, the second one of greys.
///
/// ```
///  A420 ─┬─ Y, Cb, Cr ─► encoder ─┐
///        └─ A         ─► encoder ─┴─► a packet, and the alpha beside it (RFC 9559 §5.1.3.5.2)
/// ```
///
/// Threads: pushed from one, pulled from another.
final class TranslucentStreams: PacketEncoder {
  private let color: StreamEncoder
  private let alpha: StreamEncoder
  private let input: VideoFormat
  private let output: VideoFormat
  /// The alpha of the picture that was pulled last.
  private let beside = Mutex<[UInt8]>([])

  /// The two streams of `pictures`, which are `format`; packets must have the caps `accepted`.
  init(
    _ video: VideoSettings, of pictures: WriterSettings.Pictures, _ format: PictureFormat, accepted: Caps?,
    events: StreamEvents
  ) throws {
    let opaque = try format.with(name: PixelFormat.yuv420p.gstreamerName)
    (input, output) = (format.video, opaque.video)
    color = try StreamEncoder(
      named: "pictures", caps: opaque.caps, elements: VideoEncoding(video, of: pictures, in: .webm).elements,
      capacity: 3,
      accepted: accepted, events: events)
    var settings = video
    // Decoding begins at common key frames: VP9 has them at equal distances, and every picture of VP8's alpha is one.
    if video.codec == .vp8 { settings.keyframeInterval = 0 }
    alpha = try StreamEncoder(
      named: "alpha", caps: opaque.caps, elements: VideoEncoding(settings, of: pictures, in: .webm).elements,
      capacity: 3)
  }

  /// Encodes `picture`. See `StreamEncoder.push`.
  func push(_ picture: Buffer, asKeyFrame: Bool, while isWanted: () throws -> Void) throws {
    let mapped = try MappedPicture(
      picture, format: input, extents: PixelFormat.yuva420p.layout.extents(of: PixelSize(input)), isWritable: false)
    let planes = try (0..<4).map { try mapped.rows(ofPlane: $0) }
    let grey = [UInt8](repeating: 128, count: planes[1].count)
    func push(_ planes: [[UInt8]], to encoder: StreamEncoder) throws {
      let buffer = try Buffer(planes: planes, format: output)
      try encoder.push(
        buffer.restamped(presentationTime: picture.presentationTime ?? 0, duration: picture.duration ?? 0),
        asKeyFrame: asKeyFrame, while: isWanted)
    }
    try push(Array(planes[0..<3]), to: color)
    try push([planes[3], grey, grey], to: alpha)
  }

  /// Ends both streams.
  func end() {
    color.end()
    alpha.end()
  }

  var sideData: [StoredPacket.SideData] { [.alpha(beside.withLock { $0 })] }

  /// The next packet of the color. See `StreamEncoder.pull`; `check` is called while the second one is waited for.
  func pull(checking check: () throws -> Void) throws -> AppSink.Pulled {
    let pulled = try color.pull()
    guard case .sample(let packet, _) = pulled else { return pulled }
    while true {
      switch try alpha.pull() {
      case .sample(let other, _):
        guard other.isKeyframe || !packet.isKeyframe else {
          throw RenderError(.engineFailed, "The alpha of a key frame cannot be decoded by itself.")
        }
        let bytes = try other.bytes()
        beside.withLock { $0 = bytes }
        return pulled
      case .endOfStream: throw RenderError(.engineFailed, "The encoder gave less alpha than pictures.")
      case .nothingYet: try check()
      }
    }
  }

  /// Both graphs, for error reports.
  var graph: String { color.graph + "\n" + alpha.graph }

  /// Stops both, on background threads.
  func stopAll() -> [BackgroundTask<Void>] { [color.stop(), alpha.stop()] }
}

extension PixelSize {
  fileprivate init(_ format: VideoFormat) {
    self.init(width: format.width, height: format.height)
  }
}
