/// How deep samples are by a sequence parameter set of H.264 (ITU-T H.264 §7.3.2.1.1), whose first numbers are read.
package struct H264SampleDepth: Hashable {
  /// Bits of a sample of luma.
  package let bits: Int
  /// Whether there is no chroma.
  package let isGray: Bool

  /// Profiles that say it; all others have eight bits and 4:2:0.
  private static let saying: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// What the set in `unit`, a NAL unit with its header, says; nil where it is none, or ends before.
  package init?(_ unit: ArraySlice<UInt8>) {
    let unit = Array(unit)
    guard unit.count > 4, unit[0] & 0x1F == 7 else { return nil }
    guard Self.saying.contains(unit[1]) else {
      (bits, isGray) = (8, false)
      return
    }
    var reader = Codes(Array(unit[4...]))
    guard reader.next() != nil, let chroma = reader.next() else { return nil }
    // Three planes that are coded apart.
    if chroma == 3 { reader.skip() }
    guard let depth = reader.next(), depth <= 6 else { return nil }
    (bits, isGray) = (8 + depth, chroma == 0)
  }

  /// Exponential Golomb codes (§9.1).
  private struct Codes {
    private let bytes: [UInt8]
    private var place = 0

    /// The codes in `bytes`, from which what keeps start codes out is taken (§7.4.1).
    init(_ bytes: [UInt8]) {
      self.bytes = bytes.indices.filter { $0 < 2 || bytes[$0] != 3 || bytes[$0 - 1] != 0 || bytes[$0 - 2] != 0 }.map {
        bytes[$0]
      }
    }

    private mutating func bit() -> Int? {
      guard place / 8 < bytes.count else { return nil }
      defer { place += 1 }
      return Int(bytes[place / 8] >> UInt8(7 - place % 8)) & 1
    }

    mutating func skip() { place += 1 }

    mutating func next() -> Int? {
      var zeros = 0
      while true {
        guard let bit = bit(), zeros < 16 else { return nil }
        if bit == 1 { break }
        zeros += 1
      }
      var value = 1
      for _ in 0..<zeros {
        guard let bit = bit() else { return nil }
        value = value << 1 | bit
      }
      return value - 1
    }
  }
}
