import Containers
import GStreamer

extension DisposableFrames {
  /// The test for packets that reach the decoder under `caps`, after any parser has framed them; nil where it cannot read them.
  init?(streamCaps caps: Caps) {
    guard caps.mediaType == "video/x-h264" else { return nil }
    switch caps.string("stream-format") {
    case "avc": self.init(configuration: caps.bytes("codec_data") ?? [])
    case "byte-stream": self = .annexB
    default: return nil
    }
  }

  /// Whether no other picture refers to the picture in `packet`.
  func contain(_ packet: Buffer) -> Bool {
    (try? packet.withBytes { contain($0) }) ?? false
  }
}
