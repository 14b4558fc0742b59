import EditingModel
package import MediaFormats
package import MediaTime
import Rendering

/// Puts tracks of few samples into a finished movie: the samples behind its media, and their descriptions into its header.
///
/// ```
///  as the muxer writes it   ftyp │ mdat: pictures and sound │ moov
///  as it is in the end      ftyp │ mdat: pictures and sound │ mdat: samples │ moov, with a trak for each track
/// ```
struct MovieTrackInsertion {
  /// A track, as its boxes say it (ISO/IEC 14496-12 §8).
  struct Track {
    /// Four letters of its handler: "sbtl", "tmcd", "meta".
    var handler: String
    /// The track's title.
    var name: String
    /// Whether it is played by default.
    var isEnabled: Bool
    /// Tracks of the same number above 0 stand for one another.
    var alternateGroup = 0
    /// The transform of its visible content.
    var transform = Transform.identity
    /// The language, by its code of three letters (ISO 639-2/T); nil of one that is not known.
    var language: String?
    /// The same, more exactly: a BCP 47 tag.
    var extendedLanguage: String?
    /// The size in pixels that text is laid out for; zero of what is not seen.
    var size = (width: 0, height: 0)
    /// Four letters of the format, and what the sample description says behind the number of the data reference.
    var description: (type: String, bytes: [UInt8])
    /// The header of media of its kind: `nmhd`, `gmhd`.
    var mediaHeader: [UInt8]
    /// Further statements of it, in its user data and in a box of its own (`meta`); empty for none.
    var userData: [UInt8] = []
    var metadata: [UInt8] = []
    /// Units a second of its times.
    var timescale: Int64
    /// The gap before its first sample, in those units.
    var lead: Int64 = 0
    /// The samples, which follow each other.
    var samples: [Sample]

    /// A sample, in units of its track.
    struct Sample {
      var duration: Int64
      var bytes: [UInt8]
    }

    /// Units a second in which all `times` are whole, a multiple of `first`, if there are fewer than a million; else those of MPEG's clock.
    static func timescale(of times: [Rational], from first: Int64) -> Int64 {
      var scale = first
      for time in times {
        guard let common = scale.leastCommonMultiple(with: time.denominator), common <= 1_000_000 else { return 90_000 }
        scale = common
      }
      return scale
    }
  }

  /// The tracks, in the order in which they follow those that are there.
  let tracks: [Track]

  /// Inserts the tracks, where there are any, into `file`, whose header stands at its end.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if it does not.
  func insert(into file: FileBytes) throws {
    guard !tracks.isEmpty else { return }
    try file.changeMovieHeader(toSay: "more tracks", inserted)
  }

  /// `movie`, the bytes of a movie's header, which begins at `offset`, behind the tracks' samples and with their descriptions.
  private func inserted(in movie: [UInt8], at offset: UInt64) throws -> [UInt8] {
    var movie = movie
    guard let whole = MovieBoxes(movie)["moov"], let head = MovieBoxes(movie, inside: whole)["mvhd"] else {
      throw RenderError(.engineFailed, "The finished movie's header is not where tracks can be put into it.")
    }
    let isLong = head.isLong(in: movie)
    let movieScale = Int64(movie.bigEndian(at: head.content + (isLong ? 20 : 12), 4))
    let numberPlace = head.content + (isLong ? 108 : 96)
    var number = movie.bigEndian(at: numberPlace, 4)
    var samples: [UInt8] = []
    for track in tracks {
      let place = offset + 8 + UInt64(samples.count)
      let box = try track.box(number: number, movieScale: movieScale, samplesAt: place)
      movie.insert(box, at: UInt64(movie.count), growing: [whole])
      samples += track.samples.flatMap(\.bytes)
      number += 1
    }
    movie.setBigEndian(number, at: numberPlace, 4)
    return MovieBoxes.Box.bytes("mdat", samples) + movie
  }
}

extension MovieTrackInsertion.Track {
  /// Its box, as track `number` of a movie of `movieScale` units a second, whose samples begin at `place`.
  fileprivate func box(number: UInt64, movieScale: Int64, samplesAt place: UInt64) throws -> [UInt8] {
    let duration = samples.reduce(0) { $0 + $1.duration }
    let shown = try (try Rational(duration, timescale)).rounded(scaledBy: movieScale)
    let waited = try (try Rational(lead, timescale)).rounded(scaledBy: movieScale)
    guard duration <= Int64(UInt32.max), shown + waited <= Int64(UInt32.max) else {
      throw RenderError(.engineFailed, "The track “\(name)” is too long for its header: \(duration) ticks.")
    }
    // Part of the movie, and enabled where it is to be presented by itself.
    let trackHeader =
      Self.big(2 | (isEnabled ? 1 : 0), 4) + Self.big(0, 8) + Self.big(Int(number), 4) + Self.big(0, 4)
      + Self.big(Int(shown + waited), 4) + Self.big(0, 8) + Self.big(0, 2) + Self.big(alternateGroup, 2)
      + Self.big(0, 4) + Self.unityMatrix + Self.big(size.width << 16, 4) + Self.big(size.height << 16, 4)
    let packed = (language ?? "und").utf8.reduce(0) { $0 << 5 | (Int($1) - 0x60) & 0x1F }
    let mediaHeader =
      Self.big(0, 12) + Self.big(Int(timescale), 4) + Self.big(Int(duration), 4) + Self.big(packed, 2) + Self.big(0, 2)
    let called = Array(name.utf8.prefix(200).filter { $0 != 0 }) + [0]
    let handling = Self.big(0, 8) + Array(handler.utf8) + Self.big(0, 12) + called
    let extended = extendedLanguage.map { Self.box("elng", Self.big(0, 4) + Array($0.utf8) + [0]) } ?? []
    let reference = Self.box("dref", Self.big(0, 4) + Self.big(1, 4) + Self.box("url ", Self.big(1, 4)))
    let information = self.mediaHeader + Self.box("dinf", reference) + Self.box("stbl", table(at: place))
    let media =
      Self.box("mdhd", mediaHeader) + extended + Self.box("hdlr", handling) + Self.box("minf", information)
    let user = userData.isEmpty ? [] : Self.box("udta", userData)
    var head = Self.box("tkhd", trackHeader)
    if transform != .identity, let own = MovieBoxes(head)["tkhd"] {
      try TrackHeader(transform: transform, isEnabled: isEnabled, alternateGroup: alternateGroup)
        .write(into: own, of: &head)
    }
    return Self.box(
      "trak", head + edits(shown, after: waited) + Self.box("mdia", media) + user + metadata)
  }

  /// The edit list, of a track that does not begin with the movie.
  private func edits(_ shown: Int64, after waited: Int64) -> [UInt8] {
    guard waited > 0 else { return [] }
    let entries =
      Self.big(Int(waited), 4) + Self.big(-1, 4) + Self.big(1 << 16, 4)
      + Self.big(Int(shown), 4) + Self.big(0, 4) + Self.big(1 << 16, 4)
    return Self.box("edts", Self.box("elst", Self.big(0, 4) + Self.big(2, 4) + entries))
  }

  /// The sample table.
  private func table(at place: UInt64) -> [UInt8] {
    let entry = Self.box(description.type, Self.big(0, 6) + Self.big(1, 2) + description.bytes)
    let durations = samples.flatMap { Self.big(1, 4) + Self.big(Int($0.duration), 4) }
    let sizes = samples.flatMap { Self.big($0.bytes.count, 4) }
    return Self.box("stsd", Self.big(0, 4) + Self.big(1, 4) + entry)
      + Self.box("stts", Self.big(0, 4) + Self.big(samples.count, 4) + durations)
      + Self.box("stsc", Self.big(0, 4) + Self.big(1, 4) + Self.big(1, 4) + Self.big(samples.count, 4) + Self.big(1, 4))
      + Self.box("stsz", Self.big(0, 8) + Self.big(samples.count, 4) + sizes)
      + Self.box("co64", Self.big(0, 4) + Self.big(1, 4) + Self.big(Int(place), 8))
  }

  /// Pictures that are shown as they stand.
  static let unityMatrix = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30].flatMap { big($0, 4) }

  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] { MovieBoxes.Box.bytes(type, content) }

  static func big(_ number: Int, _ length: Int) -> [UInt8] {
    [UInt8](bigEndian: number, length)
  }
}

extension MovieBoxes {
  /// A movie of `fileType` without a track, which lasts for `duration`, in `timescale` units a second or in those in which that is whole.
  ///
  /// - Throws: `RenderError` with `.unsupported` where it is too long.
  package static func movieWithoutTracks(
    _ fileType: FileType, lasting duration: Rational, _ timescale: Int64?
  ) throws -> [UInt8] {
    typealias Track = MovieTrackInsertion.Track
    let scale = timescale ?? Track.timescale(of: [duration], from: 600)
    let length = try duration.rounded(scaledBy: scale)
    guard length <= Int64(UInt32.max) else {
      throw RenderError(
        .unsupported, "A movie of \(duration) s in \(scale) units a second is too long for its header.",
        remedy: "Choose a coarser time scale.")
    }
    let brand = fileType == .mov ? "qt  " : fileType == .m4a ? "M4A " : "isom"
    let header =
      Track.big(0, 12) + Track.big(Int(scale), 4) + Track.big(Int(length), 4)
      + Track.big(1 << 16, 4) + Track.big(1 << 8, 2) + Track.big(0, 10) + Track.unityMatrix + Track.big(0, 24)
      + Track.big(1, 4)
    return Track.box("ftyp", Array(brand.utf8) + Track.big(512, 4) + Array(brand.utf8))
      + Track.box("moov", Track.box("mvhd", header))
  }
}
