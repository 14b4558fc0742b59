/// The first byte of a packet of Opus, which says how long it is (RFC 6716 §3.1).
package struct OpusPacket {
  /// The samples that it decodes to, at 48,000 a second.
  package let sampleCount: Int64

  /// The packet that begins with `bytes`; nil where they are none.
  package init?(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    let configuration = Int(first >> 3)
    let length: Int64 =
      switch configuration {
      case 0..<12: [480, 960, 1_920, 2_880][configuration & 3]
      case 12..<16: [480, 960][configuration & 1]
      default: [120, 240, 480, 960][configuration & 3]
      }
    let count: Int64
    switch first & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default:
      guard bytes.count > 1 else { return nil }
      count = Int64(bytes[1] & 0x3F)
    }
    sampleCount = length * count
  }

  /// A packet of 20 ms in which nothing sounds, in as many channels as the stream has.
  package static func silence(channels: Int) -> [UInt8]? {
    switch channels {
    case 1: [0xF8, 0xFF, 0xFE]
    case 2: [0xFC, 0xFF, 0xFE]
    default: nil
    }
  }
}

/// The header of a stream of Opus (RFC 7845 §5.1).
package struct OpusHead {
  /// Samples at its beginning that are not presented, at 48,000 a second.
  package let preSkip: Int

  /// The header of `bytes`; nil where they are too few.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > 11 else { return nil }
    preSkip = Int(bytes.littleEndian(at: 10, 2))
  }
}
