import Containers
import CoreMedia
import CoreVideo
import EditingModel
import Foundation
import GstEdit
import MediaFormats
import MediaTime
import Rendering

/// Makes pictures of sample buffers with packets, in the order of decoding.
///
/// ```
///  add ─► group: packets since the last at which decoding can start ─► PictureDecoder ─► pictures ─► next(within:)
/// ```
///
/// A decoder holds pictures back that others may come before. Where one of them is due and no more packets are there, the decoder is ended,
/// which gives them; what comes then goes to another one, which is given the group first. A value of one owner, used under its lock.
struct SampleBufferDecoder {
  /// A packet whose picture has not come.
  private struct Pending {
    let time: Rational
    /// When it is shown; invalid for at once.
    let shown: CMTime
    /// Whether it is shown at all.
    let isShown: Bool
  }

  private var decoder: (any PictureDecoder)?
  private var format: PacketFormat?
  /// The packets that a new decoder needs first; nil where they are more than are kept.
  private var group: [MediaPacket]? = []
  private var groupSize = 0
  private var pending: [Pending] = []
  /// How many packets gave no picture.
  private(set) var lostCount = 0

  /// How many bytes of packets are kept for another decoder.
  private static let mostBytes = 64 << 20
  /// How many packets are.
  private static let mostPackets = 1_000

  /// Whether a picture that is shown at once, or until `time`, has not come.
  func awaits(until time: CMTime) -> Bool {
    pending.contains { $0.isShown && (!$0.shown.isNumeric || $0.shown <= time) }
  }
  /// How many pictures have not come.
  var pendingCount: Int { pending.count }
  /// Whether the decoder can be ended without losing what comes then.
  var canEnd: Bool { group != nil }

  /// Gives `buffer` to the decoder.
  ///
  /// - Throws: `RenderError` where it is of a format that is not decoded.
  mutating func add(_ buffer: CMSampleBuffer) throws {
    guard let data = buffer.dataBuffer, data.dataLength > 0 else { return }
    guard let packets = Self.format(of: buffer) else {
      let name = buffer.formatDescription.map { letters($0.mediaSubType.rawValue) } ?? "without a description"
      throw RenderError(
        .missingPlugin, "A sample buffer \(name) holds no pictures that are decoded here.",
        remedy: "Give H.264 or HEVC with parameter sets, JPEG, VP9, AV1, buffers of a reader, or pictures.")
    }
    let (time, bytes) = (buffer.presentationTimeStamp.rational ?? .zero, data.bytes)
    let packet = MediaPacket(
      presentationTime: time, decodeTime: buffer.decodeTimeStamp.rational,
      isKeyFrame: Self.isKeyFrame(bytes, of: buffer), data: bytes)
    if packets != format {
      close()
      format = packets
    }
    if packet.isKeyFrame { (group, groupSize) = ([], 0) }
    let decoder = try decoder ?? begin(packets)
    self.decoder = decoder
    try decoder.push(packet)
    let attachments = buffer.sampleAttachments[0]
    let isImmediate = attachments[.displayImmediately] as? Bool == true
    pending.append(
      Pending(
        time: time, shown: isImmediate ? .invalid : buffer.outputPresentationTimeStamp,
        isShown: attachments[.doNotDisplay] as? Bool != true))
    keep(packet)
  }

  /// Whether decoding can start with `bytes`, those of `buffer`: as its reader says, or the bytes themselves do, since programs that make buffers
  /// of a stream seldom say which hold no key frame.
  private static func isKeyFrame(_ bytes: [UInt8], of buffer: CMSampleBuffer) -> Bool {
    guard buffer.isSync, !(buffer.origin is PacketFormat), let format = buffer.formatDescription else {
      return buffer.isSync
    }
    let codec =
      switch format.mediaSubType.rawValue {
      case kCMVideoCodecType_H264 where format.nalUnitHeaderLength == 4: "h264"
      case kCMVideoCodecType_HEVC where format.nalUnitHeaderLength == 4: "hevc"
      case kCMVideoCodecType_VP9: "vp9"
      case kCMVideoCodecType_AV1: "av1"
      default: ""
      }
    return EntryPoint.isOne(bytes, codec: codec) ?? true
  }

  /// What the packets of `buffer` are: as its reader says, or its parameter sets do, or of a codec whose packets say all of it themselves. Nil
  /// where nothing does.
  private static func format(of buffer: CMSampleBuffer) -> PacketFormat? {
    if let known = buffer.origin as? PacketFormat ?? buffer.formatDescription?.packetFormat {
      return known.mediaType == .video ? known : nil
    }
    let stream: (codec: String, caps: String)? =
      switch buffer.formatDescription?.mediaSubType.rawValue {
      case kCMVideoCodecType_JPEG?: ("Motion JPEG", "image/jpeg")
      case kCMVideoCodecType_VP9?: ("VP9", "video/x-vp9")
      case kCMVideoCodecType_AV1?: ("AV1", "video/x-av1,stream-format=(string)obu-stream,alignment=(string)tu")
      default: nil
      }
    return stream.map { PacketFormat(mediaType: .video, codec: $0.codec, description: $0.caps) }
  }

  private mutating func keep(_ packet: MediaPacket) {
    groupSize += packet.data.count
    group?.append(packet)
    if groupSize > Self.mostBytes || (group?.count ?? 0) > Self.mostPackets { group = nil }
  }

  /// Another decoder, which has the group.
  private func begin(_ format: PacketFormat) throws -> any PictureDecoder {
    let made = try Engine.renderer().pictureDecoder(of: format)
    for packet in group ?? [] { try made.push(packet) }
    return made
  }

  /// The next picture that is to be shown, if it comes within `limit`. Blocks.
  mutating func next(within limit: Duration) throws -> RenderedPicture? {
    while let decoder {
      switch try decoder.next(within: limit) {
      case .nothingYet: return nil
      case .ended:
        forgetDecoder()
        return nil
      case .picture(let picture, let time, let colorimetry):
        guard let place = pending.firstIndex(where: { $0.time == time }) else { continue }
        let known = pending.remove(at: place)
        guard known.isShown, let buffer = picture.coreVideoBuffer(of: colorimetry) else { continue }
        return RenderedPicture(buffer: buffer, time: known.shown, colorimetry: colorimetry)
      }
    }
    return nil
  }

  /// All pictures that the decoder holds back. Blocks.
  mutating func end() throws -> [RenderedPicture] {
    decoder?.end()
    var pictures: [RenderedPicture] = []
    // What takes as long as this takes forever.
    let limit = ContinuousClock.now + .seconds(10)
    while decoder != nil, ContinuousClock.now < limit {
      if let picture = try next(within: .milliseconds(100)) { pictures.append(picture) }
    }
    forgetDecoder()
    return pictures
  }

  /// Goes on with another decoder. Packets whose pictures have not come gave none.
  private mutating func forgetDecoder() {
    decoder?.close()
    decoder = nil
    lostCount += pending.count
    pending = []
  }

  /// Begins anew, with a packet at which decoding can start.
  mutating func close() {
    decoder?.close()
    (decoder, format, group, groupSize, pending) = (nil, nil, [], 0, [])
  }
}

extension PixelBuffer {
  /// The picture as Core Video's, with what `colorimetry` says of its colors; nil where Core Video has no name for its format.
  fileprivate func coreVideoBuffer(of colorimetry: Colorimetry) -> CVPixelBuffer? {
    let isFull = colorimetry.isFullRange == true && !format.isRGB
    let type: OSType? =
      switch format {
      case .nv12 where isFull: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      case .yuv420p where isFull: kCVPixelFormatType_420YpCbCr8PlanarFullRange
      default: nil
      }
    let made = type.flatMap { CVPixelFormat(type: $0) }.map { CVBuffer(self, as: $0) } ?? CVBuffer(self)
    made?.attach(colorsOf: colorimetry)
    return made
  }
}
