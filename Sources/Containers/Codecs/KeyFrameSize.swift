/// The size of a key frame of VP8, VP9 or AV1, which its packet says: containers say that of the first.
package struct KeyFrameSize: Hashable {
  /// Pixels from left to right.
  package let width: Int
  /// Pixels from top to bottom.
  package let height: Int

  /// The start code behind the first bytes of a key frame of VP8 (RFC 6386 §9.1).
  private static let startOfVP8: [UInt8] = [0x9D, 0x01, 0x2A]
  /// The sync code behind the first bits of a key frame of VP9 (§6.2 of its specification, `frame_sync_code`).
  private static let startOfVP9 = 0x49_8342

  /// The size of the key frame `packet`, or its beginning, of the codec that libav calls `codec`; nil of other codecs, and
  /// without a size in it.
  package init?(_ packet: [UInt8], codec: String) {
    let found: (width: Int, height: Int)? =
      switch codec {
      case "vp8": Self.sizeOfVP8(packet)
      case "vp9": Self.sizeOfVP9(packet)
      case "av1": AV1SequenceHeader.content(in: packet).flatMap(Self.sizeOfAV1)
      default: nil
      }
    guard let found else { return nil }
    (width, height) = found
  }

  /// The size in the header of a key frame of VP8, whose upper two bits say how it is to be enlarged (RFC 6386 §9.1).
  private static func sizeOfVP8(_ packet: [UInt8]) -> (width: Int, height: Int)? {
    guard packet.count >= 10, packet[3..<6].elementsEqual(startOfVP8) else { return nil }
    return (Int(packet[6]) | Int(packet[7] & 0x3F) << 8, Int(packet[8]) | Int(packet[9] & 0x3F) << 8)
  }

  /// The size in the uncompressed header of a key frame of VP9 (§6.2, 6.2.2).
  private static func sizeOfVP9(_ packet: [UInt8]) -> (width: Int, height: Int)? {
    var bits = BitReader(packet)
    guard bits.bits(2) == 2, let low = bits.bits(1), let high = bits.bits(1) else { return nil }
    let profile = high << 1 | low
    if profile == 3 { _ = bits.bits(1) }
    // No frame that is shown again, and a key frame; whether it is shown, and how errors are met.
    guard bits.bits(1) == 0, bits.bits(1) == 0, bits.bits(2) != nil, bits.bits(24) == startOfVP9 else {
      return nil
    }
    if profile >= 2 { _ = bits.bits(1) }
    let isRGB = bits.bits(3) == 7
    // The range of the colors, how chroma is halved, and a bit that is nothing.
    _ = bits.bits((isRGB ? 0 : 1) + (profile & 1 == 1 ? (isRGB ? 1 : 3) : 0))
    guard let width = bits.bits(16), let height = bits.bits(16) else { return nil }
    return (width + 1, height + 1)
  }

  /// The size in the sequence header of AV1, the largest that its frames have (§5.5.1); nil where it has timing
  /// information.
  private static func sizeOfAV1(_ header: [UInt8]) -> (width: Int, height: Int)? {
    var bits = BitReader(header)
    guard bits.bits(4) != nil, let isReduced = bits.bits(1) else { return nil }
    if isReduced == 1 {
      _ = bits.bits(5)
    } else {
      // No timing, without which there is no model of a decoder either.
      guard bits.bits(1) == 0, let hasDelay = bits.bits(1), let more = bits.bits(5) else { return nil }
      for _ in 0...more {
        guard bits.bits(12) != nil, let level = bits.bits(5) else { return nil }
        if level > 7 { _ = bits.bits(1) }
        if hasDelay == 1, bits.bits(1) == 1 { _ = bits.bits(4) }
      }
    }
    guard let across = bits.bits(4), let down = bits.bits(4), let width = bits.bits(across + 1),
      let height = bits.bits(down + 1)
    else { return nil }
    return (width + 1, height + 1)
  }
}
