/// The outermost boxes of an MP4 or QuickTime file (ISO/IEC 14496-12 §4.2), in order.
struct MovieBoxes {
  /// One box.
  struct Box {
    /// Its four letters.
    var type: String
    /// Where it begins.
    var offset: UInt64
    /// How long it says it is, itself included; it may be more than there is.
    var size: UInt64
  }

  private let boxes: [Box]

  /// The first box of which `isWanted` is true.
  func first(where isWanted: (Box) -> Bool) -> Box? { boxes.first(where: isWanted) }

  /// The last box of which `isWanted` is true.
  func last(where isWanted: (Box) -> Bool) -> Box? { boxes.last(where: isWanted) }

  /// Reads the boxes' heads from `file`.
  init(_ file: FileBytes) throws {
    var boxes: [Box] = []
    var offset: UInt64 = 0
    while offset + 8 <= file.count {
      let head = try file.read(at: offset, 16)
      var size = head.bigEndian(at: 0, 4)
      if size == 1 { size = head.bigEndian(at: 8, 8) }
      if size == 0 { size = file.count - offset }
      guard size >= 8 else { break }
      boxes.append(Box(type: String(decoding: head[4..<8], as: UTF8.self), offset: offset, size: size))
      let (end, overflow) = offset.addingReportingOverflow(size)
      guard !overflow else { break }
      offset = end
    }
    self.boxes = boxes
  }
}
