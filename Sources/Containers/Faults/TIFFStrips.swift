import PictureFiles

/// The strips or tiles of a TIFF picture (TIFF 6.0, sections 3, 9 and 15): where they lie beyond the file, or do not hold
/// the rows that they should.
package struct TIFFStrips {
  /// Strips that are missing or wrong.
  package private(set) var faults: [ContainerFault] = []

  private let isLittle: Bool
  /// The values of the first directory's entries, by their tags.
  private var values: [UInt64: [UInt64]] = [:]

  /// The strips of `file`.
  package init(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 8)
    isLittle = head.starts(with: "II".utf8)
    guard head.count == 8, isLittle || head.starts(with: "MM".utf8), number(in: head, at: 2, 2) == 42 else { return }
    let directory = number(in: head, at: 4, 4)
    guard directory + 2 <= file.count else {
      faults.append(.cutShort(file, by: directory + 2 - file.count))
      return
    }
    let count = Int(number(in: try file.read(at: directory, 2), at: 0, 2))
    let entries = try file.read(at: directory + 2, 12 * count)
    guard entries.count == 12 * count else {
      faults.append(.cutShort(file, by: UInt64(12 * count - entries.count)))
      return
    }
    for entry in stride(from: 0, to: entries.count, by: 12) where Self.tags.contains(number(in: entries, at: entry, 2))
    {
      let width = [1: 1, 3: 2, 4: 4][number(in: entries, at: entry + 2, 2)]
      let length = number(in: entries, at: entry + 4, 4)
      guard let width, length < 1 << 20, UInt64(width) * length <= file.count else { continue }
      let isInside = Int(length) * width <= 4
      let bytes =
        isInside
        ? Array(entries[(entry + 8)..<(entry + 12)])
        : try file.read(at: number(in: entries, at: entry + 8, 4), Int(length) * width)
      values[number(in: entries, at: entry, 2)] = (0..<Int(length)).map { number(in: bytes, at: $0 * width, width) }
    }
    try checkStrips(of: file)
  }

  private func number(in bytes: [UInt8], at offset: Int, _ length: Int) -> UInt64 {
    isLittle ? bytes.littleEndian(at: offset, length) : bytes.bigEndian(at: offset, length)
  }

  private func value(_ tag: UInt64, _ usual: UInt64) -> UInt64 { values[tag]?.first ?? usual }

  private mutating func checkStrips(of file: FileBytes) throws {
    guard let offsets = values[273] ?? values[324], let sizes = values[279] ?? values[325] else { return }
    let rows = rowsOfStrips
    // Strips lie beside each other: those that share their bytes are read as long as they are not more than the file.
    var sum: UInt64 = 0
    for (number, (offset, size)) in zip(offsets, sizes).enumerated() where faults.count < ContainerFault.capacity {
      guard offset + size <= file.count else {
        faults.append(.cutShort(file, by: offset + size - file.count))
        return
      }
      sum += size
      guard let rows, number < rows.count, size < 1 << 28, sum <= file.count else { continue }
      let packed = try file.read(at: offset, Int(size))
      let limit = rows[number]
      let held: UInt64? =
        switch value(259, 1) {
        case Self.lzw: Self.expandedSize(of: packed, limit: limit)
        case Self.packBits: Self.unpackedSize(of: packed, limit: limit)
        default: DeflatedBytes.size(of: packed, limit: limit)
        }
      if held != limit {
        faults.append(ContainerFault(offset: offset, finding: "strip \(number) does not hold its rows"))
      }
    }
  }

  /// The entries that say how a picture is stored, and where.
  private static let tags: Set<UInt64> = [256, 257, 258, 259, 262, 273, 277, 278, 279, 284, 324, 325, 530]
  private static let lzw: UInt64 = 5
  private static let packBits: UInt64 = 32_773
  /// Deflate, by its number in the standard and by its older one.
  private static let deflate: [UInt64] = [8, 32_946]

  /// Unpacked bytes of each strip, where LZW, PackBits or deflate packs them; nil for other compression.
  private var rowsOfStrips: [UInt64]? {
    let (width, height, samples) = (value(256, 0), value(257, 0), value(277, 1))
    guard ([Self.lzw, Self.packBits] + Self.deflate).contains(value(259, 1)), values[273] != nil, value(284, 1) == 1,
      width > 0,
      height > 0,
      width < 1 << 24, height < 1 << 24, samples < 64, value(258, 1) <= 64
    else { return nil }
    let perStrip = max(1, min(value(278, height), height))
    let strips = stride(from: 0, to: height, by: Int(perStrip)).map { min(perStrip, height - $0) }
    guard value(262, 0) == 6 else { return strips.map { $0 * ((width * samples * value(258, 1) + 7) / 8) } }
    // Luma and chroma: blocks of some pixels and their two samples of chroma (section 21).
    let block = values[530] ?? [2, 2]
    guard block.count == 2, block.allSatisfy({ (1...4).contains($0) }), value(258, 8) == 8 else { return nil }
    let row = (width + block[0] - 1) / block[0] * (block[0] * block[1] + 2)
    return strips.map { ($0 + block[1] - 1) / block[1] * row }
  }

  /// Unpacked bytes of `packed`, or more than `limit`.
  private static func unpackedSize(of packed: [UInt8], limit: UInt64) -> UInt64 {
    var (place, size) = (0, UInt64(0))
    while place < packed.count, size <= limit {
      // Bytes behind the rows are padding.
      if size == limit { break }
      let head = packed[place]
      place += 1
      switch head {
      case 0...127:
        guard place + Int(head) < packed.count else { return .max }
        size += UInt64(head) + 1
        place += Int(head) + 1
      case 128: break
      default:
        guard place < packed.count else { return .max }
        size += 257 - UInt64(head)
        place += 1
      }
    }
    return size
  }

  /// Bytes that the codes of LZW in `packed` stand for (section 13), or more than `limit` for an invalid code.
  private static func expandedSize(of packed: [UInt8], limit: UInt64) -> UInt64 {
    let (clear, end, first) = (256, 257, 258)
    // Old writers put the low bits first, which no reader need know.
    if packed.count > 1, packed[0] == 0, packed[1] & 1 == 1 { return limit }
    var lengths = [UInt64](repeating: 1, count: first)
    var (size, width, last, bits, count) = (UInt64(0), 9, UInt64?.none, UInt32(0), 0)
    for byte in packed {
      bits = bits << 8 | UInt32(byte)
      count += 8
      guard count >= width else { continue }
      count -= width
      let code = Int(bits >> UInt32(count)) & (1 << width - 1)
      if code == end { return size }
      if code == clear {
        lengths.removeLast(lengths.count - first)
        (width, last) = (9, nil)
        continue
      }
      if let previous = last {
        guard code <= lengths.count, lengths.count < 4_096 else { return .max }
        lengths.append(previous + 1)
      }
      guard code < lengths.count, code != clear else { return .max }
      size += lengths[code]
      last = lengths[code]
      // Bytes behind the rows are padding.
      guard size < limit else { return size }
      // Codes grow one early.
      width = lengths.count >= 2_047 ? 12 : lengths.count >= 1_023 ? 11 : lengths.count >= 511 ? 10 : 9
    }
    return size
  }
}
