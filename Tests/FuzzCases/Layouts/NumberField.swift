/// A number in a file: where it stands and how it is written.
struct NumberField: Hashable, Sendable {
  /// Its first byte.
  var offset: Int

  /// Its bytes, 1 to 8.
  var width: Int

  /// Whether the lowest byte stands first.
  var isLittleEndian = false

  /// What stands there; nil where the file is too short.
  func value(in bytes: [UInt8]) -> UInt64? {
    guard width > 0, width <= 8, offset >= 0, offset + width <= bytes.count else { return nil }
    let digits = bytes[offset..<offset + width]
    return isLittleEndian ? digits.reversed().reduce(0, Self.appended) : digits.reduce(0, Self.appended)
  }

  /// Writes the lowest bytes of a number.
  func write(_ value: UInt64, to bytes: inout [UInt8]) {
    guard width > 0, width <= 8, offset >= 0, offset + width <= bytes.count else { return }
    for place in 0..<width {
      let shift = 8 * (isLittleEndian ? place : width - 1 - place)
      bytes[offset + place] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
    }
  }

  private static func appended(_ number: UInt64, _ digit: UInt8) -> UInt64 { number << 8 | UInt64(digit) }
}

extension [UInt8] {
  /// The number of `width` bytes at `offset`, the highest first; nil behind the end.
  func big(_ offset: Int, _ width: Int) -> Int? {
    NumberField(offset: offset, width: width).value(in: self).flatMap { Int(exactly: $0) }
  }

  /// The number of `width` bytes at `offset`, the lowest first; nil behind the end.
  func little(_ offset: Int, _ width: Int) -> Int? {
    NumberField(offset: offset, width: width, isLittleEndian: true).value(in: self).flatMap { Int(exactly: $0) }
  }

  /// The four letters at `offset`.
  func tag(_ offset: Int) -> String? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    return String(decoding: self[offset..<offset + 4], as: UTF8.self)
  }
}
