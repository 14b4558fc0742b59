/// The bits of bytes, one after another, the highest of each byte first.
struct BitReader {
  /// The bytes being read.
  let bytes: [UInt8]
  private var place = 0

  /// The bits of `bytes`, from the first on.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Leaves out `count` bits.
  mutating func skip(_ count: Int = 1) { place += count }

  /// The next bit; nil behind the last.
  mutating func bit() -> Int? {
    guard place / 8 < bytes.count else { return nil }
    defer { place += 1 }
    return Int(bytes[place / 8] >> UInt8(7 - place % 8)) & 1
  }

  /// The number in the next `count` bits; nil where there are fewer.
  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let bit = bit() else { return nil }
      value = value << 1 | bit
    }
    return value
  }
}
