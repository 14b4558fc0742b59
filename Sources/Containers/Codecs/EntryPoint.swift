/// Recognizes by a packet's own bytes whether a decoder can begin with it, and no later packet in decoding order but
/// leading pictures refers to earlier ones: packets that containers mark as key frames need not fulfil that (open
/// groups of pictures of H.264).
package enum EntryPoint {
  /// Whether `packet`, or its beginning, of the codec that libav calls `codec` is one; nil where its beginning is not
  /// enough. Lengths of units of H.264 and HEVC have `lengthSize` bytes.
  ///
  /// H.264: a picture of an IDR slice (ITU-T H.264 §7.4.1.2.4). HEVC: any by which random access is possible (ITU-T H.265
  /// §7.4.2.2); a clean one may have leading pictures that refer to what was before. AV1: a key frame that is shown (§7.6.2 of its
  /// specification) behind its sequence header. ProRes, DNxHR and JPEG: all. FFV1: RFC 9043 §4.4. VP8: RFC 6386 §9.1. VP9: §6.2 of its
  /// specification.
  package static func isEntryPoint(_ packet: [UInt8], codec: String, lengthSize: Int = 4) -> Bool? {
    switch codec {
    case "h264":
      for unit in NALUnits(packet, lengthSize: lengthSize) {
        guard let type = unit.first.map({ $0 & 0x1F }) else { return nil }
        if (1...5).contains(type) { return type == 5 }
      }
      return nil
    case "hevc":
      for unit in NALUnits(packet, lengthSize: lengthSize) {
        guard let type = unit.first.map({ $0 >> 1 & 0x3F }) else { return nil }
        if type < 32 { return (16...21).contains(type) }
      }
      return nil
    case "vp8": return packet.first.map { $0 & 1 == 0 }
    // Frame marker, profile, show_existing_frame, frame_type; profile 3 has a bit more.
    case "vp9":
      return packet.first.map { byte in
        guard byte >> 6 == 2 else { return false }
        return byte >> 4 & 3 == 3 ? byte & 0b0110 == 0 : byte & 0b1100 == 0
      }
    case "av1": return isShownKeyFrame(packet)
    case "prores", "dnxhd", "mjpeg": return true
    // `keyframe` comes first, and each of its values has one half of what the range coder's first two bytes can be (§3.8.1).
    case "ffv1": return packet.count < 2 ? nil : Int(packet[0]) << 8 | Int(packet[1]) >= 0x7F80
    default: return nil
    }
  }

  /// Whether `packet`, a temporal unit of AV1 or its beginning, has a sequence header and then a key frame that is
  /// shown (§5.3, §5.9.2); nil where its beginning is not enough.
  private static func isShownKeyFrame(_ packet: [UInt8]) -> Bool? {
    var hasSequence = false
    for unit in OpenBitstreamUnits(packet) {
      switch unit.type {
      case 1: hasSequence = true
      // show_existing_frame, frame_type in two bits, show_frame.
      case 3, 6: return unit.content < packet.count ? hasSequence && packet[unit.content] & 0xF0 == 0x10 : nil
      default: break
      }
    }
    return nil
  }
}
