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
      var sum: UInt16 = 0
      for index in bytes.indices { sum = checksum(sum, bytes[index]) }
      // With its checksum at its end, a frame's own is zero.
      return sum == 0
    }) ?? true
  }

  /// Whether a packet that begins with `byte` may be a metadata block, or the mark before them ("fLaC").
  private static func isHeader(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "f") || byte & 0x7F <= 6 || byte == 0x7F
  }

  /// The checksum of bytes whose checksum is `sum`, and of `byte` behind them.
  static func checksum(_ sum: UInt16, _ byte: UInt8) -> UInt16 { sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] }

  /// Polynomial 8005.
  private static let table: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
  }
}
