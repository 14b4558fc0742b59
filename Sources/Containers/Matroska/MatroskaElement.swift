/// An element of a Matroska or WebM file (RFC 8794 §6): an identifier and a size of variable lengths, and a body.
package struct MatroskaElement {
  /// The element's identifier, with its length marker.
  package var id: UInt32
  /// The offset of its content.
  package var body: UInt64
  /// The declared length of its content, which may exceed the file.
  package var size: UInt64
  /// Whether its length is declared: that of a live stream need not be.
  package var isSized: Bool

  /// The declared end; nil where none is declared.
  package var end: UInt64? { isSized ? body + size : nil }

  /// The element at `offset` of `file`; nil after the last.
  package init?(at offset: UInt64, of file: FileBytes) throws {
    guard offset < file.count, var element = MatroskaElement(at: 0, in: try file.read(at: offset, 12)) else {
      return nil
    }
    element.body += offset
    self = element
  }

  /// The element at `offset` of `bytes`; nil where there is none.
  package init?(at offset: Int, in bytes: [UInt8]) {
    guard offset < bytes.count, bytes[offset] != 0 else { return nil }
    let idLength = bytes[offset].leadingZeroBitCount + 1
    let sizeOffset = offset + idLength
    guard idLength <= 4, let (size, length) = bytes.variableNumber(at: sizeOffset) else { return nil }
    id = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset, idLength))
    self.size = size
    // All ones: unknown (§6.2).
    isSized = size != 1 << UInt64(7 * length) - 1
    body = UInt64(sizeOffset + length)
  }
}

extension [UInt8] {
  /// The number of variable length at `offset` (RFC 8794 §4), and how many bytes it has; nil where there is none.
  package func variableNumber(at offset: Int) -> (value: UInt64, length: Int)? {
    guard offset < count, self[offset] != 0 else { return nil }
    let length = self[offset].leadingZeroBitCount + 1
    guard offset + length <= count else { return nil }
    return (bigEndian(at: offset, length) & ~(1 << UInt64(7 * length)), length)
  }
}

extension MatroskaElement {
  /// The elements that lie side by side in `range` of `bytes`, of all of them if nil: those that are whole.
  package static func children(of bytes: [UInt8], in range: Range<Int>? = nil) -> [MatroskaElement] {
    let range = range ?? 0..<bytes.count
    var found: [MatroskaElement] = []
    var offset = range.lowerBound
    while offset < range.upperBound, let element = MatroskaElement(at: offset, in: bytes), element.isSized,
      element.size <= UInt64(bytes.count), element.body + element.size <= UInt64(range.upperBound)
    {
      found.append(element)
      offset = Int(element.body + element.size)
    }
    return found
  }
}

/// The identifiers of elements used by several readers or writers, by their names in RFC 9559 §5.1.
package enum MatroskaID {
  /// Holds the whole movie.
  package static let segment: UInt32 = 0x1853_8067

  // Inside a segment.
  package static let info: UInt32 = 0x1549_A966
  package static let tracks: UInt32 = 0x1654_AE6B
  package static let cluster: UInt32 = 0x1F43_B675
  package static let tags: UInt32 = 0x1254_C367

  // Inside its information.
  package static let date: UInt32 = 0x4461
  package static let timestampScale: UInt32 = 0x2A_D7B1
  package static let duration: UInt32 = 0x4489

  // Inside its tracks.
  package static let trackEntry: UInt32 = 0xAE
  package static let trackNumber: UInt32 = 0xD7
  package static let trackUID: UInt32 = 0x73C5
  package static let checksum: UInt32 = 0xBF
  package static let trackName: UInt32 = 0x536E
  package static let languageTag: UInt32 = 0x22_B59D
  package static let video: UInt32 = 0xE0
  package static let projection: UInt32 = 0x7670
  package static let projectionType: UInt32 = 0x7671
  package static let projectionPrivate: UInt32 = 0x7672
  package static let projectionYaw: UInt32 = 0x7673
  package static let projectionPitch: UInt32 = 0x7674
  package static let projectionRoll: UInt32 = 0x7675
  package static let trackType: UInt32 = 0x83
  package static let flagEnabled: UInt32 = 0xB9
  package static let flagDefault: UInt32 = 0x88
  package static let flagForced: UInt32 = 0x55AA
  package static let codecID: UInt32 = 0x86
  package static let codecPrivate: UInt32 = 0x63A2
  package static let codecDelay: UInt32 = 0x56AA

  // Inside a cluster.
  package static let clusterTime: UInt32 = 0xE7
  package static let simpleBlock: UInt32 = 0xA3
  package static let blockGroup: UInt32 = 0xA0
  package static let block: UInt32 = 0xA1
  package static let blockDuration: UInt32 = 0x9B

  // Inside its tags.
  package static let tag: UInt32 = 0x7373
  package static let targets: UInt32 = 0x63C0
  package static let tagTrackUID: UInt32 = 0x63C5
}
