public import MediaTime

/// Editing all tracks at once, so that they stay in step. Each verb is done on every track or, where it is refused on one,
/// on none.
extension Composition {
  /// Puts `timeRange` of all tracks of a file at `startTime` (`insertTimeRange(_:of:at:)`).
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
  /// - Each track of the source goes into the first track that is compatible (of its kind and, of pictures, of their size
  ///   and orientation) and not taken by another one of its tracks; a track is added where there is none. Clips of
  ///   different sizes thus come to stand in different tracks.
  /// - What stood at `startTime` and later is moved in *all* tracks, by the duration of the range; where a track gets
  ///   nothing to show for it, or less, an empty edit stands for the rest.
  /// - Where `startTime` is later than the end of a track, an empty edit leads there.
  /// - A range that goes beyond the end of the source, or has no end, is cut off there.
  /// - A range of no duration inserts nothing.
  /// - New tracks do not take over the source's transform, volume or language.
  ///
  /// - Throws: `EditError`, and the composition is as it was: `.invalidTime`, `.invalidDuration` or `.timeNotExact` for
  ///   times that are not finite, negative, or too large; `.outsideMedia` where the source has nothing in the range.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: Asset, at startTime: CMTime
  ) throws(EditError) {
    try insert(timeRange, lasting: asset.duration, at: startTime, calling: asset.reference.name) {
      (range) throws(EditError) in
      var excerpts: [Excerpt] = []
      for track in asset.tracks { excerpts.append(try Excerpt(of: track, in: range)) }
      return excerpts
    }
  }

  /// Puts `timeRange` of another composition, or of this one, at `startTime`: its tracks' segments, cut to the range, so
  /// that nothing is nested.
  ///
  /// ```
  ///  source   ├─ P ─[┼── Q ──)───┤
  ///
  ///  before   ├──── A ────┤                 after    ├─ A ─┼ P ┼─ Q ─┼─ A ─┤
  ///                 ▲ startTime
  /// ```
  ///
  /// It does what insertion of a file does. Tracks that are not enabled are inserted like the others, and tracks that show
  /// or play nothing in the range are not.
  ///
  /// - Throws: As insertion of a file does, and `.invalidSegments` where the segments of a track are not in order.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of composition: Composition, at startTime: CMTime
  ) throws(EditError) {
    try insert(timeRange, lasting: composition.duration, at: startTime, calling: "the composition") {
      (range) throws(EditError) in
      var excerpts: [Excerpt] = []
      for track in composition.tracks { excerpts.append(try Excerpt(of: track, in: range)) }
      return excerpts
    }
  }

  /// Makes room in all tracks: shows and plays nothing over `timeRange` (`insertEmptyTimeRange(_:)`).
  ///
  /// ```
  ///  before   1 ├──── A ────┤               after    1 ├─ A ┼  ┼─ A ──┤
  ///           2 ├─ B ─┤                              2 ├─ B ┼  ┼ B ┤
  ///                 [  )
  /// ```
  ///
  /// In each track it does what `CompositionTrack.insertEmptyTimeRange(_:)` does: a track that ends before the range stays
  /// as it is, and at the end of the composition nothing happens.
  ///
  /// - Throws: `EditError` for times that are not finite, negative, or too large.
  public mutating func insertEmptyTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    let range = try EditRange(timeRange)
    try makeEdits { (track) throws(EditError) in try track.emptyInsertion(of: range) }
  }

  /// Takes `timeRange` out of all tracks and closes the gap (`removeTimeRange(_:)`).
  ///
  /// ```
  ///  before   1 ├──── A ────┤               after    1 ├─ A ┼ A ┤
  ///           2 ├── B ───┤                           2 ├─ B ┤
  ///                  [   )
  /// ```
  ///
  /// In each track it does what `CompositionTrack.removeTimeRange(_:)` does. Tracks that lose everything stay, empty.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, and where a cut falls on no exact time of the media.
  public mutating func removeTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    let range = try EditRange(timeRange, mayBeEndless: true)
    try makeEdits { (track) throws(EditError) in try track.removal(of: range) }
  }

  /// Shows what stands in `timeRange` of all tracks in `duration` instead (`scaleTimeRange(_:toDuration:)`).
  ///
  /// ```
  ///  before   1 ├──── A ────┤               after    1 ├─ A ┼─── A ───┼ A ┤
  ///           2 ├── B ───┤                           2 ├─ B ┼── B ──┤
  ///                [    )
  /// ```
  ///
  /// In each track it does what `CompositionTrack.scaleTimeRange(_:toDuration:)` does, by the same factor, so that what
  /// stood side by side does so afterwards.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, for a range of no duration, and where the new times
  ///   cannot be written exactly.
  public mutating func scaleTimeRange(
    _ timeRange: CMTimeRange, toDuration duration: CMTime
  ) throws(EditError) {
    let range = try EditRange(timeRange)
    let duration = try EditArgument(name: "duration").duration(duration)
    try makeEdits { (track) throws(EditError) in try track.scaling(of: range, to: duration) }
  }

  /// Works out the edit of every track, and then makes them all.
  private mutating func makeEdits(
    _ edit: (CompositionTrack) throws(EditError) -> TrackEdit?
  ) throws(EditError) {
    var edits: [TrackEdit?] = []
    for track in tracks { edits.append(try edit(track)) }
    for (index, edit) in edits.enumerated() {
      if let edit { tracks[index].make(edit) }
    }
  }

  /// Inserts `timeRange` of a source that lasts `length`, of which `excerpts` gives what each of its tracks has in a range.
  private mutating func insert(
    _ timeRange: CMTimeRange, lasting length: CMTime, at startTime: CMTime, calling name: String,
    _ excerpts: (EditRange) throws(EditError) -> [Excerpt]
  ) throws(EditError) {
    let wanted = try EditRange(timeRange, mayBeEndless: length.isNumeric)
    let start = try EditArgument(name: "startTime").time(startTime)
    guard !wanted.isEmpty else { return }
    guard let range = try wanted.cut(at: length), let duration = range.duration else {
      throw EditError(
        .outsideMedia, argument: "timeRange", "There is nothing of \(name) from \(wanted.start.spoken) on.",
        expected: "a range within 0 … \(length.spoken)")
    }
    let insertion = try CompositionInsertion(of: try excerpts(range), lasting: duration, at: start, into: self)
    insertion.apply(to: &self)
  }
}
