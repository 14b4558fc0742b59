/// An element of a Matroska or WebM file (RFC 8794 §6): an identifier and a size of variable lengths, and a body.
struct MatroskaElement {
  /// What it is, with its length marker.
  var id: UInt32
  /// The offset of its content.
  var body: UInt64
  /// The declared length of its content, which may exceed the file.
  var size: UInt64
  /// Whether its length is declared: that of a live stream need not be.
  var isSized: Bool

  /// The declared end; nil where none is declared.
  var end: UInt64? { isSized ? body + size : nil }

  /// The element at `offset` of `file`; nil after the last.
  init?(at offset: UInt64, of file: FileBytes) throws {
    guard offset < file.count, var element = MatroskaElement(at: 0, in: try file.read(at: offset, 12)) else {
      return nil
    }
    element.body += offset
    self = element
  }

  /// The element at `offset` of `bytes`; nil where there is none.
  init?(at offset: Int, in bytes: [UInt8]) {
    guard offset < bytes.count, bytes[offset] != 0 else { return nil }
    let idLength = bytes[offset].leadingZeroBitCount + 1
    let sizeOffset = offset + idLength
    guard idLength <= 4, sizeOffset < bytes.count, bytes[sizeOffset] != 0 else { return nil }
    let sizeLength = bytes[sizeOffset].leadingZeroBitCount + 1
    guard sizeOffset + sizeLength <= bytes.count else { return nil }
    id = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset, idLength))
    let marker = UInt64(1) << UInt64(7 * sizeLength)
    size = bytes.bigEndian(at: sizeOffset, sizeLength) & ~marker
    // All ones: unknown (§6.2).
    isSized = size != marker - 1
    body = UInt64(sizeOffset + sizeLength)
  }
}

extension MatroskaElement {
  /// The elements that lie side by side in `range` of `bytes`, of all of them if nil: those that are whole.
  static func children(of bytes: [UInt8], in range: Range<Int>? = nil) -> [MatroskaElement] {
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

/// The identifiers of the elements that more than one reader or writer knows, by their names in RFC 9559 §5.1.
enum MatroskaID {
  /// Holds the whole movie.
  static let segment: UInt32 = 0x1853_8067

  // Inside a segment.
  static let info: UInt32 = 0x1549_A966
  static let tracks: UInt32 = 0x1654_AE6B
  static let cluster: UInt32 = 0x1F43_B675
  static let tags: UInt32 = 0x1254_C367

  // Inside its information.
  static let date: UInt32 = 0x4461
  static let timestampScale: UInt32 = 0x2A_D7B1
  static let duration: UInt32 = 0x4489

  // Inside its tracks.
  static let trackEntry: UInt32 = 0xAE
  static let trackNumber: UInt32 = 0xD7
  static let trackUID: UInt32 = 0x73C5
  static let checksum: UInt32 = 0xBF
  static let trackName: UInt32 = 0x536E
  static let languageTag: UInt32 = 0x22_B59D
  static let video: UInt32 = 0xE0
  static let projection: UInt32 = 0x7670
  static let projectionType: UInt32 = 0x7671
  static let projectionPrivate: UInt32 = 0x7672
  static let projectionYaw: UInt32 = 0x7673
  static let projectionPitch: UInt32 = 0x7674
  static let projectionRoll: UInt32 = 0x7675
  static let trackType: UInt32 = 0x83
  static let flagEnabled: UInt32 = 0xB9
  static let flagDefault: UInt32 = 0x88
  static let flagForced: UInt32 = 0x55AA
  static let codecID: UInt32 = 0x86
  static let codecPrivate: UInt32 = 0x63A2
  static let codecDelay: UInt32 = 0x56AA

  // Inside a cluster.
  static let clusterTime: UInt32 = 0xE7
  static let simpleBlock: UInt32 = 0xA3
  static let blockGroup: UInt32 = 0xA0
  static let block: UInt32 = 0xA1
  static let blockDuration: UInt32 = 0x9B

  // Inside its tags.
  static let tag: UInt32 = 0x7373
  static let targets: UInt32 = 0x63C0
  static let tagTrackUID: UInt32 = 0x63C5
}
