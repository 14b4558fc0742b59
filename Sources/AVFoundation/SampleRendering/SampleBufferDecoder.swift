import CoreMedia
import CoreVideo
import EditingModel
import MediaFormats
import MediaTime
import Rendering

/// Makes pictures of sample buffers with packets, in the order of decoding.
///
/// ```
///  add ─► PacketGroupDecoder ─► pictures ─► next(within:)
/// ```
///
/// A value of one owner, used under its lock.
struct SampleBufferDecoder {
  /// A packet whose picture has not come.
  private struct Pending {
    let time: Rational
    /// Time at which it is shown; invalid for at once.
    let shown: CMTime
    /// Whether it is shown at all.
    let isShown: Bool
  }

  private var decoder = PacketGroupDecoder()
  private var pending: [Pending] = []
  /// Number of packets that gave no picture.
  private(set) var lostCount = 0

  /// Whether a picture that is shown at once, or until `time`, has not come.
  func awaits(until time: CMTime) -> Bool {
    pending.contains { $0.isShown && (!$0.shown.isNumeric || $0.shown <= time) }
  }
  /// Number of pictures that have not come.
  var pendingCount: Int { pending.count }
  /// Whether the decoder can be ended without losing what comes then.
  var canEnd: Bool { decoder.canEnd }

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
    let time = buffer.presentationTimeStamp.rational ?? .zero
    let packet = buffer.packet(of: data, in: packets, buffer.formatDescription, at: time)
    if decoder.isOfAnother(packets) { close() }
    try decoder.push(packet, of: packets)
    let attachments = buffer.sampleAttachments[0]
    let isImmediate = attachments[.displayImmediately] as? Bool == true
    pending.append(
      Pending(
        time: time, shown: isImmediate ? .invalid : buffer.outputPresentationTimeStamp,
        isShown: attachments[.doNotDisplay] as? Bool != true))
  }

  /// Format of the packets in `buffer`: as its reader says, or its parameter sets do, or of a codec whose packets say all of it themselves. Nil where
  /// nothing does.
  private static func format(of buffer: CMSampleBuffer) -> PacketFormat? {
    if let known = buffer.origin as? PacketFormat ?? buffer.formatDescription?.packetFormat {
      return known.mediaType == .video ? known : nil
    }
    return buffer.formatDescription?.selfDescribing
  }

  /// The next picture that is to be shown, if it comes within `limit`. Blocks.
  mutating func next(within limit: Duration) throws -> RenderedPicture? {
    while true {
      switch try decoder.next(within: limit) {
      case .nothingYet: return nil
      case .ended:
        forgetDecoder()
        return nil
      case .picture(let picture, let time, let colorimetry):
        guard let place = pending.firstIndex(where: { $0.time == time }) else { continue }
        let known = pending.remove(at: place)
        guard known.isShown, let buffer = CVBuffer(picture, meaning: colorimetry) else { continue }
        return RenderedPicture(buffer: buffer, time: known.shown, colorimetry: colorimetry)
      }
    }
  }

  /// All pictures that the decoder holds back. Blocks.
  mutating func end() throws -> [RenderedPicture] {
    decoder.end()
    var pictures: [RenderedPicture] = []
    // What takes as long as this takes forever.
    let limit = ContinuousClock.now + .seconds(10)
    while decoder.isOpen, ContinuousClock.now < limit {
      if let picture = try next(within: .milliseconds(100)) { pictures.append(picture) }
    }
    forgetDecoder()
    return pictures
  }

  /// Goes on with another decoder. Packets whose pictures have not come gave none.
  private mutating func forgetDecoder() {
    decoder.forget()
    lostCount += pending.count
    pending = []
  }

  /// Begins anew, with a packet at which decoding can start.
  mutating func close() {
    decoder.close()
    pending = []
  }
}
