import AVFoundation
import Compositing
import CoreMedia
import CoreVideo
import EditingModel
import GstEdit
import MediaFormats
import MediaTime
import Rendering

/// Makes sample buffers of pictures: an encoder, and facts about the frames that are in it.
///
/// A value of one owner.
struct FrameEncoder {
  /// A frame whose packet has not come.
  struct Frame {
    let shown: CMTime
    let duration: CMTime
    let outputHandler: VTCompressionOutputHandler
  }

  /// The result of a frame.
  typealias Result = (frame: Frame, status: OSStatus, buffer: CMSampleBuffer?)

  let coding: PicturePacketCoding
  private let encoder: any PicturePacketEncoder
  private let format: CMFormatDescription
  private var frames: [Int: Frame] = [:]
  /// When pictures are shown, by their numbers, as far as packets need it.
  private var times: [Int: CMTime] = [:]
  private var count = 0
  private var first: CMTime?
  /// When the last packet is decoded, of the encoders before too.
  private(set) var lastDecodeTime: CMTime?

  /// An encoder as `coding` says, behind another one whose last packet is decoded at `last`.
  ///
  /// - Throws: `RenderError` where the encoder is not there, or does not encode such pictures.
  init(_ coding: PicturePacketCoding, after last: CMTime?) throws {
    self.coding = coding
    lastDecodeTime = last
    encoder = try Engine.renderer().pictureEncoder(coding)
    let isHEVC = coding.settings.codec == .hevc
    let (colors, size) = (coding.colorimetry, coding.size)
    var values: [CFString: Any] = [:]
    values[kCMFormatDescriptionExtension_ColorPrimaries] = ColorWords.primaries[colors.primaries]
    values[kCMFormatDescriptionExtension_TransferFunction] = ColorWords.transfers[colors.transfer]
    values[kCMFormatDescriptionExtension_YCbCrMatrix] = ColorWords.matrices[colors.matrix]
    if colors.isFullRange == true { values[kCMFormatDescriptionExtension_FullRangeVideo] = true }
    format = try CMFormatDescription(
      videoCodecType: isHEVC ? .hevc : .h264, width: size.width, height: size.height,
      extensions: CMFormatDescription.Extensions(base: values)
        .with(encoder.configuration, called: isHEVC ? "hvcC" : "avcC"))
  }

  /// The number of frames that have no packet yet.
  var pendingCount: Int { frames.count }

  /// Whether a frame that is shown until `time` has no packet yet; all count where that is no number.
  func holds(until time: CMTime) -> Bool { frames.values.contains { !time.isNumeric || $0.shown <= time } }

  /// Bits a second from now on; whether the encoder can change them.
  func setBitrate(_ bitrate: Int) -> Bool { encoder.setBitrate(bitrate) }

  /// Encodes `picture`, which `frame` is.
  mutating func encode(_ picture: PixelBuffer, _ frame: Frame, asKeyFrame: Bool) -> [Result] {
    let number = count
    count += 1
    (frames[number], times[number]) = (frame, frame.shown)
    first = first ?? frame.shown
    do {
      return results(try encoder.encode(picture, asKeyFrame: asKeyFrame))
    } catch {
      frames[number] = nil
      return [(frame, kVTVideoEncoderMalfunctionErr, nil)]
    }
  }

  /// Ends it. Frames that no packet shows are given without one.
  mutating func finish() -> [Result] {
    let found = (try? encoder.finish()).map { results($0) } ?? []
    let lost = frames.sorted { $0.key < $1.key }.map { (frame: $0.value, status: kVTVideoEncoderMalfunctionErr) }
    frames = [:]
    return found + lost.map { ($0.frame, $0.status, nil) }
  }

  private mutating func results(_ packets: [EncodedPicture]) -> [Result] {
    packets.compactMap { packet in
      guard let frame = frames.removeValue(forKey: packet.picture) else { return nil }
      return (frame, noErr, buffer(packet, of: frame))
    }
  }

  private mutating func buffer(_ packet: EncodedPicture, of frame: Frame) -> CMSampleBuffer {
    let decoded = coding.reordersPictures && !coding.isImmediate ? decodeTime(packet, of: frame) : .invalid
    var attachments: [CFString: Any] = [kCMSampleAttachmentKey_DependsOnOthers: !packet.isKeyFrame]
    if !packet.isKeyFrame { attachments[kCMSampleAttachmentKey_NotSync] = true }
    return CMSampleBuffer(
      data: CMBlockBuffer(packet.bytes), format: format,
      timing: [
        CMSampleTimingInfo(duration: frame.duration, presentationTimeStamp: frame.shown, decodeTimeStamp: decoded)
      ], sizes: [packet.bytes.count], sampleAttachments: attachments)
  }

  /// When `packet` is decoded: when the picture is shown that has its place, and before the first by usual durations; behind the last.
  private mutating func decodeTime(_ packet: EncodedPicture, of frame: Frame) -> CMTime {
    guard let first else { return frame.shown }
    var time: CMTime
    if packet.decodePlace < 0 {
      let duration = CMTime(notAfter: coding.frameDuration)
      time = first + CMTimeMultiply(duration, multiplier: Int32(clamping: packet.decodePlace))
    } else {
      time = times[packet.decodePlace] ?? frame.shown
      times = times.filter { $0.key >= packet.decodePlace }
    }
    if let last = lastDecodeTime, time <= last { time = last + CMTime(value: 1, timescale: 90_000) }
    lastDecodeTime = time
    return time
  }
}
