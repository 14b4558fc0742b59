/// The NAL units of a packet, each behind its length (ISO/IEC 14496-15 §5.3.3).
package struct NALUnits: Sequence {
  private let bytes: [UInt8]
  private let lengthSize: Int

  /// The units of `bytes`, whose lengths have `lengthSize` bytes.
  package init(_ bytes: [UInt8], lengthSize: Int = 4) {
    (self.bytes, self.lengthSize) = (bytes, lengthSize)
  }

  /// The `count` units that stand in `bytes` from `place` on, each behind its length of two bytes, as in a container's record of
  /// parameter sets (§5.3.3.1, §8.3.3.1); nil where they are cut short. Moves `place` behind them.
  static func sets(_ count: Int, in bytes: [UInt8], at place: inout Int) -> [[UInt8]]? {
    var sets: [[UInt8]] = []
    for _ in 0..<count {
      guard place + 2 <= bytes.count else { return nil }
      let end = place + 2 + Int(bytes.bigEndian(at: place, 2))
      guard end > place + 2, end <= bytes.count else { return nil }
      sets.append(Array(bytes[(place + 2)..<end]))
      place = end
    }
    return sets
  }

  /// A unit with its header, or as much of it as is there.
  package func makeIterator() -> AnyIterator<ArraySlice<UInt8>> {
    var place = 0
    return AnyIterator { [bytes, lengthSize] in
      guard place + lengthSize < bytes.count else { return nil }
      let length = bytes[place..<(place + lengthSize)].reduce(0) { $0 << 8 | Int($1) }
      let start = place + lengthSize
      guard length > 0 else { return nil }
      let end = Swift.min(bytes.count, start + length)
      place = start + length
      return bytes[start..<end]
    }
  }
}
