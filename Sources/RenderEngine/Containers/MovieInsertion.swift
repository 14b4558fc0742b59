/// Putting boxes into the bytes of a movie's header.
extension MovieBoxes.Box {
  /// The bytes of a box of `type` with `content`.
  static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 4)
    head.setBigEndian(UInt64(8 + content.count), at: 0, 4)
    return head + Array(type.utf8) + content
  }
}

extension [UInt8] {
  /// Inserts `bytes` at `offset`, and lets `boxes`, which lie around it, grow by them.
  mutating func insert(_ bytes: [UInt8], at offset: UInt64, growing boxes: [MovieBoxes.Box]) {
    for box in boxes {
      let start = Int(box.offset)
      let (place, width) = box.body - box.offset == 16 ? (start + 8, 8) : (start, 4)
      setBigEndian(bigEndian(at: place, width) + UInt64(bytes.count), at: place, width)
    }
    insert(contentsOf: bytes, at: Int(offset))
  }
}
