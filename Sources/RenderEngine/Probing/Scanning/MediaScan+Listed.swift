import Containers
import EditingModel
import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import Rendering

extension MediaScan.Stream {
  /// The stream of a FLAC file, all of its frames, or, of its beginning, the first; and how long it is as its header says, in
  /// nanoseconds.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where its header is not whole, or no frame is there.
  static func flac(
    _ asset: AssetReference, extent: MediaScan.Extent, cancellation: Cancellation
  ) throws -> (stream: MediaScan.Stream, duration: Int64?) {
    let file = try FileBytes(asset.url.path, isReadOnly: true)
    guard let header = try FLACFile(file) else {
      throw RenderError(
        .mediaUnreadable, "The FLAC file's header is damaged or cut short.", remedy: "Copy or download the file again.")
    }
    guard header.streamInfo.depth <= 24 else {
      throw RenderError(
        .unsupported,
        "The FLAC file has samples of \(header.streamInfo.depth) bits, of which 24 are the most that is read.",
        remedy: "Convert the file first, as with: flac -d FILE -o NEW.wav.")
    }
    var frames = try FLACFrames(file, header)
    var packets: [MediaScan.Packet] = []
    while let frame = try frames.next() {
      try cancellation.check()
      let (time, end) = (header.time(of: frame.start), header.time(of: frame.start + frame.count))
      packets.append(
        MediaScan.Packet(
          time: time, duration: end - time, byteCount: frame.bytes.count, isKey: true, offset: frame.offset))
      if extent == .beginning { break }
    }
    guard !packets.isEmpty else {
      throw RenderError(
        .mediaUnreadable, "The FLAC file holds no sound.", remedy: "Copy or download it again; it may be cut short.")
    }
    let caps = try Caps(header.caps)
    var codec = try StreamCodec(streamCaps: caps)
    if header.streamInfo.isUnusual { codec.decoder = .libavFLACDecoder }
    let stream = MediaScan.Stream(
      mediaType: .audio, identity: TrackIdentity(), codec: codec, caps: caps,
      packets: packets, head: [], speakerMask: header.speakerMask)
    return (stream, header.streamInfo.sampleCount > 0 ? header.time(of: header.streamInfo.sampleCount) : nil)
  }
}
