import CAVFormat

/// The checksum of a frame of FLAC (RFC 9639 §9.3, polynomial 8005), which is zero behind its own. C: `av_crc`.
public struct FLACChecksum {
  private var state: UInt32 = 0

  /// The checksum of no bytes.
  public init() {}

  /// Whether it is zero, as at the end of a whole frame.
  public var isZero: Bool { state == 0 }

  /// Its value.
  var value: UInt16 { UInt16(truncatingIfNeeded: state).byteSwapped }

  /// Takes over the bytes in `range` of `bytes`.
  public mutating func add(_ bytes: [UInt8], in range: Range<Int>) { add(bytes.span.extracting(range)) }

  /// Takes over `bytes`.
  public mutating func add(_ bytes: Span<UInt8>) { state = Checksum.sum(bytes, AV_CRC_16_ANSI, state) }

  /// The checksum of the bytes of a header in `range` of `bytes` (§9.1.8, polynomial 07).
  static func ofHeader(_ bytes: [UInt8], in range: Range<Int>) -> UInt8 {
    UInt8(truncatingIfNeeded: Checksum.sum(bytes.span.extracting(range), AV_CRC_8_ATM, 0))
  }
}
