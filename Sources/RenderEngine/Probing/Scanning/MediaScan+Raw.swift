import Containers
import GStreamer
import MediaFormats
import Rendering

extension MediaScan.Stream {
  /// Has raw samples that were taken for big-endian ones read as what they are.
  mutating func readAsLittleEndian() {
    guard codec.decoder == nil, let format = caps.string("format"), format.hasSuffix("BE") else { return }
    codec.streamCaps = "audio/x-raw,format=\(format.dropLast(2))LE"
  }
}

extension MediaScan {
  /// Refuses pictures that are called raw and differ in size: AVI files without a codec's name hold other packets.
  func checkRawPictures() throws(RenderError) {
    for stream in streams where stream.mediaType == .video && stream.codec.name == "raw video" {
      // A packet of nothing repeats the picture before.
      guard Set(stream.packets.map(\.byteCount)).subtracting([0]).count > 1 else { continue }
      throw RenderError(
        .unsupported,
        "The picture is called raw, but its frames differ in size: it is coded in a way that is not named.",
        remedy: "Convert the file from its source again, as with: ffmpeg -i SOURCE -c:v ffv1 NEW.mkv.",
        underlying: stream.caps.description)
    }
  }
}
