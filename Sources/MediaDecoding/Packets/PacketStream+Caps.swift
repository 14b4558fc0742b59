import Containers
import GStreamer
import MediaFormats
package import MediaTime

/// The caps of libavformat's streams for GStreamer's parsers and decoders: the inverse of ``PacketStream/init(_:)``.
extension PacketStream {
  /// The stream's description, without times and colors, as text; nil for a codec that is not in this table, or lacks
  /// properties in the file.
  ///
  /// - Parameters:
  ///   - rate: pictures a second; nil where unknown.
  ///   - aspect: the width of a pixel over its height; nil where unknown.
  package func description(rate: (numerator: Int, denominator: Int)?, aspect: Rational?) -> String? {
    switch kind {
    case .pictures:
      // The size of MPEG-4 is left to its own header, which the parser reads.
      guard width > 0 && height > 0 || codec == "mpeg4", let coded = codedPictures else { return nil }
      let size = width > 0 && height > 0 ? ",width=(int)\(width),height=(int)\(height)" : ""
      let fraction = rate.map { ",framerate=(fraction)\($0.numerator)/\($0.denominator)" } ?? ""
      return coded + size + fraction
        + (aspect.map { ",pixel-aspect-ratio=(fraction)\($0.numerator)/\($0.denominator)" } ?? "")
    case .sound:
      guard (1...1 << 24).contains(sampleRate), (1...64).contains(channels), let coded = codedSound else { return nil }
      return coded + ",rate=(int)\(codec == "opus" ? 48_000 : sampleRate),channels=(int)\(channels)"
    case .subtitles, .cover, .other: return nil
    }
  }

  private var codedPictures: String? {
    let data = configuration.isEmpty ? "" : ",\(codecData)"
    switch (codec, tag) {
    case ("h264", "avc1"), ("h264", "avc3"), ("h264", Self.noTag):
      guard configuration.count > 6, configuration[0] == 1 else { return nil }
      return "video/x-h264,stream-format=(string)\(tag == "avc3" ? "avc3" : "avc"),alignment=(string)au"
        + Self.profile(Self.h264Profile(configuration[1], constraints: configuration[2])) + data
    case ("hevc", "hvc1"), ("hevc", "hev1"), ("hevc", Self.noTag):
      guard configuration.count > 22, configuration[0] <= 1 else { return nil }
      return "video/x-h265,stream-format=(string)\(tag == "hev1" ? tag : "hvc1"),alignment=(string)au"
        + Self.profile([1: "main", 2: "main-10", 3: "main-still-picture"][configuration[1] & 0x1F]) + data
    case ("vp8", "vp08"), ("vp8", Self.noTag): return "video/x-vp8"
    case ("vp9", "vp09"), ("vp9", Self.noTag):
      return "video/x-vp9" + Self.profile(profile >= 0 ? "\(profile)" : nil)
    case ("av1", "av01"), ("av1", Self.noTag):
      return "video/x-av1,stream-format=(string)obu-stream,alignment=(string)tu"
    case ("mpeg4", "mp4v"), ("mpeg4", Self.noTag): return Self.mpegVideo(4) + data
    case ("mpeg1video", _): return Self.mpegVideo(1) + data
    case ("mpeg2video", _): return Self.mpegVideo(2) + data
    case ("prores", _):
      return Self.proResLetters.first { $0.value == tag }.map { "video/x-prores,variant=(string)\($0.key)" }
    case ("dnxhd", "AVdn"), ("dnxhd", "AVdh"): return "video/x-dnxhd"
    case ("mjpeg", "jpeg"), ("mjpeg", Self.noTag): return "image/jpeg,parsed=(boolean)true"
    case ("png", _): return "image/png"
    case ("ffv1", _): return "video/x-ffv,ffvversion=(int)1" + data
    case ("theora", Self.noTag):
      return xiphHeaders.isEmpty ? nil : "video/x-theora,\(streamHeaders(xiphHeaders))"
    default: return nil
    }
  }

  /// The configuration as a field of caps.
  var codecData: String { "codec_data=(buffer)\(configuration.hexadecimal)" }

  /// The tag of a stream that its file names otherwise.
  private static let noTag = "\0\0\0\0"

  var codedSound: String? {
    switch codec {
    case "aac":
      guard !configuration.isEmpty else { return nil }
      return "audio/mpeg,mpegversion=(int)4,framed=(boolean)true,stream-format=(string)raw,\(codecData)"
    // The layer of `mp4a` may be any.
    case "mp3": return "audio/mpeg,mpegversion=(int)1" + (tag == ".mp3" ? ",layer=(int)3" : "")
    case "opus": return codedOpus
    case "flac":
      guard configuration.count == FLACStreamInfo.byteCount else { return nil }
      return "audio/x-flac,framed=(boolean)true,streamheader=(buffer)<664c6143,80000022"
        + configuration.hexadecimal + ">"
    case "alac": return configuration.isEmpty ? nil : "audio/x-alac,\(codecData)"
    case "ac3": return "audio/x-ac3,framed=(boolean)true"
    case "eac3": return "audio/x-eac3,framed=(boolean)true"
    case "pcm_mulaw": return "audio/x-mulaw"
    case "pcm_alaw": return "audio/x-alaw"
    default:
      guard let format = Self.rawFormats[codec] else { return nil }
      return "audio/x-raw,format=(string)\(format),layout=(string)interleaved"
        + (channels > 2 ? ",channel-mask=(bitmask)0" : "")
    }
  }

  /// Opus by the header of its stream (RFC 7845 §5.1).
  var codedOpus: String? {
    guard configuration.count >= 19, configuration.starts(with: "OpusHead".utf8) else { return nil }
    let family = configuration[18]
    var text = "audio/x-opus,channel-mapping-family=(int)\(family)"
    guard family > 0 else {
      return text + ",stream-count=(int)1,coupled-count=(int)\(channels > 1 ? 1 : 0)"
    }
    guard configuration.count >= 21 + channels else { return nil }
    text += ",stream-count=(int)\(configuration[19]),coupled-count=(int)\(configuration[20])"
    let mapping = configuration[21..<21 + channels].map { "(int)\($0)" }.joined(separator: ",")
    return text + ",channel-mapping=<\(mapping)>"
  }

  private static func mpegVideo(_ version: Int) -> String {
    "video/mpeg,mpegversion=(int)\(version),systemstream=(boolean)false"
  }

  private static func profile(_ name: String?) -> String { name.map { ",profile=(string)\($0)" } ?? "" }

  /// The profile of H.264 by the second and third byte of its record (ITU-T H.264 §A.2), by GStreamer's name.
  private static func h264Profile(_ number: UInt8, constraints: UInt8) -> String? {
    func isSet(_ flag: Int) -> Bool { constraints >> UInt8(7 - flag) & 1 == 1 }
    switch number {
    case 44: return "cavlc-4:4:4-intra"
    case 66: return isSet(1) ? "constrained-baseline" : "baseline"
    case 77: return "main"
    case 88: return "extended"
    case 100: return isSet(4) ? (isSet(5) ? "constrained-high" : "progressive-high") : "high"
    case 110: return isSet(3) ? "high-10-intra" : isSet(4) ? "progressive-high-10" : "high-10"
    case 122: return isSet(3) ? "high-4:2:2-intra" : "high-4:2:2"
    case 244: return isSet(3) ? "high-4:4:4-intra" : "high-4:4:4"
    default: return nil
    }
  }

  /// The caps' names of formats of samples that are not encoded, by libav's names.
  package static let rawFormats = [
    "pcm_u8": "U8", "pcm_s8": "S8", "pcm_s16le": "S16LE", "pcm_s24le": "S24LE", "pcm_s32le": "S32LE",
    "pcm_f32le": "F32LE", "pcm_f64le": "F64LE", "pcm_s16be": "S16BE", "pcm_s24be": "S24BE", "pcm_s32be": "S32BE",
    "pcm_f32be": "F32BE", "pcm_f64be": "F64BE",
  ]

  /// QuickTime's letters of the variants of ProRes, by their names in caps.
  package static let proResLetters = [
    "proxy": "apco", "lt": "apcs", "standard": "apcn", "hq": "apch", "4444": "ap4h", "4444xq": "ap4x",
  ]

  /// `headers` as a field of caps.
  func streamHeaders(_ headers: [[UInt8]]) -> String {
    "streamheader=(buffer)<" + headers.map(\.hexadecimal).joined(separator: ",") + ">"
  }
}

extension VideoCodec {
  /// libav's name of it.
  package var nameInFFmpeg: String { self == .dnxhr ? "dnxhd" : rawValue }

  /// The codec that libav calls `name`, which DNxHD, too, is called by; nil where no film is written in it.
  init?(nameInFFmpeg name: String) { self.init(rawValue: name == "dnxhd" ? "dnxhr" : name) }
}
