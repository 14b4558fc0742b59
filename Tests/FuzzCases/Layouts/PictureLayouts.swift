/// Layouts of still pictures.
extension MediaLayout {
  /// PNG: every chunk and its length; width, height and form of the picture.
  init(portableChunksOf bytes: [UInt8]) {
    self.init()
    var start = 8
    while let size = bytes.big(start, 4), size <= bytes.count - start - 12 {
      pieces.append(start..<start + 12 + size)
      numbers.append(NumberField(offset: start, width: 4))
      if bytes.tag(start + 4) == "IHDR", size >= 13 {
        list(start + 8..<start + 16, width: 4)
        dimensions = numbers.suffix(2)
        list(start + 16..<start + 21, width: 1)
      }
      start += 12 + size
    }
  }

  /// JPEG: every segment before the picture's data; height and width of the frame.
  init(segmentsOf bytes: [UInt8]) {
    self.init()
    var start = 2
    while start + 4 <= bytes.count, bytes[start] == 0xFF, let size = bytes.big(start + 2, 2) {
      let end = min(start + 2 + size, bytes.count)
      pieces.append(start..<max(end, start))
      numbers.append(NumberField(offset: start + 1, width: 1))
      numbers.append(NumberField(offset: start + 2, width: 2))
      list(start + 4..<max(start + 4, min(end, start + 40)), width: 1)
      if [0xC0, 0xC2].contains(bytes[start + 1]) {
        list(start + 5..<start + 9, width: 2)
        dimensions = numbers.suffix(2)
      }
      if bytes[start + 1] == 0xDA { return }
      start += 2 + size
    }
  }

  /// TIFF, the lowest byte first: the entries of the first directory.
  init(directoryOf bytes: [UInt8]) {
    self.init()
    numbers = [NumberField(offset: 4, width: 4, isLittleEndian: true)]
    guard let directory = bytes.little(4, 4), let count = bytes.little(directory, 2) else { return }
    numbers.append(NumberField(offset: directory, width: 2, isLittleEndian: true))
    for entry in 0..<count {
      let start = directory + 2 + 12 * entry
      guard start + 12 <= bytes.count else { return }
      pieces.append(start..<start + 12)
      list(start..<start + 4, width: 2, isLittleEndian: true)
      list(start + 4..<start + 12, width: 4, isLittleEndian: true)
      // Width and height are the first two entries that are called 256 and 257.
      if let name = bytes.little(start, 2), [256, 257].contains(name) {
        let width = bytes.little(start + 2, 2) == 3 ? 2 : 4
        dimensions.append(NumberField(offset: start + 8, width: width, isLittleEndian: true))
      }
    }
  }

  /// Bitmaps: every number of the header, of every width, wherever it stands.
  init(headerOf bytes: [UInt8], _ length: Int, dimensions place: Int, _ width: Int) {
    self.init()
    for offset in 0..<min(length, bytes.count) {
      for width in [1, 2, 4] { numbers.append(NumberField(offset: offset, width: width, isLittleEndian: true)) }
    }
    guard width > 0 else { return }
    dimensions = [place, place + width].map { NumberField(offset: $0, width: width, isLittleEndian: true) }
  }
}
