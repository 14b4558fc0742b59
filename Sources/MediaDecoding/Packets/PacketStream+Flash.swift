package import Containers
import GStreamer
import MediaTime

/// The caps of Flash video's streams for GStreamer's parsers and decoders.
extension PacketStream {
  /// The description of the stream, which has `tags`, as text; nil for one that is not read by libavformat (``StoredFile``).
  package func description(of tags: FlashTags) -> String? {
    switch kind {
    case .pictures:
      let size = width > 0 && height > 0 ? ",width=(int)\(width),height=(int)\(height)" : ""
      return picturesOfFlash.map { $0 + size + Self.rate(in: tags) + Self.pixelAspect(in: tags) }
    case .sound:
      guard (1...1 << 24).contains(sampleRate), (1...64).contains(channels), let coded = soundOfFlash else {
        return nil
      }
      return coded + ",rate=(int)\(sampleRate),channels=(int)\(channels)"
    case .subtitles, .cover, .other: return nil
    }
  }

  private var picturesOfFlash: String? {
    switch codec {
    // The parser finds key frames.
    case "h264":
      configuration.count > 6 && configuration[0] == 1
        ? "video/x-h264,stream-format=(string)avc,\(codecData)" : nil
    case "flv1": "video/x-flash-video,flvversion=(int)1"
    case "flashsv": "video/x-flash-screen"
    default: nil
    }
  }

  private var soundOfFlash: String? {
    switch codec {
    case "aac", "pcm_u8", "pcm_s16le", "pcm_mulaw", "pcm_alaw": codedSound
    case "mp3": "audio/mpeg,mpegversion=(int)1,layer=(int)3,parsed=(boolean)true"
    case "adpcm_swf": "audio/x-adpcm,layout=(string)swf"
    case "nellymoser": "audio/x-nellymoser"
    default: nil
    }
  }

  /// Pictures a second, as the script says.
  private static func rate(in tags: FlashTags) -> String {
    guard let number = tags.number("framerate"), (0.001...1_000).contains(number),
      let rate = FrameRate.usual(lasting: Int64((1_000_000_000 / number).rounded()))
    else { return "" }
    return ",framerate=(fraction)\(rate.numerator)/\(rate.denominator)"
  }

  /// The shape of a pixel, as the script says.
  private static func pixelAspect(in tags: FlashTags) -> String {
    guard let x = tags.number("AspectRatioX").flatMap({ Int(exactly: $0) }), (1...1 << 16).contains(x),
      let y = tags.number("AspectRatioY").flatMap({ Int(exactly: $0) }), (1...1 << 16).contains(y)
    else { return "" }
    return ",pixel-aspect-ratio=(fraction)\(x)/\(y)"
  }
}
