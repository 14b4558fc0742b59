/// The units of a packet of AV1 with length fields (OBUs, AV1 Bitstream Specification §5.3).
struct OpenBitstreamUnits: Sequence {
  /// A unit.
  struct Unit {
    /// The unit's type: 1 a sequence header, 3 a frame's header, 6 a frame.
    var type: UInt8
    /// Its place in the packet, header included; beyond the packet's end where only its beginning is there.
    var place: Range<Int>
    /// The offset of its content.
    var content: Int
  }

  private let bytes: [UInt8]

  /// The units of `bytes`, up to one that does not say its length.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func makeIterator() -> AnyIterator<Unit> {
    var place = 0
    return AnyIterator { [bytes] in
      guard place + 2 <= bytes.count else { return nil }
      let head = bytes[place]
      // Each has a length; an extension follows the first byte.
      guard head & 0x82 == 0x02 else { return nil }
      var start = place + (head & 0x04 == 0 ? 1 : 2)
      var (length, shift) = (0, 0)
      while start < bytes.count, shift < 35 {
        length |= Int(bytes[start] & 0x7F) << shift
        (start, shift) = (start + 1, shift + 7)
        if bytes[start - 1] < 0x80 { break }
      }
      defer { place = start + length }
      return Unit(type: head >> 3 & 0x0F, place: place..<(start + length), content: start)
    }
  }
}
