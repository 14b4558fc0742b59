package import MediaFormats
package import MediaTime
package import Rendering

/// Completion of a movie's header as libavformat wrote it (ISO/IEC 14496-12 §8) with statements, beside its edit
/// lists, that the muxer has no place for.
///
/// * Tracks have their transforms, groups, volumes and exact languages, and what is said of them.
/// * Pictures of high dynamic range say what they were mastered on.
/// * The movie has what it was to say of itself.
package struct MovieHeader {
  /// The wanted edit list of one track.
  package struct Edit: Sendable {
    /// Units of the track before the presentation.
    package var start: Int64
    /// The end of the presentation, in seconds of the movie, whose beginning is that of the presentation unless `begin`
    /// is later.
    package var duration: Rational
    /// The first presentation time, in seconds of the movie, whatever the track has before.
    package var begin: Rational

    /// An edit that begins at `start` and ends after `duration` seconds, with an empty edit before `begin`.
    package init(start: Int64 = 0, duration: Rational, begin: Rational = .zero) {
      self.start = start
      self.duration = duration
      self.begin = begin
    }
  }

  /// Headers of the tracks, in the file's order.
  package var tracks: [TrackHeader] = []
  /// Metadata of the movie, and its kind.
  package var stated = StatedItems(items: [])
  package var fileType = FileType.mp4
  /// Mastering light of the pictures.
  package var light: MasteringLight?

  /// The statements of `tracks`, of the movie, `stated`, and of its pictures, `light`.
  package init(
    tracks: [TrackHeader] = [], stated: StatedItems = StatedItems(items: []), fileType: FileType = .mp4,
    light: MasteringLight? = nil
  ) {
    self.tracks = tracks
    self.stated = stated
    self.fileType = fileType
    self.light = light
  }

  /// Completes the header of the file, which libavformat wrote: tracks have their transforms, groups and exact languages, pictures
  /// their light, and the movie what the muxer has no place for.
  ///
  /// - Returns: The metadata that a movie's header has no place for.
  /// - Throws: `RenderError` with `.engineFailed` if the file has no header at its end.
  @discardableResult package func complete(_ file: FileBytes) throws -> [MetadataItem] {
    let missing = try stated.missing(inMovie: file)
    try file.changeMovieHeader(toSay: "lengths and metadata") { movie, _ in try completed(movie, stating: missing) }
    return missing.filter { !MovieKeys.holds($0) }
  }

  /// Writes the alternate groups of the first tracks of the finished movie at `path`: alternates share a number above
  /// 0; nil leaves a track unchanged.
  ///
  /// - Throws: `RenderError` with `.engineFailed` if the file has no header.
  package static func write(alternateGroups groups: [Int?], intoMovieAt path: String) throws {
    guard groups.contains(where: { $0 != nil }) else { return }
    let file = try FileBytes(path)
    guard let movie = try MovieBoxes(file).last(where: { $0.type == "moov" }) else {
      throw RenderError(.engineFailed, "The finished file has no movie header.")
    }
    let tracks = try MovieBoxes(file, inside: movie).all("trak")
    for (track, group) in zip(tracks, groups) {
      guard let group, let head = try MovieBoxes(file, inside: track)["tkhd"] else {
        continue
      }
      let fields = TrackHeaderFields(in: try file.read(at: head.body, 1))
      try file.write([UInt8](bigEndian: UInt64(clamping: group), 2), at: head.body + UInt64(fields.alternateGroup))
    }
    try file.synchroniseAndClose()
  }

  /// `movie`, the bytes of a movie's header, with what belongs there, and with `missing` of what the movie says of itself.
  package func completed(_ movie: [UInt8], stating missing: [MetadataItem]) throws -> [UInt8] {
    var bytes = try MovieStatements(tracks: tracks).inserted(in: movie)
    TrackStatements.insert(tracks.map { TrackStatements($0.items ?? [], in: fileType) }, into: &bytes)
    bytes = try MovieKeys(missing, in: fileType).inserted(in: bytes)
    if let light { bytes = MovieLight(light: light).inserted(in: bytes) }
    if let whole = MovieBoxes(bytes)["moov"] {
      for (track, box) in zip(tracks, MovieBoxes(bytes, inside: whole).all("trak")) {
        guard let head = MovieBoxes(bytes, inside: box)["tkhd"] else { continue }
        try track.write(into: head, of: &bytes)
      }
      MovieStatements.leaveLanguageOfChaptersOpen(in: &bytes, whole)
    }
    return bytes
  }
}
