/// The end that the bytes of a still picture should have: decoders make a whole picture of half a file.
package struct StillPictureEnd {
  private let file: FileBytes

  /// The end of the picture in `file`.
  package init(_ file: FileBytes) {
    self.file = file
  }

  /// Missing or wrong parts, as far as the format called `name` can show them.
  package func faults(of name: String) throws -> [ContainerFault] {
    switch name {
    case "PNG": try faultsOfPNG()
    case "JPEG": try hasEndOfJPEG() ? [] : [Self.openEnd(file)]
    case "BMP": try missing(before: bitmapEnd())
    case "PNM": try missing(before: anymapEnd())
    case "Targa": try missing(before: targaEnd())
    case "TIFF": try TIFFStrips(file).faults
    default: []
    }
  }

  private static func openEnd(_ file: FileBytes) -> ContainerFault {
    ContainerFault(offset: file.count, finding: "the mark that ends a picture is missing", isEnd: true)
  }

  private func missing(before end: UInt64?) -> [ContainerFault] {
    guard let end, end > file.count else { return [] }
    return [.cutShort(file, by: end - file.count)]
  }

  /// Whether another picture follows at once after the first one, as in a stream of Motion JPEG. Cameras put a second
  /// picture behind a first that announces it (CIPA DC-007, "MPF").
  package func isMotionJPEG() throws -> Bool {
    let head = try file.read(at: 0, 1 << 16)
    guard !head.indices.dropLast(3).contains(where: { head[$0...].starts(with: [0x4D, 0x50, 0x46, 0]) }) else {
      return false
    }
    guard let scan = head.indices.dropLast().first(where: { head[$0] == 0xFF && head[$0 + 1] == 0xDA }) else {
      return false
    }
    let bytes = try file.read(at: UInt64(scan), 1 << 22)
    guard let end = bytes.indices.dropLast(5).first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }) else {
      return false
    }
    return bytes[(end + 2)...].starts(with: [0xFF, 0xD8, 0xFF])
  }

  /// Whether the mark that ends a JPEG picture (ITU-T T.81 §B.1.1.3) follows its first scan: a thumbnail in its header has
  /// one of its own.
  private func hasEndOfJPEG() throws -> Bool {
    var offset: UInt64 = 2
    while true {
      let head = try file.read(at: offset, 4)
      guard head.count == 4, head[0] == 0xFF else { return false }
      if head[1] == 0xDA { break }
      offset += head[1] == 0xFF ? 1 : 2 + head.bigEndian(at: 2, 2)
    }
    while offset < file.count {
      let bytes = try file.read(at: offset, 1 << 20)
      if zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0xFF && $1 == 0xD9 }) { return true }
      guard bytes.count > 1 else { return false }
      offset += UInt64(bytes.count - 1)
    }
    return false
  }

  /// The chunks of a PNG picture (ISO/IEC 15948 §5.3): length, type, content, checksum.
  private func faultsOfPNG() throws -> [ContainerFault] {
    var offset: UInt64 = 8
    while offset < file.count {
      let head = try file.read(at: offset, 8)
      let end = offset + 12 + head.bigEndian(at: 0, 4)
      guard head.count == 8, end <= file.count else { return [.cutShort(file, by: max(1, end - min(end, file.count)))] }
      let content = try file.read(at: offset + 4, Int(end - offset) - 8)
      guard Checksum.reflected(content[...]) == UInt32(try file.read(at: end - 4, 4).bigEndian(at: 0, 4)) else {
        return [ContainerFault(offset: offset, finding: "a chunk's checksum is wrong")]
      }
      if head[4...].elementsEqual("IEND".utf8) { return [] }
      offset = end
    }
    return [Self.openEnd(file)]
  }

  /// The end of the rows of a bitmap without compression.
  private func bitmapEnd() throws -> UInt64? {
    let head = try file.read(at: 0, 34)
    guard head.count == 34, head.littleEndian(at: 14, 4) >= 40, [0, 3].contains(head.littleEndian(at: 30, 4)) else {
      return nil
    }
    let width = head.littleEndian(at: 18, 4)
    let height = UInt64(Int32(truncatingIfNeeded: head.littleEndian(at: 22, 4)).magnitude)
    guard width < 1 << 31 else { return nil }
    return head.littleEndian(at: 10, 4) + (width * head.littleEndian(at: 28, 2) + 31) / 32 * 4 * height
  }

  /// The end of the samples of a portable anymap, where they are binary.
  private func anymapEnd() throws -> UInt64? {
    let head = try file.read(at: 0, 1_024)
    guard head.count > 2, let kind = ["4": 1, "5": 1, "6": 3][Character(UnicodeScalar(head[1]))] else { return nil }
    let isBitmap = head[1] == UInt8(ascii: "4")
    var numbers: [UInt64] = []
    var place = 2
    while numbers.count < (isBitmap ? 2 : 3), place < head.count {
      if head[place] == UInt8(ascii: "#") {
        while place < head.count, head[place] != 10 { place += 1 }
      } else if let digit = Character(UnicodeScalar(head[place])).wholeNumberValue {
        var number = UInt64(digit)
        place += 1
        while place < head.count, let digit = Character(UnicodeScalar(head[place])).wholeNumberValue {
          number = min(number * 10 + UInt64(digit), 1 << 32)
          place += 1
        }
        numbers.append(number)
        continue
      }
      place += 1
    }
    guard numbers.count >= 2, numbers[0] < 1 << 31, numbers[1] < 1 << 31 else { return nil }
    let row = isBitmap ? (numbers[0] + 7) / 8 : numbers[0] * UInt64(kind) * (numbers.last ?? 0 > 255 ? 2 : 1)
    let (size, overflows) = row.multipliedReportingOverflow(by: numbers[1])
    return overflows ? .max : UInt64(place) + 1 + min(size, .max / 2)
  }

  /// The end of the pixels of a Targa picture; of a compressed one at least as far as it goes.
  private func targaEnd() throws -> UInt64? {
    let head = try file.read(at: 0, 18)
    guard head.count == 18 else { return nil }
    let map = head[1] == 0 ? 0 : head.littleEndian(at: 5, 2) * ((UInt64(head[7]) + 7) / 8)
    let pixels = head.littleEndian(at: 12, 2) * head.littleEndian(at: 14, 2)
    let (start, size) = (18 + UInt64(head[0]) + map, (UInt64(head[16]) + 7) / 8)
    guard head[2] >= 9 else { return start + pixels * size }
    // Packets: of one pixel that is repeated, or of several.
    var (offset, count) = (start, UInt64(0))
    var block: (start: UInt64, bytes: [UInt8]) = (0, [])
    while count < pixels {
      if offset < block.start || offset >= block.start + UInt64(block.bytes.count) {
        block = (offset, try file.read(at: offset, 1 << 16))
      }
      guard !block.bytes.isEmpty else { return file.count + 1 }
      let packet = block.bytes[Int(offset - block.start)]
      let length = UInt64(packet & 0x7F) + 1
      offset += 1 + (packet & 0x80 == 0 ? length : 1) * size
      count += length
    }
    return offset
  }
}
