/// The outermost chunks of a RIFF file (WAVE, AVI) or of its big-endian relative (AIFF): where the file should end.
package struct RIFFChunks {
  /// The end of the last chunk of media, in bytes; nil where a recorder or a pipe left the length open.
  package let declaredEnd: UInt64?

  /// The chunks of `file`; nil where it is none of these.
  package init?(_ file: FileBytes) throws {
    let head = try file.read(at: 0, 12)
    let form = String(decoding: head.prefix(4), as: UTF8.self)
    let type = String(decoding: head.dropFirst(8), as: UTF8.self)
    switch (form, type) {
    case ("RIFF", "WAVE"): declaredEnd = try Self.end(ofChunk: "data", in: file, isLittleEndian: true)
    case ("FORM", "AIFF"), ("FORM", "AIFC"):
      declaredEnd = try Self.end(ofChunk: "SSND", in: file, isLittleEndian: false)
    case ("RIFF", "AVI "): declaredEnd = try Self.endOfMovie(in: file)
    default: return nil
    }
  }

  /// Sizes from here on are what is written where the size is not known.
  private static let open: UInt64 = 0x7FFF_0000

  private static func size(at offset: UInt64, in file: FileBytes, isLittleEndian: Bool) throws -> UInt64? {
    let bytes = try file.read(at: offset + 4, 4)
    guard bytes.count == 4 else { return nil }
    let number = isLittleEndian ? bytes.littleEndian(at: 0, 4) : bytes.bigEndian(at: 0, 4)
    return number == 0 || number >= open ? nil : number
  }

  /// The offset of the content of the first chunk `type` of a WAVE file; nil where there is none.
  package static func body(of type: String, in file: FileBytes) throws -> UInt64? {
    var offset: UInt64 = 12
    while offset + 8 <= file.count {
      let head = try file.read(at: offset, 8)
      if head.starts(with: type.utf8) { return offset + 8 }
      let size = head.littleEndian(at: 4, 4)
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// The end of the first chunk `type` of a file of one form.
  private static func end(ofChunk type: String, in file: FileBytes, isLittleEndian: Bool) throws -> UInt64? {
    var offset: UInt64 = 12
    while offset + 8 <= file.count {
      let name = String(decoding: try file.read(at: offset, 4), as: UTF8.self)
      guard let size = try size(at: offset, in: file, isLittleEndian: isLittleEndian) else { return nil }
      if name == type { return offset + 8 + size }
      offset += 8 + size + size % 2
    }
    return nil
  }

  /// The end of the last of an AVI file's forms: large ones have several (OpenDML).
  private static func endOfMovie(in file: FileBytes) throws -> UInt64? {
    var offset: UInt64 = 0
    while offset + 12 <= file.count, try file.read(at: offset, 4).elementsEqual("RIFF".utf8) {
      guard let size = try size(at: offset, in: file, isLittleEndian: true) else { return nil }
      offset += 8 + size
    }
    return offset
  }
}
