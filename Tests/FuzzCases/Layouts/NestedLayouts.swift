/// Layouts of files whose parts hold parts.
extension MediaLayout {
  /// The boxes that hold boxes.
  private static let boxesWithin: Set<String> = [
    "moov", "trak", "mdia", "minf", "stbl", "edts", "udta", "dinf", "moof", "traf", "mvex", "mfra", "meta", "ilst",
  ]

  /// ISO media: every box; all words of those that are not the media themselves.
  init(boxesOf bytes: [UInt8]) {
    self.init()
    listBoxes(of: bytes, in: 0..<bytes.count)
  }

  private mutating func listBoxes(of bytes: [UInt8], in range: Range<Int>) {
    var start = range.lowerBound
    while start + 8 <= range.upperBound {
      guard let size = bytes.big(start, 4), let type = bytes.tag(start + 4), size >= 8, start + size <= range.upperBound
      else { return }
      let end = start + size
      pieces.append(start..<end)
      list(start..<start + 8, width: 4)
      if Self.boxesWithin.contains(type) {
        let inner = start + (type == "meta" ? 12 : 8)
        if inner < end { listBoxes(of: bytes, in: inner..<end) }
      } else if type != "mdat" {
        list(start + 8..<min(end, start + 408), width: 4)
        list(start + 8..<min(end, start + 208), width: 2)
      }
      start = end
    }
  }

  /// The elements that hold elements: segment, tracks, clusters, cues, tags, and what is in them.
  private static let elementsWithin: Set<Int> = [
    0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0xAE, 0xE0, 0xE1, 0x1F43_B675, 0xA0, 0x1C53_BB6B, 0xBB, 0xB7, 0x114D_9B74,
    0x4DBB, 0x1A45_DFA3, 0x1254_C367, 0x7373, 0x67C8, 0x63C0,
  ]

  /// Matroska: every element, its size, its number or the beginning of its data.
  init(elementsOf bytes: [UInt8]) {
    self.init()
    listElements(of: bytes, in: 0..<bytes.count)
  }

  private mutating func listElements(of bytes: [UInt8], in range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      guard let (name, nameWidth) = Self.variableNumber(bytes, start, keepsMarker: true),
        let (size, sizeWidth) = Self.variableNumber(bytes, start + nameWidth, keepsMarker: false)
      else { return }
      let data = start + nameWidth + sizeWidth
      let isUnknown = size == 1 << (7 * sizeWidth) - 1
      guard isUnknown || size <= range.upperBound - data, data <= range.upperBound else { return }
      let end = isUnknown ? range.upperBound : data + size
      pieces.append(start..<end)
      numbers.append(NumberField(offset: start + nameWidth, width: sizeWidth))
      if Self.elementsWithin.contains(name) {
        listElements(of: bytes, in: data..<end)
      } else if end - data <= 8 {
        numbers.append(NumberField(offset: data, width: end - data))
      } else {
        list(data..<min(end, data + 24), width: 1)
      }
      start = end
    }
  }

  /// A number whose leading zeros say how many bytes it has.
  private static func variableNumber(_ bytes: [UInt8], _ offset: Int, keepsMarker: Bool) -> (Int, Int)? {
    guard offset < bytes.count, bytes[offset] != 0 else { return nil }
    let width = bytes[offset].leadingZeroBitCount + 1
    guard let value = bytes.big(offset, width) else { return nil }
    return (keepsMarker ? value : value & (1 << (7 * width) - 1), width)
  }

  /// RIFF, or IFF: every chunk, its size, the words of what is not the media themselves.
  init(chunksOf bytes: [UInt8], big: Bool) {
    self.init()
    numbers.append(NumberField(offset: 4, width: 4, isLittleEndian: !big))
    listChunks(of: bytes, in: min(12, bytes.count)..<bytes.count, big: big)
  }

  private mutating func listChunks(of bytes: [UInt8], in range: Range<Int>, big: Bool) {
    var start = range.lowerBound
    while start + 8 <= range.upperBound {
      guard let size = big ? bytes.big(start + 4, 4) : bytes.little(start + 4, 4), let type = bytes.tag(start),
        size <= range.upperBound - start - 8
      else { return }
      let end = min(start + 8 + size + size % 2, range.upperBound)
      pieces.append(start..<end)
      numbers.append(NumberField(offset: start + 4, width: 4, isLittleEndian: !big))
      if type == "LIST", start + 12 <= end {
        listChunks(of: bytes, in: start + 12..<end, big: big)
      } else if type != "data", type != "SSND" {
        list(start + 8..<min(end, start + 136), width: 4, isLittleEndian: !big)
        list(start + 8..<min(end, start + 72), width: 2, isLittleEndian: !big)
      }
      start = end
    }
  }

  /// ASF: the objects at the top and in the header, their sizes and words, and the heads of the data packets.
  init(objectsOf bytes: [UInt8]) {
    self.init()
    listObjects(of: bytes, in: 0..<bytes.count, isTop: true)
  }

  private mutating func listObjects(of bytes: [UInt8], in range: Range<Int>, isTop: Bool) {
    var start = range.lowerBound
    while start + 30 <= range.upperBound {
      guard let size = bytes.little(start + 16, 8), size >= 30, size <= range.upperBound - start else { return }
      let end = start + size
      pieces.append(start..<end)
      numbers.append(NumberField(offset: start + 16, width: 8, isLittleEndian: true))
      if isTop, start == 0 {
        numbers.append(NumberField(offset: 24, width: 4, isLittleEndian: true))
        listObjects(of: bytes, in: 30..<end, isTop: false)
      } else {
        let end = min(end, start + (isTop ? 1_600 : 160))
        list(start + 24..<end, width: isTop ? 1 : 2, isLittleEndian: true)
        list(start + 24..<end, width: isTop ? 2 : 4, isLittleEndian: true)
      }
      start += size
    }
  }
}
