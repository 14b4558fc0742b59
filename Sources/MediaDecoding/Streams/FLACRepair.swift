import Containers
import GStreamer
import Synchronization

// QUIRK: FLAC: `flacdec` makes nothing of a damaged frame, or takes the next along with it, and all that follows is too early.
// In: GStreamer 1.22. Test: "one damaged frame is one frame of silence".

/// Has a decoder of FLAC be given silence in place of damaged frames.
///
/// Threads: those of the pad on which frames pass.
final class FLACRepair: Sendable {
  /// The beginning of the last intact frame.
  private let last = Mutex<[UInt8]>([])

  /// The replacement for `packet`, if that is damaged; nil where it is intact, or no frame before it gives its format.
  func replacement(for packet: Buffer, isIntact: Bool) -> Buffer? {
    guard !isIntact else {
      let head = try? packet.withBytes { bytes in
        (0..<min(FLACFrameHeader.longest, bytes.count)).map { bytes[$0] }
      }
      if let head, head.first == 0xFF { last.withLock { $0 = head } }
      return nil
    }
    guard let bytes = try? packet.bytes(), let silence = silence(for: bytes) else { return nil }
    last.withLock { $0 = Array(silence.prefix(FLACFrameHeader.longest)) }
    return try? packet.holding(silence)
  }

  private func silence(for frame: [UInt8]) -> [UInt8]? {
    if let header = FLACFrameHeader(frame) { return header.silence(frame) }
    let before = last.withLock(\.self)
    return FLACFrameHeader(before).flatMap { $0.silence(before, isNext: true) }
  }
}

/// A frame of FLAC (RFC 9639 §9), whose checksum shows damage: `flacdec` passes a damaged frame on as silence.
struct FLACFrame {
  /// Whether `packet` is no frame, or an intact one.
  static func isIntact(_ packet: Buffer) -> Bool {
    (try? packet.withBytes { bytes in
      // Headers before the first frame begin otherwise.
      guard bytes.count > 2, bytes[0] == 0xFF, bytes[1] & 0xFC == 0xF8 else {
        return bytes.count < 4 || bytes[0] != 0xFF && bytes.count < 1 << 16 && isHeader(bytes[0])
      }
      var sum = FLACChecksum()
      sum.add(bytes)
      // With its checksum at its end, a frame's own is zero.
      return sum.isZero
    }) ?? true
  }

  /// Whether `packet` is a metadata block, or the mark before them.
  static func isHeader(_ packet: Buffer) -> Bool {
    (try? packet.withBytes { $0.isEmpty || isHeader($0[0]) }) ?? false
  }

  /// Whether a packet that begins with `byte` may be a metadata block, or the mark before them ("fLaC").
  private static func isHeader(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "f") || byte & 0x7F <= 6 || byte == 0x7F
  }
}
