import Containers
import GStreamer
import MediaTime

/// The caps of AVI's streams for GStreamer's parsers and decoders.
extension PacketStream {
  /// The description of the stream of an AVI file, as text; nil for one that is not read by libavformat (``StoredFile``).
  package var descriptionInAVI: String? {
    switch kind {
    case .pictures:
      guard width > 0, height > 0, let coded = picturesOfAVI, let rate = try? Rational(1) / tick else { return nil }
      let aspect = isPixelAspectStated ? ",pixel-aspect-ratio=(fraction)\(pixelAspect.fraction)" : ""
      return coded + ",width=(int)\(width),height=(int)\(height),framerate=(fraction)\(rate.fraction)" + aspect
    case .sound:
      guard (1...1 << 24).contains(sampleRate), (1...2).contains(channels), let coded = soundOfAVI else { return nil }
      return coded + ",rate=(int)\(sampleRate),channels=(int)\(channels)"
    case .subtitles, .cover, .other: return nil
    }
  }

  private var picturesOfAVI: String? {
    let data = configuration.isEmpty ? "" : ",\(codecData)"
    switch (codec, tag) {
    case ("h264", "H264"), ("h264", "h264"):
      return configuration.isEmpty ? "video/x-h264,variant=(string)itu" : nil
    case ("mpeg4", "XVID"), ("mpeg4", "xvid"), ("mpeg4", "FMP4"):
      return "video/mpeg,mpegversion=(int)4,systemstream=(boolean)false" + data
    case ("mpeg4", "DIVX"): return "video/x-divx,divxversion=(int)4" + data
    case ("mpeg4", "DX50"): return "video/x-divx,divxversion=(int)5" + data
    case ("mpeg1video", "mpg1"), ("mpeg1video", "MPG1"):
      return "video/mpeg,mpegversion=(int)1,systemstream=(boolean)false"
    case ("mpeg2video", "mpg2"), ("mpeg2video", "MPG2"):
      return "video/mpeg,mpegversion=(int)2,systemstream=(boolean)false"
    case ("msmpeg4v2", "MP42"): return "video/x-msmpeg,msmpegversion=(int)42" + data
    case ("msmpeg4v3", "MP43"): return "video/x-msmpeg,msmpegversion=(int)43" + data
    case ("msmpeg4v3", "DIV3"): return "video/x-divx,divxversion=(int)3" + data
    case ("wmv1", "WMV1"): return "video/x-wmv,wmvversion=(int)1" + data
    case ("wmv2", "WMV2"): return "video/x-wmv,wmvversion=(int)2" + data
    case ("mjpeg", "MJPG"): return "image/jpeg,parsed=(boolean)true"
    case ("png", "MPNG"): return "image/png"
    case ("huffyuv", "HFYU"): return "video/x-huffyuv,bpp=(int)\(bitsPerPixel)" + data
    case ("ffv1", "FFV1"): return "video/x-ffv,ffvversion=(int)1" + data
    case ("flv1", "FLV1"): return "video/x-flash-video,flvversion=(int)1"
    case ("vp8", "VP80"): return "video/x-vp8"
    case ("dvvideo", "dvsd"): return "video/x-dv,systemstream=(boolean)false,dvversion=(int)25"
    default: return nil
    }
  }

  private var soundOfAVI: String? {
    switch codec {
    case "mp2": "audio/mpeg,mpegversion=(int)1,layer=(int)2"
    case "mp3": "audio/mpeg,mpegversion=(int)1,layer=(int)3"
    case "ac3": "audio/x-ac3"
    case "dts": "audio/x-dts"
    case "aac": configuration.isEmpty ? nil : "audio/mpeg,mpegversion=(int)4,\(codecData)"
    case "pcm_mulaw", "pcm_alaw": codedSound
    case "pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le":
      codedSound.map { $0 + (channels == 2 ? ",channel-mask=(bitmask)0x3" : "") }
    default: nil
    }
  }
}

extension Rational {
  /// As a fraction in caps.
  fileprivate var fraction: String { "\(numerator)/\(denominator)" }
}
