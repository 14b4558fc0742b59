public import MediaTime

/// Removing from one track and changing its speed.
extension CompositionTrack {
  /// Takes `timeRange` out of the track and closes the gap (`removeTimeRange(_:)`).
  ///
  /// ```
  ///  before   ├──── A ────┼── B ──┤
  ///                  [       )
  ///  after    ├── A ─┼─ B ┤
  /// ```
  ///
  /// - What stood at the end of the range and later is moved to its start; a segment that reaches into the range from
  ///   either side loses that part.
  /// - A range may go beyond the end of the track, or have no end; what it covers is removed.
  /// - Where what now meets had only been cut, it becomes one segment again: removing what was just inserted leaves the
  ///   track as it was.
  /// - An empty edit that has become the end of the track goes too, unless the track had been made to end in one.
  /// - Nothing is left of a track that is removed whole but the track itself, empty.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, and where a cut falls on no exact time of the media;
  ///   the track is as it was.
  public mutating func removeTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    if let edit = try removal(of: EditRange(timeRange, mayBeEndless: true)) { make(edit) }
  }

  /// Shows what stands in `timeRange` in `duration` instead: slower where that is longer, faster where it is shorter
  /// (`scaleTimeRange(_:toDuration:)`).
  ///
  /// ```
  ///  before   ├──── A ────┼── B ──┤
  ///                 [        )
  ///  after    ├─ A ─┼── A ──┼─── B ───┼ B ┤      the middle of it slower
  /// ```
  ///
  /// - Segments that reach into the range are split at its edges; only what lies inside changes its speed, and all of it
  ///   by the same factor, `timeRange.duration / duration`. Empty edits are scaled too.
  /// - What stood at the end of the range and later is moved.
  /// - Of a range that goes beyond the end of the track, the part that the track has is scaled, by the same factor.
  /// - A `duration` of zero removes the range.
  /// - Where what now meets had only been cut, it becomes one segment again: scaling back leaves the track as it was.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, for a range of no duration, and where the new times
  ///   cannot be written exactly; the track is as it was.
  public mutating func scaleTimeRange(
    _ timeRange: CMTimeRange, toDuration duration: CMTime
  ) throws(EditError) {
    if let edit = try scaling(of: EditRange(timeRange), to: EditArgument(name: "duration").duration(duration)) {
      make(edit)
    }
  }

  /// The edit that removes `range`; nil where there is nothing to do.
  func removal(of range: EditRange) throws(EditError) -> TrackEdit? {
    guard !range.isEmpty, range.start < duration else { return nil }
    return try edit(from: range.start, to: range.end ?? duration, pieces: [], seams: .healed, blaming: "timeRange")
  }

  /// The edit that lets what stands in `range` last `duration`; nil where there is nothing to do.
  func scaling(of range: EditRange, to duration: CMTime) throws(EditError) -> TrackEdit? {
    guard let end = range.end, let length = range.duration?.rational, let scaled = duration.rational,
      length > .zero
    else {
      throw EditError(
        .invalidDuration, argument: "timeRange.duration", "The duration is zero.", expected: "a duration above 0")
    }
    if scaled == .zero { return try removal(of: range) }
    guard range.start < self.duration else { return nil }
    let covered = try Excerpt(of: self, in: range).pieces
    do throws(EditObstacle) {
      guard let ratio = try? scaled / length else { throw .inexact }
      var pieces: [CompositionTrackSegment] = []
      for piece in covered { pieces.append(try piece.stretched(by: ratio, preferring: duration.timescale)) }
      return try TrackEdit(
        of: segments, from: range.start, to: min(end, self.duration), pieces: pieces, seams: .healed)
    } catch {
      throw EditError(error, argument: "duration", trackID: id)
    }
  }

  /// The edit that puts `pieces` in place of [`start`, `end`); `argument` is answerable for it.
  func edit(
    from start: CMTime, to end: CMTime, pieces: [CompositionTrackSegment], seams: TrackEdit.Seams = .cut,
    blaming argument: String
  ) throws(EditError) -> TrackEdit {
    do {
      return try TrackEdit(of: segments, from: start, to: end, pieces: pieces, seams: seams)
    } catch {
      throw EditError(error, argument: argument, trackID: id)
    }
  }

  /// Makes `edit`, which was worked out for the track as it stands.
  mutating func make(_ edit: TrackEdit) {
    edit.apply(to: &segments)
    if segments.isEmpty { videoProperties = nil }
  }

  /// Remembers what the first pictures are like.
  mutating func note(_ excerpts: [Excerpt]) {
    if videoProperties == nil { videoProperties = excerpts.lazy.compactMap(\.videoProperties).first }
  }
}
