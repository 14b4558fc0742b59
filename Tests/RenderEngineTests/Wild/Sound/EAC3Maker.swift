/// Frames of Enhanced AC-3 (ATSC A/52:2018 annex E) of one channel of noise, which ffmpeg's encoder makes of six blocks alone.
///
/// ```
///  BSI      6 blocks of 256 samples, or 1, 2 or 3 of them        no coupling, no transients, the first block's exponents for all
///  mantissas  none: with the least of all ratios a decoder fills them with noise as loud as the exponents say
/// ```
enum EAC3Maker {
  /// Words of 16 bits in a frame.
  private static let length = 64

  /// Frames of `blocks` blocks, which are 1, 2 or 3, for `count` samples at least, loud from sample 48,000 on for a tenth of a second.
  static func stream(blocks: Int, count: Int) -> [UInt8] {
    let samples = 256 * blocks
    return (0..<(count + samples - 1) / samples).flatMap { number in
      frame(blocks: blocks, isLoud: (48_000..<52_800).contains(number * samples))
    }
  }

  private static func frame(blocks: Int, isLoud: Bool) -> [UInt8] {
    var bits: [UInt8] = []
    func put(_ value: Int, _ width: Int) { bits += (0..<width).reversed().map { UInt8(value >> $0 & 1) } }
    // Synchronization and BSI: an independent stream of 48 kHz, one channel, version 16, no level changed.
    put(0x0B77, 16)
    put(0, 5)
    put(length - 1, 11)
    put(blocks - 1, 4)
    put(1, 3)
    put(0, 1)
    put(16, 5)
    put(31, 5)
    put(0, 5)
    // The frame's strategies, none but the exponents': new in the first block, and the same in the others.
    put(0, 10)
    for block in 0..<blocks { put(block == 0 ? 1 : 0, 2) }
    // The converter's, and the ratio of the least bits.
    put(0, 11)
    if blocks > 1 { put(0, 1) }
    for block in 0..<blocks {
      put(0, 2)
      if block == 0 {
        put(0, 6)
        var exponent = isLoud ? 6 : 15
        put(exponent, 4)
        for _ in 0..<24 {
          var group = 0
          for _ in 0..<3 {
            let step = isLoud ? 0 : min(2, 24 - exponent)
            exponent += step
            group = 5 * group + step + 2
          }
          put(group, 7)
        }
        put(0, 2)
      }
      put(0, 1)
    }
    bits += [UInt8](repeating: 0, count: 16 * (length - 1) - bits.count)
    var bytes = stride(from: 0, to: bits.count, by: 8).map { place in
      bits[place..<place + 8].reduce(0) { $0 << 1 | $1 }
    }
    let sum = checksum(bytes.dropFirst(2))
    bytes += [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    return bytes
  }

  /// x¹⁶ + x¹⁵ + x² + 1, the highest bit first.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    var sum: UInt16 = 0
    for byte in bytes {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
    }
    return sum
  }
}
