import GStreamer
import MediaFormats
import Rendering

/// The beginning of a file of sound that has no muxer: room is made for it before the first packet, and it is filled in when
/// the file is complete (``FinishedHeader``).
enum SoundFileHead: Sendable {
  case mp3
  case aiff(AIFFHeader)

  /// The head of a file of `fileType` with `samples`; nil where a muxer writes it.
  init?(_ fileType: FileType, _ samples: WriterSettings.Samples) {
    switch fileType {
    case .mp3: self = .mp3
    case .aiff: self = .aiff(AIFFHeader(samples))
    default: return nil
    }
  }

  /// The first `packet` behind the head.
  func prepended(to packet: Buffer) throws -> Buffer {
    let bytes = try packet.bytes()
    let head =
      switch self {
      case .mp3: try MP3Tag.room(before: bytes)
      case .aiff(let header): header.bytes(sampleCount: 0)
      }
    return try packet.holding(head + bytes)
  }
}
