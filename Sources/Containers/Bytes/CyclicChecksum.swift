/// The checksum of PNG and Matroska (ISO/IEC 15948 annex D, RFC 9559 §11.3.1): polynomial 04C11DB7, reflected.
package enum CyclicChecksum {
  /// The checksum of `bytes`.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    var place = bytes.startIndex
    // Eight bytes at once: a film is summed as a whole.
    while place + 8 <= bytes.endIndex {
      var word = UInt64(sum)
      for index in 0..<8 { word ^= UInt64(bytes[place + index]) << UInt64(8 * index) }
      sum = 0
      for index in 0..<8 { sum ^= table[(7 - index) << 8 | Int(word >> UInt64(8 * index) & 0xFF)] }
      place += 8
    }
    while place < bytes.endIndex {
      sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[place])]
      place += 1
    }
    return ~sum
  }

  /// The checksum of each byte, followed by as many zeros as the row's number says.
  private static let table: [UInt32] = {
    var table: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
    for index in 0..<7 * 256 { table.append(table[index] >> 8 ^ table[Int(table[index] & 0xFF)]) }
    return table
  }()
}
