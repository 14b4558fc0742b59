package import MediaFormats

/// The first directory of a TIFF file, which describes its picture (TIFF 6.0, section 2).
package struct TIFFDirectory {
  /// The first number of each entry, by its tag; of one with more than its own room, where they are.
  private var numbers: [UInt64: UInt64] = [:]

  /// The directory of `file`, wherever it lies; nil where there is none.
  package init?(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 8)
    let isLittle = head.starts(with: [0x49, 0x49, 0x2A, 0])
    guard isLittle || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
    func number(_ bytes: [UInt8], _ offset: Int, _ length: Int) -> UInt64 {
      isLittle ? bytes.littleEndian(at: offset, length) : bytes.bigEndian(at: offset, length)
    }
    let place = number(head, 4, 4)
    let count = Int(number(try file.read(at: place, 2), 0, 2))
    let entries = try file.read(at: place + 2, 12 * count)
    for entry in stride(from: 0, to: entries.count - 11, by: 12) {
      // Of the type SHORT or LONG.
      numbers[number(entries, entry, 2)] = number(entries, entry + 8, number(entries, entry + 2, 2) == 3 ? 2 : 4)
    }
  }

  /// The size of the picture.
  package var size: (width: UInt64, height: UInt64)? {
    guard let width = numbers[256], let height = numbers[257] else { return nil }
    return (width, height)
  }

  /// The picture's orientation.
  package var orientation: Orientation? {
    numbers[274].flatMap { Int(exactly: $0) }.flatMap(Orientation.init(rawValue:))
  }

  /// Whether pixels have more than their colors: alpha.
  package var hasExtraSamples: Bool { numbers[338] != nil }
}
