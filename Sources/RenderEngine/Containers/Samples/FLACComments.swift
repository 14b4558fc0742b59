/// The comments of a FLAC file (RFC 9639 §8.6), of which one may name the speakers of its channels (§9.1.3).
struct FLACComments {
  /// The speakers by the bits of a WAVE file's mask; nil where no comment names them.
  let speakerMask: UInt64?

  private static let name = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK="

  /// The comments of `file`; nil where there are none.
  init?(_ file: FileBytes) throws {
    guard try file.read(at: 0, 4).elementsEqual("fLaC".utf8) else { return nil }
    var offset: UInt64 = 4
    while offset + 4 <= file.count {
      let head = try file.read(at: offset, 4)
      let size = head.bigEndian(at: 1, 3)
      if head.count == 4, head[0] & 0x7F == 4 {
        speakerMask = Self.mask(in: try file.read(at: offset + 4, Int(size)))
        return
      }
      guard head.count == 4, head[0] & 0x80 == 0 else { return nil }
      offset += 4 + size
    }
    return nil
  }

  private static func mask(in block: [UInt8]) -> UInt64? {
    var offset = 4 + Int(block.littleEndian(at: 0, 4))
    let count = block.littleEndian(at: offset, 4)
    offset += 4
    for _ in 0..<min(count, 10_000) where offset + 4 <= block.count {
      let size = Int(block.littleEndian(at: offset, 4))
      let text = String(decoding: block.dropFirst(offset + 4).prefix(size), as: UTF8.self)
      if text.uppercased().hasPrefix(name) {
        let number = text.dropFirst(name.count)
        return UInt64(number.lowercased().hasPrefix("0x") ? number.dropFirst(2) : number, radix: 16)
      }
      offset += 4 + size
    }
    return nil
  }
}
