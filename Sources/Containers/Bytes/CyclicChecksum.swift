import CAVFormat

/// Cyclic redundancy checks. C: `av_crc`.
package enum CyclicChecksum {
  /// That of PNG and Matroska (ISO/IEC 15948 annex D, RFC 9559 §11.3.1) of `bytes`: polynomial 04C11DB7, reflected.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 { ~sum(bytes.span, AV_CRC_32_IEEE_LE, .max) }

  /// What the check of this kind comes to behind `bytes`, which was `state` before them.
  static func sum(_ bytes: Span<UInt8>, _ kind: AVCRCId, _ state: UInt32) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: the library reads as many bytes as there are; its tables are made once, and stay.
      guard let start = bytes.baseAddress, let table = unsafe av_crc_get_table(kind) else { return state }
      return unsafe av_crc(table, state, start, bytes.count)
    }
  }
}
