/// The boxes of an MP4 or QuickTime file (ISO/IEC 14496-12 §4.2), in order: the outermost, or those inside one of them.
package struct MovieBoxes: RandomAccessCollection {
  /// One box.
  package struct Box {
    /// Its four letters.
    package var type: String
    /// The offset of its first byte.
    package var offset: UInt64
    /// The declared length, header included, which may exceed the file.
    package var size: UInt64
    /// The offset of its content, after size and type.
    package var body: UInt64

    /// The box of `type` at `offset`, in bytes of the file, of `size` bytes, whose content begins at `body`.
    package init(type: String, offset: UInt64, size: UInt64, body: UInt64) {
      self.type = type
      self.offset = offset
      self.size = size
      self.body = body
    }
    /// The declared end.
    package var end: UInt64 { offset.addingReportingOverflow(size).overflow ? .max : offset + size }
  }

  private let boxes: [Box]

  package var startIndex: Int { 0 }
  package var endIndex: Int { boxes.count }
  package subscript(position: Int) -> Box { boxes[position] }

  /// The first box of `type`.
  package subscript(type: String) -> Box? { boxes.first { $0.type == type } }

  /// All boxes of `type`.
  package func all(_ type: String) -> [Box] { boxes.filter { $0.type == type } }

  /// Reads the headers of the boxes of `file`, or of those inside `parent`.
  package init(_ file: FileBytes, inside parent: Box? = nil) throws {
    boxes = try Self.boxes(of: file.count, inside: parent) { try file.read(at: $0, 16) }
  }

  /// Reads the headers of the complete boxes of `bytes`, or of those inside `parent`.
  package init(_ bytes: [UInt8], inside parent: Box? = nil) {
    let count = UInt64(bytes.count)
    let end = Swift.min(parent?.end ?? .max, count)
    boxes = Self.boxes(of: count, inside: parent) { Array(bytes[Int($0)...].prefix(16)) }.filter { $0.end <= end }
  }

  /// Limit of boxes beside each other.
  private static let mostBoxes = 1 << 20

  /// Walks the boxes of `count` bytes; `read` returns the bytes at an offset. A box size below a header's, or beyond
  /// the bytes, ends the walk.
  private static func boxes(
    of count: UInt64, inside parent: Box?, read: (_ offset: UInt64) throws -> [UInt8]
  ) rethrows -> [Box] {
    var boxes: [Box] = []
    var offset = parent?.body ?? 0
    let limit = parent.map { Swift.min(count, $0.end) } ?? count
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

extension MovieBoxes {
  /// The four letters of each track's handler in `file` (ISO/IEC 14496-12 §8.4.3), and where they stand: what tracks are, without a look
  /// at their samples.
  package static func handlers(of file: FileBytes) throws -> [(letters: String, offset: UInt64)] {
    guard let movie = try MovieBoxes(file)["moov"] else { return [] }
    return try MovieBoxes(file, inside: movie).all("trak").compactMap { track in
      guard let media = try MovieBoxes(file, inside: track)["mdia"],
        let handler = try MovieBoxes(file, inside: media)["hdlr"]
      else { return nil }
      return (String(decoding: try file.read(at: handler.body + 8, 4), as: UTF8.self), handler.body + 8)
    }
  }
}

extension MovieBoxes.Box {
  /// The index of its content in the bytes that the box was read from.
  package var content: Int { Int(clamping: body) }

  /// Whether it is a full box of version 1, whose dates and durations have 64 bits.
  package func isLong(in movie: [UInt8]) -> Bool { movie.bigEndian(at: content, 1) == 1 }
}
