/// The data packets of an ASF file (ASF specification 01.20.03, §5): where one is no packet, or where the parts of what
/// they carry do not follow one another.
///
/// ```
///  packet   82 0 0 │ lengths │ sequence, padding, time │ payload │ payload │ …       all packets have one size
///  payload  stream │ object │ offset in it │ its size, its time │ bytes
///           stream │ object │ its time │ 1 │ size │ object │ size │ the next object │ …
///             objects of a stream: 7 (0…3,100 of 4,000) │ 7 (3,100…) │ 8 (0…)       a part or a number is left out: lost
/// ```
package struct ASFPackets {
  /// Missing or damaged packets and parts.
  package private(set) var faults: [ContainerFault] = []

  /// The progress of a stream's current object.
  private struct Progress {
    var object: UInt64
    var received: UInt64
    var size: UInt64
  }

  private var progress: [UInt8: Progress] = [:]

  private static let data: [UInt8] = [
    0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]

  /// The packets of `file`.
  package init(_ file: FileBytes) throws {
    guard let properties = try ASFProperties(file), let size = properties.packetSize, properties.headerEnd < file.count
    else { return }
    let head = try file.read(at: properties.headerEnd, 50)
    guard head.count == 50, head.starts(with: Self.data) else { return }
    let declared = head.littleEndian(at: 16, 8)
    let start = properties.headerEnd + 50
    let end = declared > 50 ? min(file.count, properties.headerEnd &+ declared) : file.count
    var offset = start
    while offset < end, end - offset >= UInt64(size), faults.count < ContainerFault.capacity {
      let bytes = try file.read(at: offset, size)
      if !check(bytes, at: offset) {
        faults.append(ContainerFault(offset: offset, finding: "there is no data packet"))
        progress = [:]
      }
      offset += UInt64(size)
    }
  }

  /// Checks a packet; false where its bytes are none.
  private mutating func check(_ bytes: [UInt8], at offset: UInt64) -> Bool {
    var fields = Fields(bytes)
    var flags = fields.number(1)
    if flags & 0x80 != 0 {
      // Error correction: two bytes of zero, in all files that there are.
      guard flags & 0x60 == 0, flags & 0x0F <= 2 else { return false }
      fields.skip(flags & 0x0F)
      flags = fields.number(1)
    }
    let property = fields.number(1)
    guard flags & 0x80 == 0, property >> 6 == 1 else { return false }
    let length = fields.number(ofKind: flags >> 5)
    _ = fields.number(ofKind: flags >> 1)
    let padding = fields.number(ofKind: flags >> 3)
    fields.skip(6)
    let end = (length > 0 ? min(length, UInt64(bytes.count)) : UInt64(bytes.count))
    guard !fields.isOver, padding <= end, fields.place <= end - padding else { return false }
    let isMultiple = flags & 1 != 0
    let counts = isMultiple ? fields.number(1) : 1
    for _ in 0..<(counts & 0x3F) {
      let stream = UInt8(truncatingIfNeeded: fields.number(1) & 0x7F)
      let object = fields.number(ofKind: property >> 4)
      let part = fields.number(ofKind: property >> 2)
      let replicated = fields.number(ofKind: property)
      // One byte stands for several small objects, whose sizes follow.
      let isCompressed = replicated == 1
      let size = replicated >= 8 ? fields.number(4) : 0
      fields.skip(replicated >= 8 ? replicated - 4 : replicated)
      let count =
        isMultiple ? fields.number(ofKind: counts >> 6) : end - padding - min(end - padding, fields.place)
      let start = fields.place
      fields.skip(count)
      guard !fields.isOver, stream > 0, fields.place <= end else { return false }
      if isCompressed {
        let objects = Self.objects(in: bytes[Int(start)..<Int(fields.place)])
        let next = Progress(object: object, received: 0, size: 0)
        note(next, from: 0, of: stream, at: offset)
        // Each has a number of its own.
        progress[stream]?.object = (object &+ UInt64(max(1, objects) - 1)) & 0xFF
        continue
      }
      guard replicated >= 8 else { continue }
      note(Progress(object: object, received: count, size: size), from: part, of: stream, at: offset)
    }
    return true
  }

  /// The number of objects in `content`, each behind a byte with its size.
  private static func objects(in content: ArraySlice<UInt8>) -> Int {
    var (count, rest) = (0, content)
    while let size = rest.first {
      count += 1
      rest = rest.dropFirst(1 + Int(size))
    }
    return count
  }

  /// Notes that a part of an object of `stream`, from byte `part` on, has come.
  private mutating func note(_ next: Progress, from part: UInt64, of stream: UInt8, at offset: UInt64) {
    defer {
      progress[stream] = Progress(object: next.object, received: part &+ next.received, size: next.size)
    }
    guard let last = progress[stream] else { return }
    let isWhole = last.received >= last.size
    let follows =
      part == 0
      ? isWhole && next.object == (last.object + 1) & 0xFF : next.object == last.object && part == last.received
    if !follows {
      faults.append(ContainerFault(offset: offset, finding: "a part of its stream \(stream) is missing before it"))
    }
  }

  /// Numbers of a packet, one behind the other.
  private struct Fields {
    private let bytes: [UInt8]
    private(set) var place: UInt64 = 0
    /// Whether more was read than there is.
    private(set) var isOver = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func number(_ length: Int) -> UInt64 {
      defer { skip(UInt64(length)) }
      return isOver ? 0 : bytes.littleEndian(at: Int(place), length)
    }

    /// A number of none, one, two or four bytes.
    mutating func number(ofKind kind: UInt64) -> UInt64 { number([0, 1, 2, 4][Int(kind & 3)]) }

    mutating func skip(_ length: UInt64) {
      guard length <= UInt64(bytes.count), place + length <= UInt64(bytes.count) else {
        isOver = true
        return
      }
      place += length
    }
  }
}

/// The file properties in the header of an ASF file (ASF specification 01.20.03, §3.2).
package struct ASFProperties {
  /// The end of the header, where the data begin.
  package let headerEnd: UInt64
  /// The file's size; nil of a broadcast file, whose size was unknown when its header was written.
  package let fileSize: UInt64?
  /// Bytes of each data packet; nil where they differ, or make no sense.
  package let packetSize: Int?
  /// The delay of the file's times behind the presentation, in milliseconds.
  package let preroll: UInt64

  private static let mark: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]

  /// The properties of `file`; nil where it has none.
  package init?(_ file: FileBytes) throws {
    var offset: UInt64 = 30
    headerEnd = try file.read(at: 16, 8).littleEndian(at: 0, 8)
    while offset + 24 <= min(headerEnd, file.count) {
      let object = try file.read(at: offset, 104)
      guard object.count > 24 else { return nil }
      if object.starts(with: Self.mark), object.count == 104 {
        fileSize = object[88] & 1 == 0 ? object.littleEndian(at: 40, 8) : nil
        preroll = object.littleEndian(at: 80, 8)
        let (least, most) = (object.littleEndian(at: 92, 4), object.littleEndian(at: 96, 4))
        packetSize = least == most && (64...1 << 20).contains(least) ? Int(least) : nil
        return
      }
      offset += max(24, min(object.littleEndian(at: 16, 8), file.count))
    }
    return nil
  }
}
