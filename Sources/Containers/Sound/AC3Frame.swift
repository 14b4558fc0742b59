/// The beginning of a frame of AC-3 (ATSC A/52:2018 §5.3.1, 5.3.2).
///
/// ```
///  0b 77 │ checksum, 2 bytes │ rate, 2 bits │ length, 6 bits │ bsid, 5 bits │ …
/// ```
package struct AC3Frame {
  /// Its length in bytes.
  package let length: Int
  // QUIRK: AC-3: Type finding does not know frames of half the usual rates, or of a quarter; the parser and the decoder do. In:
  // GStreamer 1.22. Test: "AC-3 of half a rate or a quarter is sound".
  /// Whether it is of half the usual rates, or of a quarter.
  package let isSlow: Bool

  /// Kilobits a second, by half the code of its length.
  private static let bitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]

  /// The frame that `bytes` begin with; nil where they are something else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 6, bytes[0] == 0x0B, bytes[1] == 0x77, bytes[5] >> 3 <= 10 else { return nil }
    let code = Int(bytes[4] & 0x3F)
    guard code / 2 < Self.bitRates.count else { return nil }
    let rate = Self.bitRates[code / 2]
    switch bytes[4] >> 6 {
    case 0: length = 4 * rate
    // 1,536 samples of 44,100 a second, in words.
    case 1: length = 2 * (rate * 1_000 * 1_536 / (44_100 * 16) + code % 2)
    case 2: length = 6 * rate
    default: return nil
    }
    isSlow = bytes[5] >> 3 > 8
  }

  /// Whether `file`, behind tags, begins with two frames of slow rates.
  package static func isSlowStream(_ file: FileBytes) throws -> Bool {
    let start = try ID3Tag.endOfTags(in: file)
    guard let first = AC3Frame(try file.read(at: start, 6)), first.isSlow,
      let next = AC3Frame(try file.read(at: start + UInt64(first.length), 6)), next.isSlow
    else { return false }
    return true
  }
}
