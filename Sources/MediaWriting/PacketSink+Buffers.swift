import Containers
import GStreamer
import MediaFormats
import Rendering
import Subtitles

/// Packets of GStreamer's elements, for a sink of packets.
extension PacketSink {
  /// The caps that the packets must have: of streams whose parameters stand in the file's header, or, of a transport stream, in the
  /// stream. Nil for any.
  var acceptedCaps: Caps? {
    get throws {
      let isTransport = settings.export.fileType == .ts
      switch track {
      case .pictures:
        switch settings.export.video?.codec {
        case .h264: return try Caps("video/x-h264,stream-format=\(isTransport ? "byte-stream" : "avc"),alignment=au")
        case .hevc: return try Caps("video/x-h265,stream-format=\(isTransport ? "byte-stream" : "hvc1"),alignment=au")
        default: return nil
        }
      case .sound(let number):
        guard settings.sounds[number].encoding.codec == .aac else { return nil }
        return try Caps("audio/mpeg,mpegversion=4,stream-format=raw")
      case .packets: return nil
      }
    }
  }

  /// Puts the packet in `buffer` into the track, whose running time is zero at `zero` of the buffer's times; waits while the queue is
  /// full, until `isWanted` throws. `caps` are there with the first one, and say what the track is.
  ///
  /// - Throws: what `isWanted` throws, or the error that ended the muxer.
  func push(
    _ buffer: Buffer, _ sideData: [StoredPacket.SideData], caps: Caps?, zero: Int64, while isWanted: () throws -> Void
  ) throws {
    if let caps { describe(try PacketStream(track, caps, of: settings)) }
    // A header, which the caps hold as well, has no time.
    guard let time = buffer.presentationTime else { return }
    try push(
      MuxedPacket(
        buffer.bytes(), presentation: time - zero, decodeTime: buffer.decodeTime.map { $0 - zero },
        duration: buffer.duration ?? 0, isKeyFrame: buffer.isKeyframe, sideData: sideData),
      while: isWanted)
  }
}

extension SubtitleTrack {
  /// The code of three letters (ISO 639-2/T) of its language; nil where that is not known.
  var languageCode: String? { languageTag.flatMap { LanguageCode.terminological($0.primaryLanguage) } }
}

extension WriterSettings {
  /// The codes of three letters (ISO 639-2/T) of the languages of its tracks of text, and behind them of data.
  var languageCodes: [String?] {
    subtitles.map(\.languageCode) + dataTracks.map(\.languageCode)
  }
}

extension DataTrack {
  /// The code of three letters (ISO 639-2/T) of its language; nil where that is not known.
  package var languageCode: String? { languageTag.flatMap { LanguageCode.terminological($0.primaryLanguage) } }
}
