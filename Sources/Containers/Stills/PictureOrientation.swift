package import MediaFormats

extension Orientation {
  /// The Exif orientation of the picture in `file`, a JPEG, PNG, WebP or TIFF; upright where it has none.
  package init(exifOf file: FileBytes) throws {
    if let directory = try TIFFDirectory(file) {
      self = directory.orientation?.leftByTIFF ?? .up
    } else {
      self = try ExifTags(ofPicture: file)?.orientation ?? .up
    }
  }

  /// The orientation left to apply to a picture of this orientation that libtiff has decoded: it mirrors rows and columns, as it
  /// would where they do not change places, and leaves the rest (`TIFFReadRGBAImageOriented`).
  private var leftByTIFF: Orientation {
    switch self {
    case .up, .upMirrored, .down, .downMirrored: .up
    case .leftMirrored, .rightMirrored: .leftMirrored
    case .right, .left: .rightMirrored
    }
  }
}

extension ExifTags {
  /// The tags of the picture in `file`, a JPEG, PNG or WebP; nil where there are none.
  package init?(ofPicture file: FileBytes) throws {
    guard let place = try Self.place(in: file) else { return nil }
    try self.init(in: file, at: place)
  }

  /// Limit of the segments or chunks that are searched.
  private static let mostParts = 10_000

  private static func place(in file: FileBytes) throws -> UInt64? {
    let head = try file.read(at: 0, 12)
    switch head {
    case _ where head.starts(with: [0xFF, 0xD8]): return try place(inJPEG: file)
    case _ where head.starts(with: [0x89, 0x50, 0x4E, 0x47]): return try place(inPNG: file)
    case _ where head.starts(with: "RIFF".utf8): return try RIFFChunks.body(of: "EXIF", in: file)
    default: return nil
    }
  }

  /// The offset of the tags of a JPEG file; nil where it has none.
  package static func place(inJPEG file: FileBytes) throws -> UInt64? {
    var offset: UInt64 = 2
    for _ in 0..<mostParts {
      let head = try file.read(at: offset, 10)
      guard head.count == 10, head[0] == 0xFF, head[1] != 0xDA, head[1] != 0xD9 else { return nil }
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      if head[1] == 0xE1, head[4...].elementsEqual("Exif\0\0".utf8) { return offset + 4 }
      offset += 2 + max(2, head.bigEndian(at: 2, 2))
    }
    return nil
  }

  private static func place(inPNG file: FileBytes) throws -> UInt64? {
    var offset: UInt64 = 8
    for _ in 0..<mostParts {
      let head = try file.read(at: offset, 8)
      guard head.count == 8, !head[4...].elementsEqual("IEND".utf8) else { return nil }
      if head[4...].elementsEqual("eXIf".utf8) { return offset + 8 }
      offset += 12 + head.bigEndian(at: 0, 4)
    }
    return nil
  }
}
