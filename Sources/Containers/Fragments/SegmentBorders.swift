import FoundationEssentials
import MediaFormats
package import MediaTime
package import Rendering

/// The beginnings of segments of a movie that is handed over in segments: at multiples of a length, and wherever the
/// program asks for one.
///
/// ```
///  origin │──────────│──────────│──────────│      a length each
///  pictures  ├──┤├──┤├──┤├──┤├──┤├──┤├──┤         the first at a border, or behind it, begins a segment
///                     ▲           ▲
/// ```
package struct SegmentBorders {
  private let origin: Rational
  /// The length of segments; nil where they begin only when the program asks.
  private let duration: Rational?
  /// The track with which they begin: that of the pictures, or else the first; nil until it is settled which tracks there are.
  private var leading: WriterTrack?
  /// The progress of each track that leads, or may.
  private var tracks: [WriterTrack: Progress] = [:]
  /// Times behind which a segment was to begin, of tracks that have not begun.
  private var asked: [Rational] = []

  /// The progress of a track.
  private struct Progress {
    /// The number of the segment in which its last media lay; nil before the first.
    var number: Int64?
    /// Times behind which a segment is to begin that has not begun.
    var asked: [Rational]
    /// The borders at which segments begin if it leads.
    var waiting: [Rational] = []
  }

  /// The borders of a movie of `settings`.
  ///
  /// - Throws: `RenderError` with `.unsupported` for what such a movie has no place for: its header is gone when that is known.
  package init(_ settings: WriterSettings) throws(RenderError) {
    try Self.check(settings)
    (origin, duration) = (settings.fragmentOrigin ?? .zero, settings.fragmentDuration)
  }

  private static func check(_ settings: WriterSettings) throws(RenderError) {
    func refuse(_ what: String) -> RenderError {
      RenderError(
        .unsupported, "A movie that is handed over in segments has no place for \(what).",
        remedy: "Leave it out, or write a file.")
    }
    guard settings.export.fileType.isMovie else { throw refuse("what is no MP4 or QuickTime") }
    if !settings.subtitles.isEmpty { throw refuse("text") }
    if !settings.metadata.chapters.isEmpty { throw refuse("chapters") }
    if !settings.associations.isEmpty { throw refuse("associations of tracks") }
  }

  /// Settles that the movie is that of `settings`, whose segments begin with `leading`; gives `take` the borders so far.
  ///
  /// - Throws: As the initializer does, and what `take` throws.
  package mutating func settle(
    _ settings: WriterSettings, leading: WriterTrack, to take: (Rational) throws -> Void
  ) throws {
    try Self.check(settings)
    self.leading = leading
    tracks = tracks.filter { $0.key == leading }
    for border in tracks[leading]?.waiting ?? [] { try take(border) }
    tracks[leading]?.waiting = []
  }

  /// Has a segment begin behind `time`.
  package mutating func begin(after time: Rational) {
    asked.append(time)
    for track in tracks.keys { tracks[track]?.asked.append(time) }
  }

  /// Whether a segment begins with what is presented of `track` from `start` to `end`, of a picture its start, if the track leads: the
  /// first one with the first media; none where all of it belongs to the segment before. Of a picture the last border counts.
  ///
  /// - Parameter take: Is given the borders, if the track leads; where that is not settled, they wait.
  package mutating func begin(
    with track: WriterTrack, from start: Rational, until end: Rational, to take: (Rational) throws -> Void
  ) throws -> Bool {
    guard leading == nil || track == leading else { return false }
    var progress = tracks[track] ?? Progress(asked: asked)
    let borders = try borders(of: &progress, from: start, until: end)
    if leading == nil { progress.waiting += borders } else { for border in borders { try take(border) } }
    tracks[track] = progress
    return !borders.isEmpty
  }

  private func borders(of track: inout Progress, from start: Rational, until end: Rational) throws -> [Rational] {
    func number(at time: Rational) throws -> Int64 {
      try duration.map { try ((time - origin) / $0).floor() } ?? 0
    }
    // A picture that ends at a border does not reach into the next segment.
    let reached = start == end ? try number(at: end) : try duration.map { try ((end - origin) / $0).ceil() - 1 } ?? 0
    let last = try track.number ?? number(at: start)
    let found = max(last, reached)
    var borders: [Rational] = []
    if track.number == nil || track.asked.contains(where: { $0 < end }) { borders.append(start) }
    track.number = found
    track.asked.removeAll { $0 < end }
    guard found > last, let duration else { return borders }
    // Of a picture those before it are over.
    for number in (start == end ? found : last + 1)...found { borders.append(try origin + Rational(number) * duration) }
    return borders
  }
}

extension WriterOutput {
  /// Creates the file, if that is what it is; what the muxer writes into; and the borders of segments where there are some.
  ///
  /// - Throws: As `OutputFile` and ``SegmentBorders`` do.
  package func begin(
    _ settings: WriterSettings
  ) throws(RenderError) -> (file: OutputFile?, muxed: PacketMuxer.Output, borders: SegmentBorders?) {
    switch self {
    case .file(let url, let replacing):
      let file = try OutputFile(
        url, replacing: replacing, isInPlace: settings.fragmentDuration != nil && !settings.staysFragmented)
      return (file, .path(file.temporary.path), nil)
    case .segments(let take): return (nil, .segments(take), try SegmentBorders(settings))
    }
  }
}
