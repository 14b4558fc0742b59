/// The checksums that demuxers look at before they read what a file says.
enum Checksum {
  /// Of a page of Ogg, whose own checksum is 0 (RFC 3533): the polynomial 04C11DB7, the highest bit first.
  static func ogg(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : (sum << 1) ^ 0x04C1_1DB7 }
    }
    return sum
  }

  /// Of a chunk of PNG, its name and its data: the same polynomial, the lowest bit first.
  static func png(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    return ~sum
  }
}
