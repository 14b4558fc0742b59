import MediaTime
import Rendering

/// A track of a movie whose samples may lie in other files: its boxes, and where in its media what is shown begins.
struct ReferencedTrack {
  /// The samples, with the files in which they lie.
  let samples: ReferencedSamples
  /// Units a second of the movie's own times.
  private let movieTimescale: UInt64
  private let edits: [MovieTracks.Edit]
  private let file: FileBytes
  private let box: MovieBoxes.Box

  /// Track `number` of the movie at `path`.
  ///
  /// - Throws: `RenderError` where it has no such track, or one that cannot be referred to: in fragments, or with parts at another speed.
  init(_ number: Int32, ofMovieAt path: String) throws {
    file = try ReferencedPlaces.file(at: path)
    guard let movie = try MovieTracks(of: file), movie.timescale > 0, let track = movie.track(numbered: number),
      let box = try Self.box(number, of: file)
    else {
      throw RenderError(
        .unsupported, "The file at \(path) has no track \(number) as movies have them, which a header could refer to.",
        remedy: "Write the movie with its media.")
    }
    guard !movie.isFragmented, let edits = track.edits, edits.allSatisfy(\.isAtNormalRate) else {
      throw RenderError(
        .unsupported,
        "The movie at \(path) is in fragments, or shows its media at another speed: a header cannot refer to it.",
        remedy: "Write the movie with its media.")
    }
    (self.box, self.edits, movieTimescale) = (box, edits, movie.timescale)
    let data = try MovieBoxes(file, inside: Self.information(box, of: file))["dinf"]
    samples = try ReferencedSamples(
      of: track, in: file, at: path, ReferencedPlaces.paths(in: data, of: file, at: path))
  }

  private static func box(_ number: Int32, of file: FileBytes) throws -> MovieBoxes.Box? {
    guard let movie = try MovieBoxes(file)["moov"] else { return nil }
    return try MovieBoxes(file, inside: movie).all("trak").first { track in
      guard let head = try MovieBoxes(file, inside: track)["tkhd"] else { return false }
      let bytes = try file.read(at: head.body, 24)
      return Int32(truncatingIfNeeded: bytes.bigEndian(at: TrackHeaderFields(in: bytes).number, 4)) == number
    }
  }

  private static func information(_ track: MovieBoxes.Box, of file: FileBytes) throws -> MovieBoxes.Box? {
    let media = try MovieBoxes(file, inside: track)["mdia"]
    return try media.flatMap { try MovieBoxes(file, inside: $0)["minf"] }
  }

  /// The media of the presentation for `duration` from `start` on in the movie's time: the duration of each stretch and
  /// its start in the media, in seconds; nil for a gap.
  func shown(from start: Rational, lasting duration: Rational) throws -> [(duration: Rational, media: Rational?)] {
    let stop = try start + duration
    var (time, need) = (Rational.zero, start)
    var found: [(Rational, Rational?)] = []
    let whole = MovieTracks.Edit(duration: 0, mediaTime: 0, isAtNormalRate: true)
    let list = edits.isEmpty ? [whole] : edits
    for (number, edit) in list.enumerated() where need < stop {
      let length =
        try edit.mediaDuration.map { try Self.seconds($0, samples.timescale) }
        ?? Self.seconds(edit.duration, movieTimescale)
      // The last one is shown as far as the media go.
      let isOpen = number + 1 == list.count || edit.duration == 0
      let end = isOpen ? max(stop, try time + length) : try time + length
      if end > need {
        let until = min(end, stop)
        let place = try edit.mediaTime.map { try Self.seconds($0, samples.timescale) + (need - time) }
        found.append((try until - need, place))
        need = until
      }
      time = end
    }
    return found
  }

  private static func seconds(_ units: UInt64, _ timescale: UInt64) throws -> Rational {
    try Rational(Int64(clamping: units), Int64(clamping: timescale))
  }

  /// The track's box with `samples` instead, as `track` of a movie; without an edit list and associations. Boxes that stand beside
  /// the sample table's usual ones are kept where the samples are its own.
  func bytes(_ track: ReferenceMovie.Track, _ samples: ReferencedSamples, own: String, relativeTo folder: String?)
    throws
    -> [UInt8]
  {
    typealias Box = MovieBoxes.Box
    let parts = try MovieBoxes(file, inside: box)
    guard let head = parts["tkhd"], let media = parts["mdia"],
      let header = try MovieBoxes(file, inside: media)["mdhd"], let information = try Self.information(box, of: file),
      let table = try MovieBoxes(file, inside: information)["stbl"]
    else { throw RenderError(.engineFailed, "A track lost its boxes while they were read.") }
    var trackHeader = try bytes(of: head)
    let fields = TrackHeaderFields(in: trackHeader, at: Int(head.body - head.offset))
    trackHeader.setBigEndian(UInt64(max(0, track.number)), at: fields.number, 4)
    let flags = trackHeader.bigEndian(at: fields.flags, 1)
    trackHeader.setBigEndian(track.isEnabled ? flags | 1 : flags & ~1, at: fields.flags, 1)
    if let group = track.alternateGroup {
      trackHeader.setBigEndian(UInt64(clamping: group), at: fields.alternateGroup, 2)
    }
    let old = try file.read(at: header.body, 40)
    let code = old.bigEndian(at: old.first == 1 ? 32 : 20, 2)
    let language = track.language.map { MovieKeys.packed($0) }.flatMap { $0 > 0 ? $0 : nil } ?? code
    let mediaHeader =
      [1, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [UInt8](bigEndian: samples.timescale, 4)
      + [UInt8](bigEndian: samples.duration, 8) + [UInt8](bigEndian: language, 2) + [0, 0]
    let isWhole = samples.count == self.samples.count
    let others = isWhole ? try bytes(inside: table) { !ReferencedSamples.tableTypes.contains($0) } : []
    let places = samples.places
    let informing =
      try bytes(inside: information) { $0 != "dinf" && $0 != "stbl" }
      + ReferencedPlaces.box(places, own: own, relativeTo: folder) + samples.table(places, beside: others)
    let tag = track.languageTag.map { Box.bytes("elng", [0, 0, 0, 0] + Array($0.utf8) + [0]) }
    let handling = try bytes(inside: media) { $0 != "mdhd" && $0 != "minf" && ($0 != "elng" || tag == nil) }
    return Box.bytes(
      "trak",
      trackHeader
        + Box.bytes("mdia", Box.bytes("mdhd", mediaHeader) + (tag ?? []) + handling + Box.bytes("minf", informing))
        + (try bytes(inside: box) { !["tkhd", "edts", "mdia", "tref"].contains($0) }))
  }

  /// The bytes of the boxes inside `parent` whose types `isWanted`.
  private func bytes(inside parent: MovieBoxes.Box, where isWanted: (String) -> Bool) throws -> [UInt8] {
    try MovieBoxes(file, inside: parent).filter { isWanted($0.type) }.flatMap { try bytes(of: $0) }
  }

  private func bytes(of box: MovieBoxes.Box) throws -> [UInt8] {
    guard box.size < 1 << 28, box.end <= file.count else {
      throw RenderError(.mediaUnreadable, "The box “\(box.type)” of a movie is longer than headers are.")
    }
    return try file.read(at: box.offset, Int(box.size))
  }
}
