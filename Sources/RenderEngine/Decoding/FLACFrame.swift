import Containers
import GStreamer

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
