import GStreamer

/// An access unit of HEVC as `x265enc` gives it, with start codes (ITU-T H.265 annex B).
///
/// Where x265 repeats its headers in every key frame, which it does for high dynamic range whatever it is told, the element
/// of GStreamer 1.22 puts another copy before the first, and counts the bytes of that copy wrongly: after it stand some that
/// nobody wrote, whatever the memory held. A start code among them is taken for a picture more, or spoils the first.
///
/// ```
///  VPS SPS PPS SEI … SEI │ 91 bytes of memory │ VPS SPS PPS SEI … │ slice
///  ◄── the element's copy, cut off ─────────►   ◄── x265's access unit ──►
/// ```
enum HEVCAccessUnit {
  /// A start code and the header of a video parameter set (type 32, layer 0, §7.3.1.2).
  private static let videoParameterSet: [UInt8] = [0, 0, 1, 0x40, 1]

  /// `packet` from its last video parameter set on; nil where nothing stands before that.
  static func withoutCopiedHeaders(_ packet: Buffer) throws -> Buffer? {
    guard packet.isKeyframe else { return nil }
    let bytes = try packet.bytes()
    let begin = beginning(of: bytes)
    return begin == 0 ? nil : try packet.holding(Array(bytes[begin...]))
  }

  /// Where the last video parameter set of `bytes` begins, with its start code: nothing within a unit looks like one
  /// (§7.4.2, `emulation_prevention_three_byte`). 0 where there is none.
  static func beginning(of bytes: [UInt8]) -> Int {
    let pattern = videoParameterSet
    guard bytes.count >= pattern.count else { return 0 }
    for place in stride(from: bytes.count - pattern.count, through: 0, by: -1)
    where bytes[place + 3] == 0x40 && bytes[place..<place + pattern.count].elementsEqual(pattern) {
      return place > 0 && bytes[place - 1] == 0 ? place - 1 : place
    }
    return 0
  }
}
