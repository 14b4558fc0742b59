import RenderPlan

/// Sets right what GStreamer's muxer writes into the header of a Matroska or WebM file (RFC 9559): random numbers and the
/// date become what the same project always gives.
struct MatroskaHeader {
  /// What the random identifier of the whole film becomes.
  var identity: UInt64

  private static let ebmlHeader: UInt32 = 0x1A45_DFA3
  private static let segment: UInt32 = 0x1853_8067
  private static let info: UInt32 = 0x1549_A966
  private static let segmentUID: UInt32 = 0x73A4
  private static let date: UInt32 = 0x4461
  private static let tracks: UInt32 = 0x1654_AE6B
  private static let trackEntry: UInt32 = 0xAE
  private static let trackUID: UInt32 = 0x73C5
  private static let tags: UInt32 = 0x1254_C367
  private static let tag: UInt32 = 0x7373
  private static let targets: UInt32 = 0x63C0
  private static let tagTrackUID: UInt32 = 0x63C5
  private static let cluster: UInt32 = 0x1F43_B675

  private static let containers: Set<UInt32> = [info, tracks, trackEntry, tags, tag, targets]

  /// Corrects the header of the file.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file is not Matroska.
  func correct(_ file: FileBytes) throws {
    var offset: UInt64 = 0
    var numbers: [UInt64: UInt64] = [:]
    while let element = try Element(at: offset, of: file) {
      switch element.id {
      case Self.segment: offset = element.body
      case Self.info, Self.tracks, Self.tags:
        var bytes = try file.read(at: element.body, Int(element.size))
        correct(&bytes, from: 0, to: bytes.count, numbers: &numbers)
        try file.write(bytes, at: element.body)
        offset = element.body + element.size
      default: offset = element.body + element.size
      }
    }
    guard !numbers.isEmpty else {
      throw RenderError(.engineFailed, "The finished file has no tracks.")
    }
  }

  private func correct(_ bytes: inout [UInt8], from start: Int, to end: Int, numbers: inout [UInt64: UInt64]) {
    var offset = start
    while offset < end, let element = Element(at: offset, in: bytes), Int(element.body + element.size) <= end {
      let body = Int(element.body)
      let size = Int(element.size)
      switch element.id {
      case Self.segmentUID:
        for index in 0..<size { bytes[body + index] = UInt8(truncatingIfNeeded: identity >> (8 * (index % 8))) }
      case Self.date: bytes.setBigEndian(0, at: body, size)
      case Self.trackUID, Self.tagTrackUID:
        let old = bytes.bigEndian(at: body, size)
        let new = numbers[old] ?? UInt64(numbers.count + 1)
        numbers[old] = new
        bytes.setBigEndian(new, at: body, size)
      case let id where Self.containers.contains(id):
        correct(&bytes, from: body, to: body + size, numbers: &numbers)
      default: break
      }
      offset = body + size
    }
  }

  /// An EBML element (RFC 8794 §6): an identifier and a size of variable lengths, and a body.
  private struct Element {
    var id: UInt32
    var body: UInt64
    var size: UInt64

    init?(at offset: UInt64, of file: FileBytes) throws {
      guard offset < file.count, let local = Element(at: 0, in: try file.read(at: offset, 12)) else { return nil }
      id = local.id
      body = offset + local.body
      size = min(local.size, file.count - min(body, file.count))
    }

    init?(at offset: Int, in bytes: [UInt8]) {
      guard offset < bytes.count, bytes[offset] != 0 else { return nil }
      let idLength = bytes[offset].leadingZeroBitCount + 1
      let sizeOffset = offset + idLength
      guard idLength <= 4, sizeOffset < bytes.count, bytes[sizeOffset] != 0 else { return nil }
      let sizeLength = bytes[sizeOffset].leadingZeroBitCount + 1
      guard sizeOffset + sizeLength <= bytes.count else { return nil }
      id = UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset, idLength))
      let marked = bytes.bigEndian(at: sizeOffset, sizeLength)
      size = marked & ~(1 << UInt64(7 * sizeLength))
      body = UInt64(sizeOffset + sizeLength)
    }
  }
}
