/// The boxes of an MP4 or QuickTime file (ISO/IEC 14496-12 §4.2), in order: the outermost, or those inside one of them.
struct MovieBoxes {
  /// One box.
  struct Box {
    /// Its four letters.
    var type: String
    /// Where it begins.
    var offset: UInt64
    /// How long it says it is, itself included; it may be more than there is.
    var size: UInt64
    /// Where its content begins: behind its size and its letters.
    var body: UInt64
    /// Where it says it ends.
    var end: UInt64 { offset.addingReportingOverflow(size).overflow ? .max : offset + size }
  }

  private let boxes: [Box]

  /// The first box of which `isWanted` is true.
  func first(where isWanted: (Box) -> Bool) -> Box? { boxes.first(where: isWanted) }

  /// The last box of which `isWanted` is true.
  func last(where isWanted: (Box) -> Bool) -> Box? { boxes.last(where: isWanted) }

  /// All boxes of which `isWanted` is true.
  func all(where isWanted: (Box) -> Bool) -> [Box] { boxes.filter(isWanted) }

  /// Reads the boxes' heads from `file`; of those inside `parent`, if there is one.
  init(_ file: FileBytes, inside parent: Box? = nil) throws {
    var boxes: [Box] = []
    var offset = parent?.body ?? 0
    let limit = parent.map { min(file.count, $0.offset + min($0.size, file.count)) } ?? file.count
    while offset + 8 <= limit {
      let head = try file.read(at: offset, 16)
      var size = head.bigEndian(at: 0, 4)
      let isLong = size == 1
      if isLong { size = head.bigEndian(at: 8, 8) }
      if size == 0 { size = limit - offset }
      guard size >= 8, head.count >= 8 else { break }
      boxes.append(
        Box(
          type: String(decoding: head[4..<8], as: UTF8.self), offset: offset, size: size,
          body: offset + (isLong ? 16 : 8)))
      guard let end = boxes.last?.end, end < .max else { break }
      offset = end
    }
    self.boxes = boxes
  }
}
