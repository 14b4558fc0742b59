package import Compositing
import Containers
package import CoreMedia
package import CoreVideo
package import MediaFormats
package import MediaTime
package import Rendering

extension CVBuffer {
  /// The decoded `picture`, whose samples mean `colorimetry`; nil where Core Video has no name for its format.
  package convenience init?(_ picture: PixelBuffer, meaning colorimetry: Colorimetry) {
    let isFull = colorimetry.isFullRange == true && !picture.format.isRGB
    let type: OSType? =
      switch picture.format {
      case .nv12 where isFull: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      case .yuv420p where isFull: kCVPixelFormatType_420YpCbCr8PlanarFullRange
      default: nil
      }
    guard let format = type.flatMap({ CVPixelFormat(type: $0) }) ?? CVPixelFormat(picture.format) else { return nil }
    self.init(picture, as: format)
    attach(colorsOf: colorimetry)
  }
}

extension CMSampleBuffer {
  /// Its packet, `data`, of `format`, as `description` has it, which is presented at `time`.
  package func packet(
    of data: CMBlockBuffer, in format: PacketFormat, _ description: CMFormatDescription?, at time: Rational
  ) -> MediaPacket {
    let bytes = data.bytes
    // What starts decoding the bytes say as well: programs that make buffers of a stream seldom say which hold no key frame, and a decoder
    // of H.264 that begins with the key frame of an open group gives none of it.
    let lengthSize = description?.nalUnitHeaderLength ?? 4
    let isStart = isSync && EntryPoint.isEntryPoint(bytes, codec: format.libraryCodec, lengthSize: lengthSize) != false
    return MediaPacket(
      presentationTime: time, decodeTime: decodeTimeStamp.rational, isKeyFrame: isStart, data: bytes)
  }
}

extension PacketFormat {
  /// libavcodec's name of the codec of packets that say where decoding can start; empty for others.
  fileprivate var libraryCodec: String {
    let names = ["video/x-h264": "h264", "video/x-h265": "hevc", "video/x-vp9": "vp9", "video/x-av1": "av1"]
    return names.first { description.hasPrefix($0.key) }?.value ?? ""
  }
}

extension CMFormatDescription {
  /// Format of packets that say all of it themselves; nil of other codecs.
  var selfDescribing: PacketFormat? {
    let stream: (codec: String, caps: String)? =
      switch mediaSubType.rawValue {
      case kCMVideoCodecType_JPEG: ("Motion JPEG", "image/jpeg")
      case kCMVideoCodecType_VP9: ("VP9", "video/x-vp9")
      case kCMVideoCodecType_AV1: ("AV1", "video/x-av1,stream-format=(string)obu-stream,alignment=(string)tu")
      default: proResVariant.map { ("ProRes", "video/x-prores,variant=(string)\($0)" + sides) }
      }
    return stream.map { PacketFormat(mediaType: .video, codec: $0.codec, description: $0.caps) }
  }

  /// The size, as caps have it.
  private var sides: String { ",width=(int)\(dimensions.width),height=(int)\(dimensions.height)" }

  private var proResVariant: String? {
    switch mediaSubType.rawValue {
    case kCMVideoCodecType_AppleProRes422Proxy: "proxy"
    case kCMVideoCodecType_AppleProRes422LT: "lt"
    case kCMVideoCodecType_AppleProRes422: "standard"
    case kCMVideoCodecType_AppleProRes422HQ: "hq"
    case kCMVideoCodecType_AppleProRes4444: "4444"
    case kCMVideoCodecType_AppleProRes4444XQ: "4444xq"
    default: nil
    }
  }

  /// Format of packets with pictures of this format: as its parameter sets say, or of a codec whose packets say all of it themselves. Nil where
  /// nothing says it.
  package var pictureFormat: PacketFormat? { packetFormat ?? selfDescribing }
}
