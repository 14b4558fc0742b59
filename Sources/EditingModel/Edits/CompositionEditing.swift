public import MediaTime

/// Editing all tracks at once, which keeps them in sync. Each edit is made on every track or, where it is invalid on
/// one, on none.
extension Composition {
  /// Inserts `timeRange` of all tracks of a file at `startTime` (`insertTimeRange(_:of:at:)`).
  ///
  /// ```
  ///  source   picture ├──[ X )──┤           before   1 video  ├──── A ────┤
  ///           sound   ├──[ Y )──┤                    2 video  ├──── B ────────┤
  ///                                                                ▲ startTime
  ///                                         after    1 video  ├─ A ─┼─ X ─┼─ A ─┤
  ///                                                  2 video  ├─ B ─┼     ┼── B ────┤
  ///                                                  3 audio  ├     ┼─ Y ─┤
  /// ```
  ///
  /// - Each track of the source goes into the first compatible track (of its media type and, for video, of its size and
  ///   orientation) that no other of its tracks goes into; where there is none, a track is added. Clips of different
  ///   sizes thus go into different tracks.
  /// - Everything from `startTime` on is moved in *all* tracks, by the duration of the range; a track that gets less
  ///   media than that, or none, gets an empty edit for the rest.
  /// - Where `startTime` is after the end of a track, an empty edit fills the gap.
  /// - A range may extend beyond the end of the source, or have no end; it is clipped there.
  /// - A range without duration inserts nothing.
  /// - What the file does not play by itself (``Asset/plays(_:)``) goes into tracks that are not enabled, and all else into
  ///   those that are: a new track is enabled, or not, accordingly. Enabling it is choosing it.
  /// - New tracks do not take over the source's transform, volume or language.
  ///
  /// - Throws: `EditError`, and the composition is unchanged: `.invalidTime`, `.invalidDuration` or `.timeNotExact` for
  ///   times that are not finite, negative, or too large; `.outsideMedia` where the source has no media in the range.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: Asset, at startTime: CMTime
  ) throws(EditError) {
    try insert(timeRange, lasting: asset.duration, at: startTime, from: asset.reference.name) {
      (range) throws(EditError) in
      var sources: [ExtractedRange] = []
      for track in asset.tracks {
        var source = try ExtractedRange(of: track, in: range)
        source.isEnabled = asset.plays(track)
        sources.append(source)
      }
      return sources
    }
  }

  /// Inserts `timeRange` of another composition, or of this one, at `startTime`: the segments of its tracks, clipped to
  /// the range. Nothing is nested.
  ///
  /// ```
  ///  source   ├─ P ─[┼── Q ──)───┤
  ///
  ///  before   ├──── A ────┤                 after    ├─ A ─┼ P ┼─ Q ─┼─ A ─┤
  ///                 ▲ startTime
  /// ```
  ///
  /// The rules of inserting a file apply. Disabled tracks are inserted like the others; tracks without media in the
  /// range are not.
  ///
  /// - Throws: As inserting a file does, and `.invalidSegments` where the segments of a track are not in order.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of composition: Composition, at startTime: CMTime
  ) throws(EditError) {
    try insert(timeRange, lasting: composition.duration, at: startTime, from: "the composition") {
      (range) throws(EditError) in
      var sources: [ExtractedRange] = []
      for track in composition.tracks { sources.append(try ExtractedRange(of: track, in: range)) }
      return sources
    }
  }

  /// Inserts an empty edit over `timeRange` into all tracks (`insertEmptyTimeRange(_:)`).
  ///
  /// ```
  ///  before   1 ├──── A ────┤               after    1 ├─ A ┼  ┼─ A ──┤
  ///           2 ├─ B ─┤                              2 ├─ B ┼  ┼ B ┤
  ///                 [  )
  /// ```
  ///
  /// The rules of `CompositionTrack.insertEmptyTimeRange(_:)` apply to each track: one that ends before the range stays
  /// as it is, and at the end of the composition nothing happens.
  ///
  /// - Throws: `EditError` for times that are not finite, negative, or too large.
  public mutating func insertEmptyTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    let range = try EditRange(timeRange)
    try makeEdits { (track) throws(EditError) in try track.emptyInsertion(of: range) }
  }

  /// Removes `timeRange` from all tracks and closes the gap (`removeTimeRange(_:)`).
  ///
  /// ```
  ///  before   1 ├──── A ────┤               after    1 ├─ A ┼ A ┤
  ///           2 ├── B ───┤                           2 ├─ B ┤
  ///                  [   )
  /// ```
  ///
  /// The rules of `CompositionTrack.removeTimeRange(_:)` apply to each track. Tracks that lose everything stay, empty.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, and where a border of the range has no exact time
  ///   in the media.
  public mutating func removeTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    let range = try EditRange(timeRange, mayBeEndless: true)
    try makeEdits { (track) throws(EditError) in try track.removal(of: range) }
  }

  /// Changes the speed of `timeRange` of all tracks so that it lasts `duration` (`scaleTimeRange(_:toDuration:)`).
  ///
  /// ```
  ///  before   1 ├──── A ────┤               after    1 ├─ A ┼─── A ───┼ A ┤
  ///           2 ├── B ───┤                           2 ├─ B ┼── B ──┤
  ///                [    )
  /// ```
  ///
  /// The rules of `CompositionTrack.scaleTimeRange(_:toDuration:)` apply to each track, with the same factor, so that
  /// the tracks stay in sync.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, for a range without duration, and where the new
  ///   times are not exact.
  public mutating func scaleTimeRange(
    _ timeRange: CMTimeRange, toDuration duration: CMTime
  ) throws(EditError) {
    let range = try EditRange(timeRange)
    let duration = try EditArgument(name: "duration").duration(duration)
    try makeEdits { (track) throws(EditError) in try track.scaling(of: range, to: duration) }
  }

  /// Validates the edit of every track, and then makes them all.
  private mutating func makeEdits(
    _ edit: (CompositionTrack) throws(EditError) -> TrackEdit?
  ) throws(EditError) {
    var edits: [TrackEdit?] = []
    for track in tracks { edits.append(try edit(track)) }
    for (index, edit) in edits.enumerated() {
      if let edit { tracks[index].make(edit) }
    }
  }

  /// Inserts `timeRange` of the source `name`, which lasts `length`; `tracks` extracts a range of each of its tracks.
  private mutating func insert(
    _ timeRange: CMTimeRange, lasting length: CMTime, at startTime: CMTime, from name: String,
    _ tracks: (EditRange) throws(EditError) -> [ExtractedRange]
  ) throws(EditError) {
    let requested = try EditRange(timeRange, mayBeEndless: length.isNumeric)
    let start = try EditArgument(name: "startTime").time(startTime)
    guard !requested.isEmpty else { return }
    guard let range = try requested.clamped(before: length), let duration = range.duration else {
      throw EditError(
        .outsideMedia, argument: "timeRange", "There is nothing of \(name) from \(requested.start.messageText) on.",
        expected: "a range within 0 … \(length.messageText)")
    }
    let insertion = try CompositionInsertion(of: try tracks(range), lasting: duration, at: start, into: self)
    insertion.apply(to: &self)
  }
}
