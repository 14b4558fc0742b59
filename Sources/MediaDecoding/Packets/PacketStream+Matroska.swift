package import Containers
import GStreamer
import MediaFormats

/// The caps of Matroska's tracks for GStreamer's parsers and decoders, by their track entries.
extension PacketStream {
  /// The description of the stream that is `track` of a Matroska file, as text; nil for one that is not read by libavformat
  /// (``StoredFile``).
  ///
  /// - Parameter isOpaque: whether its packets hold no alpha, whatever the track says.
  package func description(of track: MatroskaTrack, isOpaque: Bool) -> String? {
    switch kind {
    case .pictures:
      // Video for Windows has times of decoding, which are those of presentation where each picture is a key frame.
      guard let pictures = track.pictures, !pictures.hasAlpha || isOpaque,
        codec == "ffv1" || !track.codec.hasPrefix("V_MS/")
      else { return nil }
      let rate = track.packetDuration.flatMap { FrameRate.usual(lasting: Int64(clamping: $0)) }
      return description(rate: rate ?? (0, 1), aspect: pictures.pixelAspect).map { $0 + pictures.capsFields }
    case .sound:
      guard !track.codec.hasPrefix("A_MS/"), (1...1 << 24).contains(track.sampleRate), (1...64).contains(channels),
        let coded = codedSound(of: track)
      else { return nil }
      return coded + ",rate=(int)\(track.sampleRate),channels=(int)\(channels)"
    case .subtitles, .cover, .other: return nil
    }
  }

  /// The headers of Vorbis and Theora, which Matroska has one after another behind their lengths (Xiph lacing); none of other codecs,
  /// and where they are damaged.
  var xiphHeaders: [[UInt8]] {
    ["vorbis", "theora"].contains(codec) ? XiphLacing.headers(in: configuration) : []
  }

  private func codedSound(of track: MatroskaTrack) -> String? {
    switch codec {
    case "mp1": "audio/mpeg,mpegversion=(int)1,layer=(int)1"
    case "mp2": "audio/mpeg,mpegversion=(int)1,layer=(int)2"
    case "mp3": "audio/mpeg,mpegversion=(int)1,layer=(int)3"
    case "dts": "audio/x-dts"
    case "vorbis": xiphHeaders.isEmpty ? nil : "audio/x-vorbis,\(streamHeaders(xiphHeaders))"
    case "opus": codedOpus(of: track)
    case "aac", "flac", "alac", "ac3", "eac3": codedSound
    default:
      Self.rawFormats[codec].map { format in
        let mask = String(ChannelMask.usual(channels: channels), radix: 16)
        return "audio/x-raw,format=(string)\(format),layout=(string)interleaved,channel-mask=(bitmask)0x\(mask)"
      }
    }
  }

  /// Opus by the header of its stream (RFC 7845 §5), in which the track's delay and rate stand, and comments that say nothing.
  private func codedOpus(of track: MatroskaTrack) -> String? {
    guard let coded = codedOpus else { return nil }
    var header = configuration
    let delay = UInt16(clamping: (UInt128(track.codecDelay) * 48_000 + 500_000_000) / 1_000_000_000)
    if delay > 0 { header.setLittleEndian(UInt64(delay), at: 10, 2) }
    header.setLittleEndian(UInt64(track.sampleRate), at: 12, 4)
    return "\(coded),\(streamHeaders([header, Array("OpusTags".utf8) + [UInt8](repeating: 0, count: 8)]))"
  }
}

extension MatroskaTrack.Pictures {
  /// Fields, colors and light as fields of caps, each behind a comma.
  fileprivate var capsFields: String {
    var text = ""
    if let isInterlaced {
      text += ",interlace-mode=(string)\(isInterlaced ? "interleaved" : "progressive")"
      if isInterlaced, let firstField {
        text += ",field-order=(string)\(firstField == .top ? "top" : "bottom")-field-first"
      }
    }
    let color = Colorimetry(
      isFullRange: colors.range == 2 ? true : colors.range == 1 ? false : nil, matrix: Int(min(colors.matrix, 255)),
      transfer: Int(min(colors.transfer, 255)), primaries: Int(min(colors.primaries, 255)))
    if Colorimetry(capsField: color.capsField) != .unspecified { text += ",colorimetry=(string)\(color.capsField)" }
    if let masteringDisplay {
      text += ",mastering-display-info=(string)\(masteringDisplay.map(String.init).joined(separator: ":"))"
    }
    if let contentLight { text += ",content-light-level=(string)\(contentLight.maximum):\(contentLight.average)" }
    return text
  }
}
