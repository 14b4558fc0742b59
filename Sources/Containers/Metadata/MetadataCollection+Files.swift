import MediaFormats
import Rendering

extension MetadataCollection {
  /// Adds the metadata of `file` from its own bytes: only headers and tags are read.
  ///
  /// | kind of file | read |
  /// |---|---|
  /// | MP4, QuickTime | `udta`, `meta` with `ilst` or `keys`, `chpl`, chapter tracks, the header's dates |
  /// | Matroska, WebM | Info, Tags, Chapters, covers among the Attachments |
  /// | Ogg, FLAC | Vorbis comments and pictures, cue sheets |
  /// | MP3, and others that begin with it | ID3 2.2 to 2.4; ID3 1 at the end |
  /// | WAVE, RF64, BW64, AVI, AIFF | INFO, `bext`, text chunks, ID3 in a chunk, named cue points and markers |
  /// | ASF | markers |
  /// | JPEG, PNG, TIFF, WebP | Exif; PNG's text |
  ///
  /// - Throws: `RenderError` where the file cannot be read.
  package mutating func collect(from file: FileBytes, cancellation: Cancellation) throws {
    let head = try file.read(at: 0, 16)
    if head.starts(with: "ID3".utf8) {
      let tag = try ID3Tag(in: file, at: 0)
      try tag?.collect(from: file, into: &self)
      if let end = tag?.end, try file.read(at: end, 4).elementsEqual("fLaC".utf8) {
        try FLACMetadata(at: end).collect(from: file, into: &self)
      }
    }
    switch head {
    case _ where head.starts(with: "fLaC".utf8): try FLACMetadata(at: 0).collect(from: file, into: &self)
    case _ where head.starts(with: "OggS".utf8): try OggComments().collect(from: file, into: &self)
    case _ where head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]):
      try MatroskaMetadata(cancellation: cancellation).collect(from: file, into: &self)
    case _ where head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8):
      if let body = try RIFFChunks.body(of: "EXIF", in: file) {
        try ExifTags(in: file, at: body)?.collect(into: &self)
      }
    case _ where ["RIFF", "RF64", "BW64", "FORM"].contains { head.starts(with: $0.utf8) }:
      try ChunkMetadata(isLittleEndian: head[0] != UInt8(ascii: "F")).collect(from: file, into: &self)
    case _ where head.starts(with: [0xFF, 0xD8]), _ where head.starts(with: [0x89, 0x50, 0x4E, 0x47]):
      try PictureMetadata().collect(from: file, into: &self)
    case _ where head.starts(with: [0x49, 0x49, 0x2A, 0]), _ where head.starts(with: [0x4D, 0x4D, 0, 0x2A]):
      try ExifTags(in: file, at: 0)?.collect(into: &self)
    case _ where Self.movieTypes.contains { head.dropFirst(4).starts(with: $0.utf8) }:
      try MovieMetadata(file).collect(into: &self)
    default:
      if let markers = try ASFMarkers(file, beginningWith: head) { add(chapters: markers.chapters) }
    }
    if found.items.isEmpty { try ID3Tag.collectFirstVersion(from: file, into: &self) }
  }

  /// The boxes that a movie may begin with.
  private static let movieTypes = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "styp"]
}
