/// The red, green and blue of a color profile (ICC.1:2010 §7.2, §9.2).
struct ICCProfile {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The code point (H.273 §8.1) of its primaries; nil for others than sRGB's, Display P3's and BT.2020's.
  var primaries: Int? {
    guard let red = colorant("rXYZ"), let green = colorant("gXYZ") else { return nil }
    // X of red and of green, adapted to D50 as all profiles are.
    let known: [(code: Int, red: Double, green: Double)] = [
      (1, 0.4361, 0.3851), (12, 0.5151, 0.2920), (9, 0.6735, 0.1657),
    ]
    return known.first { abs($0.red - red) < 0.004 && abs($0.green - green) < 0.004 }?.code
  }

  /// X of the colorant in the tag `name`.
  private func colorant(_ name: String) -> Double? {
    guard let count = number(at: 128), count <= 100 else { return nil }
    for tag in 0..<count {
      let entry = 132 + 12 * tag
      guard entry + 12 <= bytes.count else { return nil }
      guard bytes[entry..<entry + 4].elementsEqual(name.utf8) else { continue }
      return number(at: entry + 4).flatMap { number(at: $0 + 8) }.map { Double($0) / 65_536 }
    }
    return nil
  }

  private func number(at offset: Int) -> Int? {
    guard offset >= 0, offset + 4 <= bytes.count else { return nil }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
