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
  /// Its packet, `data`, of `format`, which is presented at `time`.
  package func packet(of data: CMBlockBuffer, in format: CMFormatDescription?, at time: Rational) -> MediaPacket {
    let bytes = data.bytes
    return MediaPacket(
      presentationTime: time, decodeTime: decodeTimeStamp.rational, isKeyFrame: isStart(bytes, in: format), data: bytes)
  }

  /// Whether decoding can start with `bytes`, its own, of `format`: as it says, and as the bytes do, since programs that make buffers of a
  /// stream seldom say which hold no key frame, and since a decoder of H.264 that begins with the key frame of an open group gives none of it.
  private func isStart(_ bytes: [UInt8], in format: CMFormatDescription?) -> Bool {
    guard isSync, let format else { return isSync }
    let codec =
      switch format.mediaSubType.rawValue {
      case kCMVideoCodecType_H264: "h264"
      case kCMVideoCodecType_HEVC: "hevc"
      case kCMVideoCodecType_VP9: "vp9"
      case kCMVideoCodecType_AV1: "av1"
      default: ""
      }
    return EntryPoint.isOne(bytes, codec: codec, lengthSize: format.nalUnitHeaderLength ?? 4) ?? true
  }
}

extension CMFormatDescription {
  /// What packets are that say all of it themselves; nil of other codecs.
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

  /// What packets of pictures of this format are: as its parameter sets say, or of a codec whose packets say all of it themselves. Nil where
  /// nothing says it.
  package var pictureFormat: PacketFormat? { packetFormat ?? selfDescribing }
}
