/// The header of a frame of FLAC (RFC 9639 §9.1).
///
/// ```
///  1111 1111 │ 1111 100v │ size, rate │ channels, bits │ number │ size, rate in full │ checksum
/// ```
struct FLACHeader: Hashable, Sendable {
  /// Whether the number counts samples, and not frames.
  let countsSamples: Bool
  /// Samples of each channel.
  let sampleCount: Int64
  /// The frame's number, or its first sample's.
  let number: Int64

  /// The longest header, in bytes.
  static let longest = 16
  /// Bits of a sample by their code: 0 stands for those of the file's header.
  private static let depths: [Int?] = [0, 8, 12, nil, 16, 20, 24, 32]
  private static let rates = [
    0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
  ]

  /// The header at `place` of `bytes`, of a frame of `file`; nil where there is none.
  init?(_ bytes: [UInt8], at place: Int, of file: FLACFile) {
    guard place + 6 < bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xFE == 0xF8 else { return nil }
    let (sizes, channels) = (bytes[place + 2], bytes[place + 3])
    guard channels & 1 == 0, let depth = Self.depths[Int(channels >> 1 & 7)], depth == 0 || depth == file.bits,
      channels >> 4 < 8 ? Int(channels >> 4) + 1 == file.channels : channels >> 4 <= 10 && file.channels == 2
    else { return nil }
    var end = place + 4
    guard let number = Self.number(bytes, at: &end) else { return nil }
    func following(_ length: Int) -> Int {
      defer { end += length }
      return Int(bytes.bigEndian(at: end, length))
    }
    switch sizes >> 4 {
    case 0: return nil
    case 1: sampleCount = 192
    case 2...5: sampleCount = 144 << Int64(sizes >> 4)
    case 6: sampleCount = Int64(following(1)) + 1
    case 7: sampleCount = Int64(following(2)) + 1
    default: sampleCount = 256 << Int64(sizes >> 4 - 8)
    }
    let rate: Int
    switch sizes & 15 {
    case 12: rate = following(1) * 1_000
    case 13: rate = following(2)
    case 14: rate = following(2) * 10
    case 15: return nil
    default: rate = Self.rates[Int(sizes & 15)]
    }
    guard rate == 0 || rate == file.rate, end < bytes.count, Self.checksum(bytes[place..<end]) == bytes[end] else {
      return nil
    }
    self.number = number
    countsSamples = bytes[place + 1] & 1 != 0
  }

  /// A number in as many bytes as it needs, coded as UTF-8 codes characters, but up to 36 bits; nil where there is none.
  private static func number(_ bytes: [UInt8], at place: inout Int) -> Int64? {
    guard place < bytes.count else { return nil }
    let first = bytes[place]
    let length = (~first).leadingZeroBitCount
    place += 1
    guard length > 0 else { return Int64(first) }
    guard (2...7).contains(length), place + length - 1 < bytes.count else { return nil }
    var number = Int64(first) & (0x7F >> Int64(length))
    for byte in bytes[place..<(place + length - 1)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int64(byte & 0x3F)
    }
    place += length - 1
    return number
  }

  /// Polynomial 07.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { table[Int($0 ^ $1)] }
  }

  private static let table: [UInt8] = (0..<256).map { index in
    (0..<8).reduce(UInt8(index)) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07 }
  }
}
