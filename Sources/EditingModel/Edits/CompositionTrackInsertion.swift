public import MediaTime

/// Inserting into one track. What is inserted keeps its speed; the track keeps its own transform, volume and language.
extension CompositionTrack {
  /// Puts `timeRange` of a file's track at `startTime` (`insertTimeRange(_:of:at:)`).
  ///
  /// ```
  ///  source   ├───[ X )──────┤
  ///
  ///  before   ├──── A ────┼── B ──┤
  ///                 ▲ startTime
  ///  after    ├─ A ─┼─ X ─┼─ A ─┼── B ──┤
  /// ```
  ///
  /// - What stood at `startTime` and later is moved by as much as is inserted; a segment that spans it is split.
  /// - A `startTime` that is `.invalid` is the end of the track.
  /// - Where it is later than the end of the track, an empty edit leads there.
  /// - Only what the source has in the range is inserted: a range that goes beyond its end, or has no end, is cut off
  ///   there, and where the range begins before the source does, an empty edit stands for the difference.
  /// - A range of no duration inserts nothing.
  /// - Media that goes on where the track's own stops stays a segment of its own.
  ///
  /// - Throws: `EditError`, and the track is as it was: `.invalidTime`, `.invalidDuration` or `.timeNotExact` for times
  ///   that are not finite, negative, or too large; `.wrongMediaType` where the source is of the other kind;
  ///   `.outsideMedia` where it has nothing in the range.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of track: AssetTrack, at startTime: CMTime
  ) throws(EditError) {
    try insert([try excerpt(of: track, in: timeRange)], at: startTime)
  }

  /// Puts `timeRange` of another composition's track, or of this one, at `startTime`.
  ///
  /// ```
  ///  track    ├── P ──[┼── Q ─)────┤
  ///
  ///  before   ├──── A ────┼── B ──┤
  ///                 ▲ startTime
  ///  after    ├─ A ─┼ P ┼─ Q ─┼─ A ─┼── B ──┤
  /// ```
  ///
  /// It does what insertion from a file does, and:
  ///
  /// - The segments of the track are inserted, cut to the range, so that nothing is nested: empty edits, speeds and what
  ///   becomes of the pitch are kept.
  /// - An empty edit at the end of what is inserted is left out where nothing follows in this track.
  ///
  /// - Throws: As insertion from a file does, and `.invalidSegments` where the other track's segments are not in order.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of track: CompositionTrack, at startTime: CMTime
  ) throws(EditError) {
    try insert([try excerpt(of: track, in: timeRange)], at: startTime)
  }

  /// Puts several ranges at `startTime`, one after the other; all of them or, where one is refused, none
  /// (`insertTimeRanges(_:of:at:)`).
  ///
  /// ```
  ///  before   ├──── A ────┤
  ///                 ▲ startTime
  ///  after    ├─ A ─┼ X ┼ nothing ┼ Y ┼─ A ─┤      of: [x, nil, y]
  /// ```
  ///
  /// - `tracks` says for each of `timeRanges` which source it is a range of; nil stands for an empty edit of the range's
  ///   duration, whose start means nothing (Apple's `NSNull` with an invalid start).
  /// - Each is inserted as `insertTimeRange(_:of:at:)` would, behind the one before.
  /// - Empty edits that follow each other are one, and those at the end of the track are left out.
  ///
  /// - Throws: As `insertTimeRange(_:of:at:)` does, with the number of the range in the argument's name; `.countMismatch`
  ///   where there are not as many tracks as ranges.
  public mutating func insertTimeRanges(
    _ timeRanges: [CMTimeRange], of tracks: [AssetTrack?], at startTime: CMTime
  ) throws(EditError) {
    guard timeRanges.count == tracks.count else {
      throw EditError(
        .countMismatch, argument: "tracks", trackID: id, "There are \(tracks.count) tracks.",
        expected: "as many as there are time ranges, which are \(timeRanges.count)")
    }
    var excerpts: [Excerpt] = []
    for (index, (timeRange, track)) in zip(timeRanges, tracks).enumerated() {
      let argument = "timeRanges[\(index)]"
      if let track {
        excerpts.append(try excerpt(of: track, in: timeRange, argument: argument, source: "tracks[\(index)]"))
      } else {
        let duration = try EditArgument(name: "\(argument).duration").duration(timeRange.duration)
        excerpts.append(Excerpt(emptyFor: duration, mediaType: mediaType))
      }
    }
    try insert(excerpts, at: startTime)
  }

  /// Makes room: shows and plays nothing over `timeRange` (`insertEmptyTimeRange(_:)`).
  ///
  /// ```
  ///  before   ├──── A ────┼── B ──┤
  ///              [  )
  ///  after    ├A─┼  ┼── A ──┼── B ──┤
  /// ```
  ///
  /// - What stood at the start of the range and later is moved by its duration; a segment that spans it is split.
  /// - At the end of the track, and after it, nothing happens: a track does not end in nothing.
  /// - Where it meets other empty edits, they become one.
  ///
  /// - Throws: `EditError` for times that are not finite, negative, or too large.
  public mutating func insertEmptyTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    if let edit = try emptyInsertion(of: EditRange(timeRange)) { make(edit) }
  }

  /// The edit that makes room for `range`; nil where there is nothing to do.
  func emptyInsertion(of range: EditRange) throws(EditError) -> TrackEdit? {
    guard let duration = range.duration, !range.isEmpty, range.start < self.duration else { return nil }
    return try edit(from: range.start, to: range.start, pieces: [.gap(lasting: duration)], blaming: "timeRange")
  }

  private mutating func insert(_ excerpts: [Excerpt], at startTime: CMTime) throws(EditError) {
    let start = try insertionTime(startTime)
    let pieces = excerpts.count == 1 ? excerpts[0].pieces : excerpts.flatMap(\.pieces)
    guard !pieces.isEmpty else { return }
    make(try edit(from: start, to: start, pieces: pieces, blaming: "startTime"))
    note(excerpts)
  }

  /// `startTime`, or the end of the track where it is invalid.
  private func insertionTime(_ startTime: CMTime) throws(EditError) -> CMTime {
    try EditArgument(name: "startTime").time(startTime.isValid ? startTime : duration)
  }

  private func excerpt(
    of track: AssetTrack, in timeRange: CMTimeRange, argument: String = "timeRange", source: String = "track"
  ) throws(EditError) -> Excerpt {
    try EditArgument(name: source).mediaType(track.mediaType, fitting: mediaType, trackID: id)
    // A still has no end at which a range without one could be cut off.
    let range = try EditRange(timeRange, argument: argument, mayBeEndless: track.timeRange.duration.isNumeric)
    let excerpt = try Excerpt(of: track, in: range)
    try check(excerpt, of: track.asset.name, lasting: track.timeRange, in: range)
    return excerpt
  }

  private func excerpt(of track: CompositionTrack, in timeRange: CMTimeRange) throws(EditError) -> Excerpt {
    try EditArgument(name: "track").mediaType(track.mediaType, fitting: mediaType, trackID: id)
    let range = try EditRange(timeRange, mayBeEndless: true)
    let excerpt = try Excerpt(of: track, in: range)
    let extent = CMTimeRange(start: .zero, duration: track.duration)
    try check(excerpt, of: "the composition's track \(track.id)", lasting: extent, in: range)
    return excerpt
  }

  /// Refuses an `excerpt` of `range` that has nothing; its source, called `name`, has media in `extent`.
  private func check(
    _ excerpt: Excerpt, of name: String, lasting extent: CMTimeRange, in range: EditRange
  ) throws(EditError) {
    guard excerpt.pieces.isEmpty, !range.isEmpty else { return }
    throw EditError(
      .outsideMedia, argument: range.argument, trackID: id,
      "There is nothing of \(name) between \(range.start.spoken) and \(range.end?.spoken ?? "its end").",
      expected: "a range within \(extent.start.spoken) … \(extent.end.spoken)")
  }
}
