/// The comments of a FLAC file (RFC 9639 §8.6); one of them can name the speakers of the channels (§8.6.2).
package enum FLACComments {
  private static let name = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK="

  /// The speakers by the bits of a WAVE file's mask; nil where none of the comments in `block` names them.
  package static func speakerMask(in block: [UInt8]) -> UInt64? {
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
