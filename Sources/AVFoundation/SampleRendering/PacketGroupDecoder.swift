import GstEdit
import MediaTime
package import Rendering

/// Makes pictures of packets that come in the order of decoding, and can be asked for those that are held back at any time.
///
/// ```
///  push ─► group: packets since the last at which decoding can start ─► PictureDecoder ─► next(within:)
///          and, until one is shown after that, the group before it, to which pictures between both may refer
/// ```
///
/// A decoder holds pictures back that others may come before. Where they are wanted and no more packets are there, it is ended, which gives
/// them; what comes then goes to another one, which is given the group first, whose pictures are not given again. A value of one owner, used
/// under its lock.
package struct PacketGroupDecoder {
  private var decoder: (any PictureDecoder)?
  private var format: PacketFormat?
  /// The packets that a new decoder needs first; nil where they are more than are kept.
  private var group: [MediaPacket]? = []
  private var groupSize = 0
  /// The place in the group of the last packet at which decoding can start, and when it is shown.
  private var key: (place: Int, time: Rational)?
  /// The time of the latest picture of the packets that the decoder has.
  private var latest: Rational?
  /// Presentation times of the pictures that have not come.
  private var waiting: [Rational] = []

  /// Number of packets' bytes that are kept for another decoder.
  private static let mostBytes = 64 << 20
  /// Number of packets that are kept for it.
  private static let mostPackets = 1_000

  package init() {}

  /// Whether the decoder can be ended without losing what comes then.
  package var canEnd: Bool { group != nil }
  /// Whether there is a decoder, which has not given all.
  package var isOpen: Bool { decoder != nil }

  /// Whether it has packets of another format than `format`.
  package func isOfAnother(_ format: PacketFormat) -> Bool { format != self.format }

  /// Has a decoder of `format` be there.
  ///
  /// - Throws: `RenderError` for a format that is not decoded.
  package mutating func prepare(_ format: PacketFormat) throws {
    if isOfAnother(format) { close() }
    self.format = format
    if decoder == nil { decoder = try begin(format) }
  }

  /// Gives `packet` of `format` to the decoder; the first one of another format must be one at which decoding can start.
  ///
  /// - Throws: `RenderError` for a format that is not decoded, and where the decoder takes nothing more.
  package mutating func push(_ packet: MediaPacket, of format: PacketFormat) throws {
    // A jump backward needs a new decoder: decoders expect ascending times.
    let goesBack = packet.isKeyFrame && waiting.isEmpty && latest.map { packet.presentationTime < $0 } == true
    if goesBack || isOfAnother(format) { close() }
    self.format = format
    if let key, packet.presentationTime > key.time { dropEarlierGroup() }
    if packet.isKeyFrame {
      if group == nil { (group, groupSize) = ([], 0) }
      key = (group?.count ?? 0, packet.presentationTime)
    }
    let decoder = try decoder ?? begin(format)
    self.decoder = decoder
    try decoder.push(packet)
    waiting.append(packet.presentationTime)
    latest = latest.map { max($0, packet.presentationTime) } ?? packet.presentationTime
    groupSize += packet.data.count
    group?.append(packet)
    if isTooLarge { dropEarlierGroup() }
    if isTooLarge { (group, groupSize, key) = (nil, 0, nil) }
  }

  private var isTooLarge: Bool { groupSize > Self.mostBytes || (group?.count ?? 0) > Self.mostPackets }

  /// Keeps the packets from the last at which decoding can start.
  private mutating func dropEarlierGroup() {
    guard let key, key.place > 0 else { return }
    for packet in group?.prefix(key.place) ?? [] { groupSize -= packet.data.count }
    group?.removeFirst(key.place)
    self.key = (0, key.time)
  }

  /// Another decoder, which has the group.
  private func begin(_ format: PacketFormat) throws -> any PictureDecoder {
    let made = try Engine.renderer().pictureDecoder(of: format)
    for packet in group ?? [] { try made.push(packet) }
    return made
  }

  /// The next picture, if it comes within `limit`. Blocks.
  ///
  /// - Throws: `RenderError` where the packets cannot be decoded.
  package mutating func next(within limit: Duration) throws -> PictureDecoderOutput {
    while let decoder {
      switch try decoder.next(within: limit) {
      case .nothingYet: return .nothingYet
      case .ended:
        forget()
        return .ended
      case .picture(let picture, let time, let colorimetry):
        guard let place = waiting.firstIndex(of: time) else { continue }
        waiting.remove(at: place)
        return .picture(picture, time: time, colorimetry: colorimetry)
      }
    }
    return .ended
  }

  /// Has the decoder give what it holds back.
  package func end() { decoder?.end() }

  /// Goes on with another decoder: pictures that have not come do not come any more.
  package mutating func forget() {
    decoder?.close()
    (decoder, waiting) = (nil, [])
  }

  /// Begins anew, with a packet at which decoding can start.
  package mutating func close() {
    forget()
    (format, group, groupSize, key, latest) = (nil, [], 0, nil, nil)
  }
}
