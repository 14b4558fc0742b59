import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
import PacketEncoders
import Rendering
import Synchronization
import Waiting

/// Encodes pictures with libavcodec.
///
/// ```
///  push ─► queue ─► pull: encoder ─► packets       encodes on the thread that takes the packets
/// ```
///
/// Threads: pushed from one, pulled from another. Lock order: only one at a time.
final class LibraryStream: PacketEncoder {
  private let format: VideoFormat
  private let extents: [(rowByteCount: Int, height: Int)]
  private let name: String
  private let caps: Caps
  private let gate: InputGate
  /// Pictures that wait, and whether each is to be a key frame; nil is the end.
  private let queue = Monitor<[Waiting?]>([])
  /// The state of the thread that pulls.
  private let work: Mutex<Work>

  private typealias Waiting = (picture: Buffer, isKeyFrame: Bool)

  private struct Work {
    let encoder: PictureEncoder
    var packets: [EncodedPacket] = []
    /// Start and duration of each picture whose packet has not come.
    var times: [Int: (start: Int64, duration: Int64?)] = [:]
    var count = 0
    var isAtEnd = false
  }

  /// A stream of `pictures` in `codec`, encoded as `coding` says, which come as `format` describes.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the encoder does not take such pictures.
  init(
    _ coding: PictureCoding, _ codec: VideoCodec, of pictures: WriterSettings.Pictures, _ format: PictureFormat
  ) throws {
    self.format = format.video
    name = coding.encoder
    extents = pictures.pixelFormat.layout.extents(of: pictures.size)
    gate = InputGate(capacity: pictures.size.width * pictures.size.height > 1 << 23 ? 1 : 3)
    caps = try format.caps.describing(codec).with(pictures.light)
    do throws(PictureEncoderError) {
      work = Mutex(Work(encoder: try PictureEncoder(coding)))
    } catch {
      throw RenderError(
        .unsupported, error.message, remedy: "Choose another size, pixel format or codec.",
        underlying: error.underlying)
    }
  }

  func push(_ picture: Buffer, asKeyFrame: Bool, while isWanted: () throws -> Void) throws {
    try gate.enter(while: isWanted)
    queue.change { $0.append((picture, asKeyFrame)) }
  }

  func end() {
    queue.change { $0.append(nil) }
  }

  func pull(checking check: () throws -> Void) throws -> AppSink.Pulled {
    if let packet = try next() { return packet }
    let waiting = queue.wait(upTo: .nanoseconds(Cancellation.pollInterval)) { queue -> Waiting?? in
      queue.isEmpty ? nil : .some(queue.removeFirst())
    }
    guard let picture = waiting else { return .nothingYet }
    do {
      try work.withLock { work in
        if let picture { try encode(picture, &work) } else { try finish(&work) }
      }
    } catch let error as PictureEncoderError {
      throw RenderError(.engineFailed, error.message, underlying: error.underlying)
    }
    if picture != nil { gate.leave() }
    return try next() ?? .nothingYet
  }

  private func encode(_ waiting: Waiting, _ work: inout Work) throws {
    let picture = waiting.picture
    let mapped = try MappedPicture(picture, format: format, extents: extents, isWritable: false)
    work.times[work.count] = (picture.presentationTime ?? 0, picture.duration)
    work.count += 1
    work.packets += try work.encoder.encode(planeCount: mapped.planes.count, asKeyFrame: waiting.isKeyFrame) {
      plane, take in
      let layout = mapped.planes[plane]
      try mapped.withBytes(ofPlane: plane) { take($0, layout.rowByteCount, layout.bytesPerRow) }
    }
  }

  private func finish(_ work: inout Work) throws {
    work.packets += try work.encoder.finish()
    work.isAtEnd = true
  }

  /// The next packet that is there, or the end.
  private func next() throws -> AppSink.Pulled? {
    try work.withLock { work in
      guard !work.packets.isEmpty else { return work.isAtEnd ? .endOfStream : nil }
      let packet = work.packets.removeFirst()
      guard let time = work.times.removeValue(forKey: packet.picture) else {
        throw RenderError(.engineFailed, "The encoder \(name) gave two packets for one picture.")
      }
      return .sample(
        try Buffer(
          bytes: packet.bytes, presentationTime: time.start, decodeTime: nil, duration: time.duration,
          isKeyframe: packet.isKeyFrame), caps)
    }
  }

  var graph: String { "libavcodec's \(name)" }

  func stopAll() -> [BackgroundTask<Void>] { [] }
}

extension Caps {
  /// Caps for a muxer of packets in `codec`, for pictures with these caps.
  fileprivate func describing(_ codec: VideoCodec) throws -> Caps {
    let kind =
      codec == .av1
      ? "video/x-av1,stream-format=(string)obu-stream,alignment=(string)tu" : "video/x-dnxhd"
    let fields = description.components(separatedBy: ", ").dropFirst().filter { !$0.hasPrefix("format=") }
    return try Caps(([kind] + fields).joined(separator: ","))
  }
}
