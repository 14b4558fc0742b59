/// The NAL units of a packet, each behind its length (ISO/IEC 14496-15 §5.3.3).
package struct NALUnits: Sequence {
  private let bytes: [UInt8]
  private let lengthSize: Int

  /// Those of `bytes`, whose lengths have `lengthSize` bytes.
  package init(_ bytes: [UInt8], lengthSize: Int = 4) {
    (self.bytes, self.lengthSize) = (bytes, lengthSize)
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
