import Containers
import EditingModel
import FoundationEssentials
import GStreamer
import Rendering

/// The beginning of a pipeline that decodes packets which code of this engine finds in a file.
///
/// Threads: made on any; packets are read and pushed on a thread of its own, which ends with the pipeline.
struct ListedPacketFeed: Sendable {
  /// The pipeline's entrance for packets.
  let source: AppSource
  private let kind: PacketListKind
  private let path: String
  private let start: Int64?

  /// Limit of the packets that wait for the decoder.
  private static let capacity = 8

  /// A feed of the packets of the file at `address`, which are of `kind`, from about `start` nanoseconds of stream time on.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where the file has changed into another one.
  init(_ kind: PacketListKind, at address: StreamAddress, from start: Int64?) throws {
    path = address.asset.url.path
    (self.kind, self.start) = (kind, start)
    let caps =
      switch kind {
      case .flac: try Self.header(path).header.caps
      case .samples: try SampleFile.existing(FileBytes(path, isReadOnly: true)).format.caps
      }
    source = try AppSource(caps: Caps(caps), capacity: Self.capacity)
  }

  private static func header(_ path: String) throws -> (file: FileBytes, header: FLACFile) {
    let file = try FileBytes(path, isReadOnly: true)
    guard let header = try FLACFile(file) else {
      throw RenderError(
        .mediaUnreadable, "The file is no FLAC any more.", remedy: "Leave it as it is while it is read.")
    }
    return (file, header)
  }

  /// Begins to push packets into the pipeline, which plays. Where the file cannot be read on, the stream ends early,
  /// and the missing packets are found by counting.
  func run() {
    DedicatedThread.start(named: "packets") {
      switch kind {
      case .flac: try? pushFrames()
      case .samples: try? pushSamples()
      }
      source.end()
    }
  }

  /// Pushes plain samples, from the one at `start` on.
  private func pushSamples() throws {
    let file = try FileBytes(path, isReadOnly: true)
    let sound = try SampleFile.existing(file)
    let count = sound.count(in: file)
    var position = start.map { max(0, sound.sample(at: $0)) } ?? 0
    while position < count {
      let next = min(count, position + sound.packetLength)
      let bytes = try file.read(at: sound.offset(of: position), Int(next - position) * sound.format.frameByteCount)
      let (time, end) = (sound.time(of: position), sound.time(of: next))
      let packet = try Buffer(
        bytes: bytes, presentationTime: time, decodeTime: time, duration: end - time, isKeyframe: true)
      guard source.push(packet) else { return }
      position = next
    }
  }

  private func pushFrames() throws {
    let (file, header) = try Self.header(path)
    for bytes in header.headers {
      guard
        source.push(try Buffer(bytes: bytes, presentationTime: nil, decodeTime: nil, duration: nil, isKeyframe: true))
      else { return }
    }
    var frames = try FLACFrames(file, header)
    if let start { try frames.seek(to: header.sample(at: start)) }
    while let frame = try frames.next() {
      let (time, end) = (header.time(of: frame.start), header.time(of: frame.start + frame.count))
      let packet = try Buffer(
        bytes: frame.bytes, presentationTime: time, decodeTime: time, duration: end - time, isKeyframe: true)
      guard source.push(packet) else { return }
    }
  }
}
