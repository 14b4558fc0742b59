package import MediaFormats
package import MediaTime
import Rendering

/// A movie whose header refers to media in other files (QuickTime File Format, “Movie Resource Formats”; ISO/IEC 14496-12 §8.7.2).
///
/// ```
///  a.mov   ftyp │ mdat ──────── │ moov            movie   ftyp │ moov: trak ─ dref  a.mov, b.mov
///  b.mov   ftyp │ mdat ── │ moov                                        ├ stbl  a's samples, b's samples
///                                                                       └ edts  what of them is shown, and when
/// ```
///
/// Where samples lie in no file of their own they are copied: behind the movie's type, or into a file that is to hold them.
package struct ReferenceMovie {
  /// A track of a file's movie.
  package struct Source: Hashable, Sendable {
    /// The path of the movie that describes it.
    package var path: String
    /// Its number there.
    package var number: Int32

    /// Track `number` of the movie at `path`.
    package init(path: String, number: Int32) { (self.path, self.number) = (path, number) }
  }

  /// A stretch of a track: media, or a gap.
  package struct Part: Sendable {
    /// The track that it is of; nil for nothing.
    package var source: Source?
    /// Its beginning in that movie's time, and its duration, in seconds.
    package var (start, duration): (Rational, Rational)

    /// `duration` seconds of `source` from `start` on.
    package init(of source: Source?, from start: Rational, lasting duration: Rational) {
      (self.source, self.start, self.duration) = (source, start, duration)
    }
  }

  /// A track of pictures or sound.
  package struct Track: Sendable {
    /// Its number.
    package var number: Int32
    /// Whether it is played by default.
    package var isEnabled: Bool
    /// The number of those that stand for one another; nil for what its first source says.
    package var alternateGroup: Int?
    /// The language, by its code of three letters, and as BCP 47 has it; nil for what its first source says.
    package var language: String?
    package var languageTag: String?
    /// The file that its samples are copied into; nil where they are referred to where they are.
    package var storage: MovieSampleStorage?
    /// The stretches of its presentation, in order.
    package var parts: [Part]

    /// A track of `parts`.
    package init(number: Int32, isEnabled: Bool, parts: [Part]) {
      (self.number, self.isEnabled, self.parts) = (number, isEnabled, parts)
    }
  }

  /// The tracks, in the order of the movie.
  package var tracks: [Track]
  /// The kind of movie.
  package var fileType: FileType
  /// The paths of files that go away: samples in them are copied behind the header.
  package var passing: Set<String> = []
  /// The folder to which references to files in it are relative; nil where all are absolute.
  package var folder: String?

  /// A movie of `tracks`.
  package init(_ tracks: [Track], in fileType: FileType) { (self.tracks, self.fileType) = (tracks, fileType) }

  /// Writes the movie to a new file at `path`, its header last. Blocks.
  ///
  /// - Throws: `RenderError` where media cannot be referred to.
  package func write(to path: String) throws {
    let times = try tracks.flatMap { track in
      try track.parts.reduce(into: [Rational.zero]) { ends, part in
        ends.append(try ends[ends.count - 1] + part.duration)
      }
    }
    let scale = MovieTrackInsertion.Track.timescale(of: times, from: 600)
    let empty = try MovieBoxes.movieWithoutTracks(fileType, lasting: times.max() ?? .zero, scale)
    guard let type = MovieBoxes(empty).first else { return }
    if let failure = FileSystem.create(path) {
      throw RenderError(.cannotCreateOutput, "No file can be created at \(path): \(failure.words).")
    }
    let file = try FileBytes(path)
    try file.write(Array(empty[..<Int(type.end)]), at: 0)
    var copy = try MovieMediaCopy(into: file, at: path) {}
    var (header, edits) = (Array(empty[Int(type.end)...]), [[MovieEdits.Entry]]())
    for track in tracks {
      let (box, list) = try made(track, &copy, own: path)
      guard let movie = MovieBoxes(header)["moov"] else { break }
      header.insert(box, at: UInt64(header.count), growing: [movie])
      edits.append(list)
    }
    try copy.finish()
    header = try MovieEdits(tracks: edits).corrected(header)
    if let movie = MovieBoxes(header)["moov"], let head = MovieBoxes(header, inside: movie)["mvhd"] {
      // The number of the next track.
      header.setBigEndian(UInt64(max(0, tracks.map(\.number).max() ?? 0)) + 1, at: head.content + 96, 4)
    }
    try file.write(header, at: file.count)
    try file.synchroniseAndClose()
  }

  private func made(
    _ track: Track, _ copy: inout MovieMediaCopy, own: String
  ) throws -> (box: [UInt8], edits: [MovieEdits.Entry]) {
    var sources: [Source] = []
    for source in track.parts.compactMap(\.source) where !sources.contains(source) { sources.append(source) }
    let found = try sources.map { try ReferencedTrack($0.number, ofMovieAt: $0.path) }
    var media = try zip(sources, found).map { try track.storage?.stored($1.samples, of: $0) ?? $1.samples }
    guard let first = found.first, !media.isEmpty else {
      throw RenderError(.invalidModel, "The track \(track.number) shows nothing.", remedy: "Remove the track.")
    }
    var samples = media.removeFirst()
    for other in media { try samples.append(other) }
    let scale = samples.timescale
    // Where the media of each source begin in those of the track.
    var (starts, end) = ([Int64](), UInt64(0))
    for source in found {
      starts.append(Int64(clamping: end))
      end &+= source.samples.duration.multipliedReportingOverflow(by: scale / source.samples.timescale).partialValue
    }
    var edits: [MovieEdits.Entry] = []
    for part in track.parts where part.duration > .zero {
      guard let source = part.source, let number = sources.firstIndex(of: source) else {
        edits.append(MovieEdits.Entry(duration: part.duration, mediaTime: nil))
        continue
      }
      for (duration, media) in try found[number].shown(from: part.start, lasting: part.duration) {
        let time = try media.map { try $0.rounded(scaledBy: Int64(clamping: scale)) &+ starts[number] }
        edits.append(MovieEdits.Entry(duration: duration, mediaTime: time))
      }
    }
    try copy.take(&samples) { passing.contains($0) }
    return (try first.bytes(track, samples, own: own, relativeTo: folder), edits)
  }
}

extension ReferenceMovie {
  /// Whether the movie at `path` refers to media in other files; false of what is none.
  package static func leadsElsewhere(_ path: String) -> Bool {
    guard let file = try? FileBytes(path, isReadOnly: true), let movie = try? MovieTracks(of: file) else {
      return false
    }
    return movie.tracks.contains(where: \.isElsewhere)
  }

  /// Writes the movie at `path` with all media that it refers to into a new file at `other`. Blocks; `cancellation` ends it.
  ///
  /// - Throws: `RenderError` where a file is missing, or is no movie; `.cancelled`.
  package static func gather(movieAt path: String, into other: String, _ cancellation: Cancellation) throws {
    let source = try ReferencedPlaces.file(at: path)
    guard let movie = try MovieTracks(of: source), let box = try MovieBoxes(source)["moov"], box.size < 1 << 30 else {
      throw RenderError(.mediaUnreadable, "The movie at \(path) has no header.")
    }
    if let failure = FileSystem.create(other) {
      throw RenderError(.cannotCreateOutput, "No file can be created at \(other): \(failure.words).")
    }
    let file = try FileBytes(other)
    if let type = try MovieBoxes(source)["ftyp"], type.size < 1 << 16 {
      try file.write(try source.read(at: type.offset, Int(type.size)), at: 0)
    }
    var header = try source.read(at: box.offset, Int(box.size))
    var copy = try MovieMediaCopy(into: file, at: other) { try cancellation.check() }
    // From the last to the first, so that the offsets of those that are left stay right.
    for track in movie.tracks.reversed() {
      let sizes = try MovieSampleTable.Entries("stsz", in: MovieBoxes(source, inside: track.sampleTable), of: source)
      // A track without samples refers to nothing.
      if sizes?.number(at: 8) == 0 { continue }
      var samples = try ReferencedTrack(track.number, ofMovieAt: path).samples
      try copy.take(&samples) { _ in true }
      try Self.replaceTable(ofTrack: track.number, in: &header, samples, own: other)
    }
    try copy.finish()
    try file.write(header, at: file.count)
    try file.close()
  }

  /// Has the track `number` of `header`, the bytes of a movie's header, list `samples` instead of its own.
  private static func replaceTable(
    ofTrack number: Int32, in header: inout [UInt8], _ samples: ReferencedSamples, own: String
  ) throws {
    guard let movie = MovieBoxes(header)["moov"] else { return }
    for track in MovieBoxes(header, inside: movie).all("trak") {
      guard let head = MovieBoxes(header, inside: track)["tkhd"],
        header.bigEndian(at: TrackHeaderFields(of: head, in: header).number, 4) == UInt64(max(0, number)),
        let media = MovieBoxes(header, inside: track)["mdia"],
        let information = MovieBoxes(header, inside: media)["minf"],
        let table = MovieBoxes(header, inside: information)["stbl"]
      else { continue }
      let others = MovieBoxes(header, inside: table).filter { !ReferencedSamples.tableTypes.contains($0.type) }
        .flatMap { Array(header[Int($0.offset)..<Int($0.end)]) }
      let kept = MovieBoxes(header, inside: information).filter { $0.type != "dinf" && $0.type != "stbl" }
        .flatMap { Array(header[Int($0.offset)..<Int($0.end)]) }
      let places = samples.places
      let made = MovieBoxes.Box.bytes(
        "minf", kept + ReferencedPlaces.box(places, own: own, relativeTo: nil) + samples.table(places, beside: others))
      header.replaceSubrange(Int(information.offset)..<Int(information.end), with: made)
      header.grow([media, track, movie], by: made.count - Int(information.size))
      return
    }
  }
}
