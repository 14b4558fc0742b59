/// Finds the disposable frames of an H.264 stream: pictures that no other picture refers to (`nal_ref_idc` 0, ITU-T
/// H.264 §7.4.1).
///
/// Between a key frame and the first wanted frame they need not be decoded, which often halves the work of a cut.
package struct DisposableFrames {
  private let framing: Framing

  /// The delimitation of a packet's NAL units.
  private enum Framing {
    /// Each follows its length, a number of this many bytes (ISO/IEC 14496-15 §5.3).
    case lengths(Int)
    /// Each follows the bytes 0, 0, 1 (ITU-T H.264 annex B).
    case startCodes
  }

  /// The frames of packets whose units follow one another behind start codes.
  package static let annexB = DisposableFrames(framing: .startCodes)

  /// The frames of packets whose configuration is `record` (`avcC`, ISO/IEC 14496-15 §5.3.3.1); nil where that is cut short.
  package init?(configuration record: [UInt8]) {
    // The length's width is in the low two bits of the fifth byte.
    guard record.count > 4 else { return nil }
    framing = .lengths(Int(record[4] & 3) + 1)
  }

  private init(framing: Framing) {
    self.framing = framing
  }

  /// Whether no other picture refers to that of the packet `bytes`.
  package func contain(_ bytes: Span<UInt8>) -> Bool {
    var offset = 0
    while let unit = Self.unit(in: bytes, framed: framing, from: &offset) {
      let header = bytes[unit]
      let kind = header & 0x1F
      // The first slice decides for the picture.
      if (1...5).contains(kind) { return kind == 1 && header & 0x60 == 0 }
    }
    return false
  }

  /// The offset of the next unit. Moves `offset` past the unit, or at least past its first byte.
  private static func unit(in bytes: Span<UInt8>, framed framing: Framing, from offset: inout Int) -> Int? {
    switch framing {
    case .lengths(let width):
      guard offset + width < bytes.count else { return nil }
      var length = 0
      for index in 0..<width { length = length << 8 | Int(bytes[offset + index]) }
      let start = offset + width
      offset = start + max(1, length)
      return start
    case .startCodes:
      while offset + 3 < bytes.count {
        defer { offset += 1 }
        if bytes[offset] == 0, bytes[offset + 1] == 0, bytes[offset + 2] == 1 {
          return offset + 3
        }
      }
      return nil
    }
  }
}
