import Containers
import CoreMedia
import EditingModel
import Foundation
import MediaFormats
import Rendering

extension CMFormatDescription {
  /// Format of packets, as the engine's muxers need it; nil of other formats than H.264 and HEVC whose parameter sets are known, and AAC and ALAC.
  /// Packets of other formats bring it with them.
  var packetFormat: PacketFormat? {
    guard let (bytes, isHEVC) = decoderConfiguration, dimensions.width > 0 else { return soundPacketFormat }
    var fields = [
      isHEVC ? "video/x-h265" : "video/x-h264", "stream-format=(string)\(isHEVC ? "hvc1" : "avc")",
      "alignment=(string)au", "codec_data=(buffer)\(bytes.hexadecimal)", "width=(int)\(dimensions.width)",
      "height=(int)\(dimensions.height)",
    ]
    if let aspect = format.video?.pixelAspect, aspect != .one {
      fields.append("pixel-aspect-ratio=(fraction)\(aspect.numerator)/\(aspect.denominator)")
    }
    return PacketFormat(
      mediaType: .video, codec: isHEVC ? "HEVC" : "H.264", description: fields.joined(separator: ","))
  }

  /// The packet format of AAC and ALAC, by the magic cookie, or, without one, by the rate and the channels.
  private var soundPacketFormat: PacketFormat? {
    guard let stream = audioStreamBasicDescription, let codec = AudioCodec(stream.mFormatID),
      codec == .aac || codec == .alac, stream.mSampleRate >= 1, stream.mChannelsPerFrame > 0
    else { return nil }
    let configuration = MagicCookie.configuration(in: magicCookie, of: codec, stream)
    guard !configuration.isEmpty else { return nil }
    let name =
      codec == .aac
      ? "audio/mpeg,mpegversion=(int)4,framed=(boolean)true,stream-format=(string)raw" : "audio/x-alac"
    let fields = [
      name, "codec_data=(buffer)\(configuration.hexadecimal)",
      "rate=(int)\(Int32(stream.mSampleRate.within(1...10_000_000)))",
      "channels=(int)\(Int32(clamping: stream.mChannelsPerFrame))",
    ]
    return PacketFormat(
      mediaType: .audio, codec: codec == .aac ? "AAC" : "ALAC", description: fields.joined(separator: ","))
  }
}

extension PacketFormat {
  /// The decoder's configuration of H.264 or HEVC in a movie, as an extension of format descriptions; none for others.
  var formatExtensions: CMFormatDescription.Extensions {
    let name: CFString? =
      description.hasPrefix("video/x-h264") ? "avcC" : description.hasPrefix("video/x-h265") ? "hvcC" : nil
    guard let name, let start = description.range(of: "codec_data=(buffer)")?.upperBound else { return .init() }
    let digits = Array(description[start...].prefix { $0.isHexDigit }.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
    }
    return CMFormatDescription.Extensions().with(bytes, called: name)
  }
}
