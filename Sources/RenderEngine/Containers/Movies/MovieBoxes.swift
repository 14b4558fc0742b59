/// The boxes of an MP4 or QuickTime file (ISO/IEC 14496-12 §4.2), in order: the outermost, or those inside one of them.
struct MovieBoxes {
  /// One box.
  struct Box {
    /// Its four letters.
    var type: String
    /// The offset of its first byte.
    var offset: UInt64
    /// The declared length, header included, which may exceed the file.
    var size: UInt64
    /// The offset of its content, after size and type.
    var body: UInt64
    /// The declared end.
    var end: UInt64 { offset.addingReportingOverflow(size).overflow ? .max : offset + size }
  }

  private let boxes: [Box]

  /// The first box of which `isWanted` is true.
  func first(where isWanted: (Box) -> Bool) -> Box? { boxes.first(where: isWanted) }

  /// The last box of which `isWanted` is true.
  func last(where isWanted: (Box) -> Bool) -> Box? { boxes.last(where: isWanted) }

  /// All boxes of which `isWanted` is true.
  func all(where isWanted: (Box) -> Bool) -> [Box] { boxes.filter(isWanted) }

  /// Reads the headers of the boxes of `file`, or of those inside `parent`.
  init(_ file: FileBytes, inside parent: Box? = nil) throws {
    boxes = try Self.boxes(of: file.count, inside: parent) { try file.read(at: $0, 16) }
  }

  /// Reads the headers of the complete boxes of `bytes`, or of those inside `parent`.
  init(_ bytes: [UInt8], inside parent: Box? = nil) {
    let count = UInt64(bytes.count)
    let end = min(parent?.end ?? .max, count)
    boxes = Self.boxes(of: count, inside: parent) { Array(bytes[Int($0)...].prefix(16)) }.filter { $0.end <= end }
  }

  /// How many boxes may stand beside each other.
  private static let mostBoxes = 1 << 20

  /// Walks the boxes of `count` bytes, of which `read` gives those at an offset. A size that is less than a header's,
  /// or that leaves the bytes, ends the walk.
  private static func boxes(
    of count: UInt64, inside parent: Box?, read: (_ offset: UInt64) throws -> [UInt8]
  ) rethrows -> [Box] {
    var boxes: [Box] = []
    var offset = parent?.body ?? 0
    let limit = parent.map { min(count, $0.end) } ?? count
    while offset < limit, limit - offset >= 8, boxes.count < mostBoxes {
      let head = try read(offset)
      var size = head.bigEndian(at: 0, 4)
      let isLong = size == 1
      if isLong { size = head.bigEndian(at: 8, 8) }
      if size == 0 { size = limit - offset }
      guard size >= (isLong ? 16 : 8), head.count >= 8 else { break }
      let box = Box(
        type: String(decoding: head[4..<8], as: UTF8.self), offset: offset, size: size,
        body: offset + (isLong ? 16 : 8))
      boxes.append(box)
      offset = box.end
    }
    return boxes
  }
}
