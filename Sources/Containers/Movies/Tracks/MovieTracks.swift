package import MediaFormats
package import MediaTime
import Rendering

/// The tracks of an MP4 or QuickTime movie, as its header describes them (ISO/IEC 14496-12 §8.3, 8.4, 8.6).
package struct MovieTracks {
  /// Units a second of the movie's own times.
  package let timescale: UInt64
  /// The movie's duration, in those units.
  package let duration: UInt64
  /// The field of that duration: its offset in the file, and its bytes.
  package let durationField: (offset: UInt64, width: Int)
  /// Whether movie fragments hold media that no sample table lists.
  package let isFragmented: Bool
  /// The offset of the first fragment where the header does not announce fragments (`mvex`), so that readers ignore
  /// them.
  package let unannouncedFragment: UInt64?
  /// Whether the file is such a header alone, whose fragments stand in others (ISO/IEC 23009-1 §3.1.21).
  package let isInitializationSegment: Bool
  /// The tracks, in the file's order.
  package let tracks: [Track]

  /// One track.
  package struct Track {
    /// Its number, which should be positive and its own.
    package var number: Int32
    /// Units a second of its media's times.
    package var timescale: UInt64
    /// The media's duration, in those units.
    package var duration: UInt64
    /// The field of that duration: its offset in the file, and its bytes.
    package var durationField: (offset: UInt64, width: Int)
    /// Whether it is played by default.
    package var isEnabled: Bool
    /// Linear gain that the header asks for.
    package var volume: Double
    /// The four letters of its handler: "vide", "soun", "text", "sbtl" (ISO/IEC 14496-12 §8.4.3).
    package var handler: String
    /// Rotation and scale of its pictures, the movie's own matrix included.
    package var matrix: DisplayMatrix
    /// The size in pixels that its header says, before the matrix; nil of what is not seen.
    package var size: PixelSize?
    /// The header's ISO 639 code, and the BCP 47 tag that may say it more precisely.
    package var language: String
    package var extendedLanguage: String?
    /// The edit list, or what a song states instead of one (``GaplessStatement``); nil where its boxes cannot be read.
    package var edits: [Edit]?
    /// Corrections of the edit list, which a demuxer reads instead.
    package var editCorrections: [HeaderCorrection.Field]
    /// The parts of the media that it shows, where those are several (``MovieEditList/parts``).
    package var editParts: [[Edit]]?
    /// Range of the composition offsets in the sample table, in the media's units.
    package var offsets: ClosedRange<Int64>
    /// The box of the sample table.
    package var sampleTable: MovieBoxes.Box
    /// Whether its media lie in another file.
    package var isElsewhere: Bool
  }

  /// An entry of an edit list.
  package struct Edit {
    /// The duration of its presentation, in the movie's units; zero for the rest of the track.
    package var duration: UInt64
    /// Its beginning in the media's units; nil for an empty one.
    package var mediaTime: UInt64?
    /// Whether it is shown at the media's own speed.
    package var isAtNormalRate: Bool
    /// The duration that a demuxer reads, where that must exceed the presentation's.
    package var reach: UInt64?
    /// Its duration in the media's units, where another field than the list gives it more exactly.
    package var mediaDuration: UInt64?
  }

  /// The movie in `file`; nil where it has no header.
  package init?(of file: FileBytes) throws {
    let boxes = try MovieBoxes(file)
    guard let movie = boxes["moov"] else { return nil }
    let parts = try MovieBoxes(file, inside: movie)
    guard let header = parts["mvhd"] else { return nil }
    let own = try Self.times(of: header, in: file)
    timescale = own.timescale
    duration = own.duration
    durationField = (own.offset, own.width)
    let (announcement, fragment) = (parts["mvex"], boxes["moof"])
    isFragmented = announcement != nil || fragment != nil
    unannouncedFragment = announcement == nil ? fragment?.offset : nil
    isInitializationSegment = announcement != nil && fragment == nil && boxes["mdat"] == nil
    let matrix = DisplayMatrix(try file.read(at: header.body + (own.width == 8 ? 48 : 36), DisplayMatrix.byteCount))
    let found = try parts.all("trak").compactMap {
      try Self.track($0, in: file, timescale: own.timescale, shownBy: matrix)
    }
    let statement = isFragmented ? nil : try GaplessStatement(of: parts, in: file)
    tracks = try statement?.presenting(found, in: file, timescale: own.timescale) ?? found
  }

  /// The track with the number `number`; nil where there is none, or more than one.
  package func track(numbered number: Int32?) -> Track? {
    let found = tracks.filter { $0.number == number }
    return found.count == 1 ? found.first : nil
  }

  private static func track(
    _ box: MovieBoxes.Box, in file: FileBytes, timescale: UInt64, shownBy movieMatrix: DisplayMatrix
  ) throws -> Track? {
    let parts = try MovieBoxes(file, inside: box)
    guard let header = parts["tkhd"], let media = parts["mdia"] else { return nil }
    let mediaParts = try MovieBoxes(file, inside: media)
    guard let mediaHeader = mediaParts["mdhd"],
      let information = mediaParts["minf"],
      let table = try MovieBoxes(file, inside: information)["stbl"]
    else { return nil }
    let head = try file.read(at: header.body, 96)
    let fields = TrackHeaderFields(in: head)
    let size = PixelSize(
      width: Int(head.bigEndian(at: fields.width, 2)), height: Int(head.bigEndian(at: fields.height, 2)))
    let times = try times(of: mediaHeader, in: file)
    let handler = try mediaParts["hdlr"].map {
      String(decoding: try file.read(at: $0.body + 8, 4), as: UTF8.self)
    }
    let edits = try parts["edts"].map { try MovieBoxes(file, inside: $0) }
    let offsets = try MovieSampleTable.offsets(in: MovieBoxes(file, inside: table), of: file)
    let list =
      try edits?["elst"].map {
        try MovieEditList(
          in: $0, of: file, timescale: timescale, mediaTimescale: times.timescale,
          lead: UInt64(-offsets.lowerBound))
      } ?? .none
    let extended = try mediaParts["elng"].map {
      try file.read(at: $0.body + 4, Self.length(of: $0) - 4)
    }
    return Track(
      number: Int32(truncatingIfNeeded: head.bigEndian(at: fields.number, 4)), timescale: times.timescale,
      duration: times.duration, durationField: (times.offset, times.width),
      // The flags' last bit; volume in 8 bits before the point and 8 behind.
      isEnabled: head.bigEndian(at: fields.flags, 1) & 1 == 1,
      volume: Double(head.bigEndian(at: fields.volume, 2)) / 256, handler: handler ?? "",
      matrix: DisplayMatrix(try file.read(at: header.body + UInt64(fields.matrix), DisplayMatrix.byteCount))
        .followed(by: movieMatrix),
      size: size.width > 0 && size.height > 0 ? size : nil,
      language: times.language,
      extendedLanguage: extended.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) },
      edits: list.entries, editCorrections: list.corrections, editParts: list.parts, offsets: offsets,
      sampleTable: table, isElsewhere: try MovieReferences(in: information, of: file).leadElsewhere)
  }

  /// Timescale and duration in the header of a movie or of its media, and the place of the duration; the language is a
  /// media header's.
  private static func times(
    of header: MovieBoxes.Box, in file: FileBytes
  ) throws -> (timescale: UInt64, duration: UInt64, language: String, offset: UInt64, width: Int) {
    let body = try file.read(at: header.body, 40)
    // Version 1 has 64-bit dates and a 64-bit duration.
    let width = body.first == 1 ? 8 : 4
    let timescale = 4 + 2 * width
    let code = body.bigEndian(at: timescale + 4 + width, 2)
    return (
      body.bigEndian(at: timescale, 4), body.bigEndian(at: timescale + 4, width),
      language(code), header.body + UInt64(timescale + 4), width
    )
  }

  /// The language of a media header: three letters of five bits each, or a number of QuickTime's.
  package static func language(_ code: UInt64) -> String {
    guard code >= 0x400 else { return QuickTimeLanguage.code(Int(code)) }
    let letters = [10, 5, 0].map { UInt8(code >> UInt64($0) & 0x1F) + 0x60 }
    return letters.allSatisfy { (0x61...0x7A).contains($0) } ? String(decoding: letters, as: UTF8.self) : "und"
  }

  /// Bytes in the content of a box of a header, which is never large.
  private static func length(of box: MovieBoxes.Box) -> Int { Int(clamping: min(box.end - box.body, 1 << 24)) }
}

extension MovieTracks.Track {
  /// The language as the header has it: a BCP 47 tag where there is one, else a code of ISO 639.
  package var writtenLanguage: String { extendedLanguage.flatMap { $0.isEmpty ? nil : $0 } ?? language }
}

extension MovieTracks {
  /// Ticks a second from which on an edit list ends where it says.
  package static let fineTimescale: UInt64 = 5_000

  /// The time from which on pictures are hidden, where an edit list ends the presentation at `end`, in nanoseconds of
  /// stream time.
  ///
  /// The list counts in the movie's ticks. Where those are milliseconds, as most programs have them, a last picture may begin
  /// within the one in which the list ends, and is shown.
  package func hiding(from end: Int64) -> Int64 {
    let tick = Int64(1_000_000_000 / max(1, timescale))
    return timescale < Self.fineTimescale ? end + tick : end - max(1_000, tick / 2)
  }
}

extension MovieTracks.Track {
  // QUIRK: QuickTime: `qtdemux` does not look at the box that says that samples are little-endian (`enda`). In: GStreamer 1.22.
  // Test: "samples of either order are read in a movie that a demuxer reads".
  /// Whether its samples are said to be little-endian by a box of their own (`enda`, QuickTime File Format, sound sample
  /// descriptions; `pcmC` in MP4).
  package func isLittleEndian(in file: FileBytes) throws -> Bool {
    if let configuration = try PCMConfiguration(of: self, in: file) { return configuration.isLittleEndian }
    guard let box = try MovieBoxes(file, inside: sampleTable)["stsd"] else { return false }
    let description = try file.read(at: box.body, Int(min(box.end - box.body, 1_024)))
    guard description.count > 16,
      ["in24", "in32", "fl32", "fl64"].contains(where: { description[12..<16].elementsEqual($0.utf8) }),
      let mark = description.indices.first(where: { description[$0...].starts(with: "enda".utf8) })
    else { return false }
    return description.bigEndian(at: mark + 4, 2) == 1
  }

  // QUIRK: MP4 and QuickTime: `qtdemux` passes on the shape of pixels (`pasp`) for some codecs. In: GStreamer 1.22. Survey: "mov
  // | ProRes | pixels of 4:3", "mov | QuickTime animation | pixels of 4:3".
  /// The pixel aspect ratio, width to height, in the first sample description (`pasp`, ISO/IEC 14496-12 §12.1.4.2),
  /// which overrides the stream's own; nil without such a box.
  package func pixelAspect(in file: FileBytes) throws -> Rational? {
    guard let aspect = try pictureBox("pasp", in: file) else { return nil }
    let (width, height) = (aspect.bigEndian(at: 0, 4), aspect.bigEndian(at: 4, 4))
    guard width > 0, height > 0, width < height * 64, height < width * 64 else { return nil }
    return try Rational(Int64(width), Int64(height))
  }

  // QUIRK: MP4 and QuickTime: `qtdemux` does not look at the part of the pictures that is meant to be seen (`clap`). In:
  // GStreamer 1.22. Test: "a movie shows its clean aperture".
  /// The part of the pictures that is meant to be seen, by the first sample description (`clap`, §12.1.4.3); nil where it does
  /// not say.
  package func cleanAperture(in file: FileBytes) throws -> CleanAperture? {
    try pictureBox("clap", in: file).flatMap(CleanAperture.init(movieBox:))
  }

  // QUIRK: QuickTime: `qtdemux` passes on some of the orders of fields (`fiel`). In: GStreamer 1.22. Test: "an interlaced frame
  // shows its first field".
  /// The first field of each frame, by the first sample description (`fiel`, QuickTime File Format, video sample
  /// descriptions); nil without that box, and for progressive frames.
  package func firstField(in file: FileBytes) throws -> FieldParity? {
    guard let fields = try pictureBox("fiel", in: file), fields.first == 2 else { return nil }
    return FieldParity(fieldOrder: fields.bigEndian(at: 1, 1))
  }

  // QUIRK: QuickTime: `qtdemux` passes over what colors mean (`colr`) for codecs that it does not know. In: GStreamer 1.22. Test:
  // "good files are verified, and their colors are read".
  /// The colorimetry of the first sample description (`colr`, §12.1.5; its range from Avid's `ACLR`, which `colr` may
  /// lack); nil where it states none.
  package func colors(in file: FileBytes) throws -> Colorimetry? {
    guard let box = try pictureBox("colr", in: file), box.count >= 10 else { return nil }
    let kind = String(decoding: box.prefix(4), as: UTF8.self)
    guard kind == "nclx" || kind == "nclc" else { return nil }
    var colors = Colorimetry(
      isFullRange: nil, matrix: Int(box.bigEndian(at: 8, 2)), transfer: Int(box.bigEndian(at: 6, 2)),
      primaries: Int(box.bigEndian(at: 4, 2)))
    if kind == "nclx", box.count > 10 { colors.isFullRange = box[10] & 0x80 != 0 }
    if let range = try pictureBox("ACLR", in: file), range.starts(with: "ACLR0001".utf8) {
      colors.isFullRange = range.bigEndian(at: 8, 4) == 2
    }
    return colors
  }

  /// The content of the box `type` of the first description of pictures.
  private func pictureBox(_ type: String, in file: FileBytes) throws -> [UInt8]? {
    guard let (bytes, boxes) = try pictureDescription(in: file) else { return nil }
    return boxes[type].map { Array(bytes[Int($0.body)..<Int($0.end)]) }
  }

  // QUIRK: MP4 and QuickTime: `qtdemux` passes over what is said of the pictures' light (`mdcv`, `clli`). In: GStreamer 1.22.
  // Test: "is written in ten bits by every codec that is used for it, and says so".
  /// The mastering light of the first sample description (`mdcv`, `clli`); nil where it has none.
  package func light(in file: FileBytes) throws -> MasteringLight? {
    guard let (bytes, boxes) = try pictureDescription(in: file) else { return nil }
    return MovieLight(readFrom: boxes, of: bytes)?.light
  }

  /// The bytes of the first sample description of pictures, and the boxes in it; nil where there is none.
  private func pictureDescription(in file: FileBytes) throws -> (bytes: [UInt8], boxes: MovieBoxes)? {
    guard let box = try MovieBoxes(file, inside: sampleTable)["stsd"] else { return nil }
    let bytes = try file.read(at: box.body + 8, Int(min(box.end - min(box.end, box.body + 8), 1 << 16)))
    // The description of pictures has 86 bytes before its own boxes.
    guard let description = MovieBoxes(bytes).first, description.body == 8 else { return nil }
    let inner = MovieBoxes.Box(type: description.type, offset: 0, size: description.size, body: 86)
    return (bytes, MovieBoxes(bytes, inside: inner))
  }
}
