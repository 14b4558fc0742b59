import GStreamer
import Synchronization

// QUIRK: HEVC, written: `x265enc` puts another copy of x265's headers before those that x265 repeats,
// and uninitialized bytes behind it. In: GStreamer 1.22. Test: "the first packet of HEVC has its headers once", "bytes
// before the headers go, whatever they are".

/// An access unit of HEVC as `x265enc` gives it, with start codes (ITU-T H.265 annex B).
///
/// Where x265 repeats its headers in every key frame, which it does for high dynamic range in spite of its options, the
/// element puts another copy before the first, with a wrong byte count: the copy is followed by uninitialized memory. A
/// start code in it is taken for another picture, or damages the first.
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

  /// The offset of the last video parameter set in `bytes`, with its start code: nothing within a unit looks like one
  /// (§7.4.2, `emulation_prevention_three_byte`). 0 without one.
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

// QUIRK: HEVC, written: libx265 subtracts whatever the memory held from the decode times of a film of one or two pictures. In:
// x265 3.5. Test: "the first pictures of a film alone begin when they begin, in HEVC".

/// A counter of the pictures that x265 has got.
///
/// Its decode times are the presentation times less the distance between the first picture and a later one, by the
/// number of reordered pictures: two at most. Where the film ends before that one, they are meaningless; so few
/// pictures are in order, with decode times equal to presentation times.
final class HEVCPictureCount: Sendable {
  private let count = Atomic(0)

  /// One more.
  func increment() { count.add(1, ordering: .relaxed) }

  /// Whether the encoder's decode times are right.
  var hasReliableDecodeTimes: Bool { count.load(ordering: .relaxed) > 2 }
}
