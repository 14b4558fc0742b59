public import MediaTime

/// Inserting into one track. Inserted segments keep their speed; the track keeps its transform, volume and language.
extension CompositionTrack {
  /// Inserts `timeRange` of a file's track at `startTime` (`insertTimeRange(_:of:at:)`).
  ///
  /// ```
  ///  source   ├───[ X )──────┤
  ///
  ///  before   ├──── A ────┼── B ──┤
  ///                 ▲ startTime
  ///  after    ├─ A ─┼─ X ─┼─ A ─┼── B ──┤
  /// ```
  ///
  /// - Everything from `startTime` on is moved by the duration that is inserted; a segment that spans it is split.
  /// - `.invalid` as `startTime` stands for the end of the track.
  /// - Where `startTime` is after the end of the track, an empty edit fills the gap.
  /// - A range may extend beyond the end of the source, or have no end; it is clipped there. Where it starts before the
  ///   source, an empty edit fills the difference.
  /// - A range without duration inserts nothing.
  /// - Media that continues the segment before it is not joined with it.
  ///
  /// - Throws: `EditError`, and the track is unchanged: `.invalidTime`, `.invalidDuration` or `.timeNotExact` for times
  ///   that are not finite, negative, or too large; `.wrongMediaType` where the source is of the other media type;
  ///   `.outsideMedia` where the source has no media in the range; `.unsuitableSource` where it is no file's track, or its
  ///   times are estimates.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of track: AssetTrack, at startTime: CMTime
  ) throws(EditError) {
    try insert([try extractedRange(of: track, in: timeRange)], at: startTime)
  }

  /// Inserts `timeRange` of another composition's track, or of this one, at `startTime`.
  ///
  /// ```
  ///  track    ├── P ──[┼── Q ─)────┤
  ///
  ///  before   ├──── A ────┼── B ──┤
  ///                 ▲ startTime
  ///  after    ├─ A ─┼ P ┼─ Q ─┼─ A ─┼── B ──┤
  /// ```
  ///
  /// The rules of insertion from a file apply, and:
  ///
  /// - The segments of the source track are inserted, clipped to the range, with their speeds and pitch algorithms;
  ///   empty edits included. Nothing is nested.
  /// - Empty edits at the end of the range are left out where nothing follows in this track.
  ///
  /// - Throws: As insertion from a file does, and `.invalidSegments` where the source track's segments are not in
  ///   order.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of track: CompositionTrack, at startTime: CMTime
  ) throws(EditError) {
    try insert([try extractedRange(of: track, in: timeRange)], at: startTime)
  }

  /// Inserts several ranges at `startTime`, one after the other; all of them or, where one is invalid, none
  /// (`insertTimeRanges(_:of:at:)`).
  ///
  /// ```
  ///  before   ├──── A ────┤
  ///                 ▲ startTime
  ///  after    ├─ A ─┼ X ┼ nothing ┼ Y ┼─ A ─┤      of: [x, nil, y]
  /// ```
  ///
  /// - `tracks` has the source of each of `timeRanges`; nil stands for an empty edit of the range's duration, whose
  ///   start is ignored (Apple's `NSNull` with an invalid start).
  /// - Each is inserted as by `insertTimeRange(_:of:at:)`, after the one before.
  /// - Consecutive empty edits are joined, and those at the end of the track are left out.
  ///
  /// - Throws: As `insertTimeRange(_:of:at:)` does, with the index of the range in the argument's name;
  ///   `.countMismatch` where the numbers of tracks and ranges differ.
  public mutating func insertTimeRanges(
    _ timeRanges: [CMTimeRange], of tracks: [AssetTrack?], at startTime: CMTime
  ) throws(EditError) {
    guard timeRanges.count == tracks.count else {
      throw EditError(
        .countMismatch, argument: "tracks", trackID: id, "There are \(tracks.count) tracks.",
        expected: "as many as there are time ranges, which are \(timeRanges.count)")
    }
    var sources: [ExtractedRange] = []
    for (index, (timeRange, track)) in zip(timeRanges, tracks).enumerated() {
      let argument = "timeRanges[\(index)]"
      if let track {
        sources.append(try extractedRange(of: track, in: timeRange, argument: argument, source: "tracks[\(index)]"))
      } else {
        let duration = try EditArgument(name: "\(argument).duration").duration(timeRange.duration)
        sources.append(ExtractedRange(emptyFor: duration, mediaType: mediaType))
      }
    }
    try insert(sources, at: startTime)
  }

  /// Inserts an empty edit over `timeRange` (`insertEmptyTimeRange(_:)`).
  ///
  /// ```
  ///  before   ├──── A ────┼── B ──┤
  ///              [  )
  ///  after    ├A─┼  ┼── A ──┼── B ──┤
  /// ```
  ///
  /// - Everything from the start of the range on is moved by its duration; a segment that spans it is split.
  /// - At the end of the track, and after it, nothing happens: tracks do not end in empty edits.
  /// - Adjoining empty edits are joined.
  ///
  /// - Throws: `EditError` for times that are not finite, negative, or too large.
  public mutating func insertEmptyTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    if let edit = try emptyInsertion(of: EditRange(timeRange)) { make(edit) }
  }

  /// The edit that inserts an empty edit over `range`; nil where there is nothing to do.
  func emptyInsertion(of range: EditRange) throws(EditError) -> TrackEdit? {
    guard let duration = range.duration, !range.isEmpty, range.start < self.duration else { return nil }
    return try edit(
      replacingFrom: range.start, to: range.start, with: [.emptyEdit(lasting: duration)], argument: "timeRange")
  }

  private mutating func insert(_ sources: [ExtractedRange], at startTime: CMTime) throws(EditError) {
    let start = try insertionTime(startTime)
    let newSegments = sources.count == 1 ? sources[0].segments : sources.flatMap(\.segments)
    guard !newSegments.isEmpty else { return }
    make(try edit(replacingFrom: start, to: start, with: newSegments, argument: "startTime"))
    recordVideoProperties(of: sources)
  }

  /// `startTime`, or the end of the track where it is invalid.
  private func insertionTime(_ startTime: CMTime) throws(EditError) -> CMTime {
    try EditArgument(name: "startTime").time(startTime.isValid ? startTime : duration)
  }

  private func extractedRange(
    of track: AssetTrack, in timeRange: CMTimeRange, argument: String = "timeRange", source: String = "track"
  ) throws(EditError) -> ExtractedRange {
    try EditArgument(name: source).check(track.mediaType, is: mediaType, trackID: id)
    // An endless range of a still image, which is endless itself, has no end to be clipped to.
    let range = try EditRange(timeRange, argument: argument, mayBeEndless: track.timeRange.duration.isNumeric)
    let extracted = try ExtractedRange(of: track, in: range)
    try check(extracted, of: track.asset?.name ?? "the track", lasting: track.timeRange, in: range)
    return extracted
  }

  private func extractedRange(of track: CompositionTrack, in timeRange: CMTimeRange) throws(EditError) -> ExtractedRange
  {
    try EditArgument(name: "track").check(track.mediaType, is: mediaType, trackID: id)
    let range = try EditRange(timeRange, mayBeEndless: true)
    let extracted = try ExtractedRange(of: track, in: range)
    let extent = CMTimeRange(start: .zero, duration: track.duration)
    try check(extracted, of: "the composition's track \(track.id)", lasting: extent, in: range)
    return extracted
  }

  /// Checks that `extracted`, which is `range` of the source `name` with media in `extent`, is not empty.
  private func check(
    _ extracted: ExtractedRange, of name: String, lasting extent: CMTimeRange, in range: EditRange
  ) throws(EditError) {
    guard extracted.segments.isEmpty, !range.isEmpty else { return }
    throw EditError(
      .outsideMedia, argument: range.argument, trackID: id,
      "There is nothing of \(name) between \(range.start.messageText) and \(range.end?.messageText ?? "its end").",
      expected: "a range within \(extent.start.messageText) … \(extent.end.messageText)")
  }
}
