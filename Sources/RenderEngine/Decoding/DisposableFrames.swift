import GStreamer

/// Tells the packets of an H.264 stream on which no other picture leans (`nal_ref_idc` 0, ITU-T H.264 §7.4.1).
///
/// Between a key frame and the first frame that is wanted they need not be decoded: often half of the work of a cut.
struct DisposableFrames {
  private let framing: Framing

  /// How the units of a packet are told apart.
  private enum Framing {
    /// Each stands behind its length, in so many bytes (ISO/IEC 14496-15 §5.3).
    case lengths(Int)
    /// Each stands behind the bytes 0, 0, 1 (ITU-T H.264 annex B).
    case startCodes
  }

  /// The test for packets that reach the decoder under `caps`: a parser before it may have framed them anew. Nil for one whose packets this test cannot read.
  init?(streamCaps caps: Caps) {
    guard caps.mediaType == "video/x-h264" else { return nil }
    switch caps.string("stream-format") {
    case "avc":
      // The length's width stands in the low two bits of the fifth byte of the configuration record.
      guard let record = caps.bytes("codec_data"), record.count > 4 else { return nil }
      framing = .lengths(Int(record[4] & 3) + 1)
    case "byte-stream": framing = .startCodes
    default: return nil
    }
  }

  /// Whether the picture in `packet` is one on which nothing leans.
  func contain(_ packet: Buffer) -> Bool {
    (try? packet.withBytes { isLeaf($0) }) ?? false
  }

  private func isLeaf(_ bytes: Span<UInt8>) -> Bool {
    var offset = 0
    while let unit = Self.unit(in: bytes, framed: framing, from: &offset) {
      let header = bytes[unit]
      let kind = header & 0x1F
      // The first slice speaks for the picture.
      if (1...5).contains(kind) { return kind == 1 && header & 0x60 == 0 }
    }
    return false
  }

  /// Where the next unit begins; moves `offset` behind it, or at least behind its beginning.
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
