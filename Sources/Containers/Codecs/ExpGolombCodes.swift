/// Exponential Golomb codes, in which the numbers of parameter sets stand (ITU-T H.264 §9.1, H.265 §9.2).
struct ExpGolombCodes {
  private var reader: BitReader

  /// The bytes of the codes, without emulation prevention bytes.
  var bytes: [UInt8] { reader.bytes }

  /// The codes in `bytes`, from which what keeps start codes out is taken (H.264 §7.4.1, H.265 §7.4.2).
  init(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    reader = BitReader(
      bytes.indices.filter { $0 < 2 || bytes[$0] != 3 || bytes[$0 - 1] != 0 || bytes[$0 - 2] != 0 }.map { bytes[$0] })
  }

  /// Leaves out `count` bits.
  mutating func skip(_ count: Int = 1) { reader.skip(count) }

  /// The number in the next `count` bits; nil where there are fewer.
  mutating func bits(_ count: Int) -> Int? { reader.bits(count) }

  /// The next number; nil where there is none, or a larger one than parameter sets have.
  mutating func next() -> Int? {
    var zeros = 0
    while true {
      guard let bit = reader.bit(), zeros < 16 else { return nil }
      if bit == 1 { break }
      zeros += 1
    }
    var value = 1
    for _ in 0..<zeros {
      guard let bit = reader.bit() else { return nil }
      value = value << 1 | bit
    }
    return value - 1
  }
}
