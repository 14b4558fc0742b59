/// The compression of GIF (GIF89a appendix F): LZW with codes of 9 to 12 bits, in blocks of at most 255 bytes.
enum GIFCompression {
  private static let clear = 256
  private static let end = 257

  /// The blocks of `indices`, with the size of their numbers before and an empty block behind.
  static func blocks(of indices: [UInt8]) -> [UInt8] {
    var output = Bits()
    /// The code of a string and the number that follows it, by both; 0 where there is none.
    var codes = [UInt16](repeating: 0, count: 4_096 * 256)
    var used: [Int] = []
    var (next, width) = (end + 1, 9)
    output.append(clear, width)
    guard var string = indices.first.map(Int.init) else { return [8] + output.blocks }
    for index in indices.dropFirst() {
      let key = string << 8 | Int(index)
      guard codes[key] == 0 else {
        string = Int(codes[key])
        continue
      }
      output.append(string, width)
      if next < 4_096 {
        codes[key] = UInt16(next)
        used.append(key)
        // A decoder adds each code one step later than the encoder.
        if next == 1 << width, width < 12 { width += 1 }
        next += 1
      } else {
        output.append(clear, width)
        for key in used { codes[key] = 0 }
        used.removeAll(keepingCapacity: true)
        (next, width) = (end + 1, 9)
      }
      string = Int(index)
    }
    output.append(string, width)
    if next == 1 << width, width < 12 { width += 1 }
    output.append(end, width)
    return [8] + output.blocks
  }

  /// Bits, the lowest one first.
  private struct Bits {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count = 0

    mutating func append(_ code: Int, _ width: Int) {
      pending |= UInt32(code) << UInt32(count)
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    var blocks: [UInt8] {
      let all = count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes
      var blocks: [UInt8] = []
      blocks.reserveCapacity(all.count + all.count / 255 + 2)
      for start in stride(from: 0, to: all.count, by: 255) {
        let block = all[start..<min(start + 255, all.count)]
        blocks.append(UInt8(block.count))
        blocks += block
      }
      return blocks + [0]
    }
  }
}
