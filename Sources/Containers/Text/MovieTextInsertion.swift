import MediaFormats
import MediaTime
import Rendering
import Subtitles

/// Puts tracks of timed text into a finished movie: their letters behind its media, and their descriptions into its header.
///
/// ```
///  as the muxer writes it   ftyp │ mdat: pictures and sound │ moov
///  as it is in the end      ftyp │ mdat: pictures and sound │ mdat: letters │ moov, with a trak for each track of text
/// ```
///
/// Text that nothing is read in is an empty sample, so that the samples of a track follow each other from the beginning.
struct MovieTextInsertion {
  private let tracks: [SubtitleTrack]
  /// The language of each track, by its code of three letters (ISO 639-2/T); nil of one that is not known.
  private let languages: [String?]
  private let size: (width: Int, height: Int)
  /// How long the film is, where that is known beforehand.
  private let duration: Rational?

  /// The tracks of text of `settings`, in `languages`, a code of three letters for each.
  init(_ settings: WriterSettings, languages: [String?]) {
    self.languages = languages
    tracks = settings.subtitles
    size = settings.textSize
    duration = settings.pictures?.expectedDuration
  }

  /// A sample of text, in units of its track.
  private struct Sample {
    var duration: Int64
    var bytes: [UInt8]
  }

  /// Inserts the tracks into `file`, whose header stands at its end.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if it does not.
  func insert(into file: FileBytes) throws {
    guard let header = try MovieBoxes(file).first(where: { $0.type == "moov" }), header.end == file.count,
      header.size < 1 << 30
    else { throw Self.strange }
    var movie = try file.read(at: header.offset, Int(header.size))
    guard movie.count == Int(header.size),
      let whole = MovieBoxes(movie).first(where: { $0.type == "moov" }),
      let head = MovieBoxes(movie, inside: whole).first(where: { $0.type == "mvhd" })
    else { throw Self.strange }
    let isLong = head.isLong(in: movie)
    let movieScale = Int64(movie.bigEndian(at: head.content + (isLong ? 20 : 12), 4))
    let numberPlace = head.content + (isLong ? 108 : 96)
    var number = movie.bigEndian(at: numberPlace, 4)
    var letters: [UInt8] = []
    for (track, language) in zip(tracks, languages) {
      let writer = SubtitleTrackWriter(track.document, as: .movieText, width: size.width, height: size.height)
      let packets = writer.packets
      let scale = Self.timescale(of: packets)
      let samples = try samples(of: packets, scale: scale)
      let place = header.offset + 8 + UInt64(letters.count)
      let box = try description(
        of: track, language: language, samples, header: writer.header, number: number, scale: scale,
        movieScale: movieScale, at: place)
      movie.insert(box, at: UInt64(movie.count), growing: [whole])
      letters += samples.flatMap(\.bytes)
      number += 1
    }
    movie.setBigEndian(number, at: numberPlace, 4)
    try file.write(MovieBoxes.Box.bytes("mdat", letters) + movie, at: header.offset)
  }

  private static let strange = RenderError(
    .engineFailed, "The finished movie's header is not where tracks of text can be put into it.")

  /// Units a second in which all times of `packets` are whole, if there are fewer than a million; else those of MPEG's clock.
  private static func timescale(of packets: [SubtitlePacket]) -> Int64 {
    var scale: Int64 = 1_000
    for time in packets.flatMap({ [$0.start, $0.end] }) {
      guard let common = scale.leastCommonMultiple(with: time.denominator), common <= 1_000_000 else { return 90_000 }
      scale = common
    }
    return scale
  }

  /// The samples of a track, with empty ones where there is nothing to read.
  private func samples(of packets: [SubtitlePacket], scale: Int64) throws -> [Sample] {
    var samples: [Sample] = []
    var time: Int64 = 0
    for packet in packets {
      let start = try packet.start.rounded(scaledBy: scale)
      let end = try packet.end.rounded(scaledBy: scale)
      if start > time { samples.append(Sample(duration: start - time, bytes: [0, 0])) }
      guard end > max(start, time) else { continue }
      samples.append(Sample(duration: end - max(start, time), bytes: packet.bytes))
      time = end
    }
    // Players take the last text for one that stays unless something follows it.
    let end = try duration?.rounded(scaledBy: scale) ?? 0
    if end > time || samples.isEmpty { samples.append(Sample(duration: max(1, end - time), bytes: [0, 0])) }
    return samples
  }

  // MARK: Boxes (ISO/IEC 14496-12 §8)

  private func description(
    of track: SubtitleTrack, language: String?, _ samples: [Sample], header: [UInt8], number: UInt64, scale: Int64,
    movieScale: Int64, at place: UInt64
  ) throws -> [UInt8] {
    let duration = samples.reduce(0) { $0 + $1.duration }
    let shown = try (try Rational(duration, scale)).rounded(scaledBy: movieScale)
    guard duration <= Int64(UInt32.max), shown <= Int64(UInt32.max) else {
      throw RenderError(.engineFailed, "The subtitles are too long for their header: \(duration) ticks.")
    }
    let matrix = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30].flatMap { Self.big($0, 4) }
    // Part of the movie, and enabled where it is to be shown by itself. All texts are alternatives to one another.
    let flags = 2 | (track.isDefault ? 1 : 0)
    let trackHeader =
      Self.big(flags, 4) + Self.big(0, 8) + Self.big(Int(number), 4) + Self.big(0, 4) + Self.big(Int(shown), 4)
      + Self.big(0, 8) + Self.big(0, 2) + Self.big(2, 2) + Self.big(0, 4) + matrix + Self.big(size.width << 16, 4)
      + Self.big(size.height << 16, 4)
    let packed = (language ?? "und").utf8.reduce(0) { $0 << 5 | (Int($1) - 0x60) & 0x1F }
    let mediaHeader =
      Self.big(0, 12) + Self.big(Int(scale), 4) + Self.big(Int(duration), 4) + Self.big(packed, 2) + Self.big(0, 2)
    let name = Array((track.name ?? "Subtitles").utf8.prefix(200).filter { $0 != 0 }) + [0]
    let handler = Self.big(0, 8) + Array("sbtl".utf8) + Self.big(0, 12) + name
    let exact = track.languageTag?.exactLanguage
    let extended = exact.map { Self.box("elng", Self.big(0, 4) + Array($0.utf8) + [0]) } ?? []
    var entry = header
    if track.isForced { entry.setBigEndian(0xC000_0000, at: 0, 4) }
    let description = Self.box("tx3g", Self.big(0, 6) + Self.big(1, 2) + entry)
    let table =
      Self.box("stsd", Self.big(0, 4) + Self.big(1, 4) + description)
      + Self.box(
        "stts",
        Self.big(0, 4) + Self.big(samples.count, 4) + samples.flatMap { Self.big(1, 4) + Self.big(Int($0.duration), 4) }
      )
      + Self.box("stsc", Self.big(0, 4) + Self.big(1, 4) + Self.big(1, 4) + Self.big(samples.count, 4) + Self.big(1, 4))
      + Self.box("stsz", Self.big(0, 8) + Self.big(samples.count, 4) + samples.flatMap { Self.big($0.bytes.count, 4) })
      + Self.box("co64", Self.big(0, 4) + Self.big(1, 4) + Self.big(Int(place), 8))
    let reference = Self.box("dref", Self.big(0, 4) + Self.big(1, 4) + Self.box("url ", Self.big(1, 4)))
    let information = Self.box("nmhd", Self.big(0, 4)) + Self.box("dinf", reference) + Self.box("stbl", table)
    let media =
      Self.box("mdhd", mediaHeader) + extended + Self.box("hdlr", handler) + Self.box("minf", information)
    // What DASH calls the track's role, which ffmpeg reads.
    let role = Self.big(0, 4) + Array("urn:mpeg:dash:role:2011".utf8) + [0] + Array("forced-subtitle".utf8) + [0]
    let user = track.isForced ? Self.box("udta", Self.box("kind", role)) : []
    return Self.box("trak", Self.box("tkhd", trackHeader) + Self.box("mdia", media) + user)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { MovieBoxes.Box.bytes(type, content) }

  private static func big(_ number: Int, _ length: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    bytes.setBigEndian(UInt64(truncatingIfNeeded: number), at: 0, length)
    return bytes
  }
}
