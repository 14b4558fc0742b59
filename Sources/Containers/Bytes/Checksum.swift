import CAVFormat

/// Cyclic checksums; those with a name have 32 bits (polynomial 04C11DB7). C: `av_crc`.
package enum Checksum {
  /// The checksum of PNG and Matroska, which reflect the polynomial (ISO/IEC 15948 annex D, RFC 9559 §11.3.1).
  package static func reflected(_ bytes: ArraySlice<UInt8>) -> UInt32 { ~sum(bytes.span, AV_CRC_32_IEEE_LE, ~0) }

  /// The checksum of MPEG's sections (ISO/IEC 13818-1 annex A): of one with its own at its end it is zero.
  package static func mpeg(_ bytes: ArraySlice<UInt8>) -> UInt32 { sum(bytes.span, AV_CRC_32_IEEE, ~0).byteSwapped }

  /// The checksum of Ogg's pages (RFC 3533 §6).
  package static func ogg(_ bytes: ArraySlice<UInt8>) -> UInt32 { sum(bytes.span, AV_CRC_32_IEEE, 0).byteSwapped }

  /// The checksum of this kind behind `bytes`, which was `state` before them.
  static func sum(_ bytes: Span<UInt8>, _ kind: AVCRCId, _ state: UInt32) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: the library reads as many bytes as there are; its tables are made once, and stay.
      guard let start = bytes.baseAddress, let table = unsafe av_crc_get_table(kind) else { return state }
      return unsafe av_crc(table, state, start, bytes.count)
    }
  }
}
