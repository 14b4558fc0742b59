public import MediaTime

/// Removing and scaling time ranges of one track.
extension CompositionTrack {
  /// Removes `timeRange` and closes the gap (`removeTimeRange(_:)`).
  ///
  /// ```
  ///  before   ├──── A ────┼── B ──┤
  ///                  [       )
  ///  after    ├── A ─┼─ B ┤
  /// ```
  ///
  /// - The segments after the range are moved to its start; segments that overlap the range lose that part.
  /// - A range may extend beyond the end of the track, or have no end; the part within the track is removed.
  /// - Two segments that meet now are joined where one continues the other, so that removing what was just inserted
  ///   leaves the track as it was.
  /// - Empty edits that come to be the end of the track are removed too, unless the track ended in one before.
  /// - A track that is removed whole stays in its composition, empty.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, and where a border of the range has no exact time
  ///   in the media; the track is unchanged then.
  public mutating func removeTimeRange(_ timeRange: CMTimeRange) throws(EditError) {
    if let edit = try removal(of: EditRange(timeRange, mayBeEndless: true)) { make(edit) }
  }

  /// Changes the speed of the segments in `timeRange` so that they last `duration`: a longer duration is slower, a
  /// shorter one faster (`scaleTimeRange(_:toDuration:)`).
  ///
  /// ```
  ///  before   ├──── A ────┼── B ──┤
  ///                 [        )
  ///  after    ├─ A ─┼── A ──┼─── B ───┼ B ┤      a longer duration: slower
  /// ```
  ///
  /// - Segments that overlap a border of the range are split there. The speed of everything inside, empty edits
  ///   included, is multiplied by `timeRange.duration / duration`.
  /// - The segments after the range are moved.
  /// - A range may extend beyond the end of the track; the part within the track is scaled by the same factor.
  /// - A `duration` of zero removes the range.
  /// - Two segments that meet now are joined where one continues the other, so that scaling back leaves the track as it
  ///   was.
  ///
  /// - Throws: `EditError` for times that are not finite or negative, for a range without duration, and where the new
  ///   times are not exact; the track is unchanged then.
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
    return try edit(
      replacingFrom: range.start, to: range.end ?? duration, with: [], joining: .emptyEditsAndMedia,
      argument: "timeRange")
  }

  /// The edit that scales `range` to `duration`; nil where there is nothing to do.
  func scaling(of range: EditRange, to duration: CMTime) throws(EditError) -> TrackEdit? {
    guard let end = range.end, let length = range.duration?.rational, let scaled = duration.rational,
      length > .zero
    else {
      throw EditError(
        .invalidDuration, argument: "timeRange.duration", "The duration is zero.", expected: "a duration above 0")
    }
    if scaled == .zero { return try removal(of: range) }
    guard range.start < self.duration else { return nil }
    let covered = try ExtractedRange(of: self, in: range).segments
    do throws(SegmentEditError) {
      guard let ratio = try? scaled / length else { throw .inexact }
      var scaledSegments: [CompositionTrackSegment] = []
      for segment in covered {
        scaledSegments.append(try segment.scaled(by: ratio, preferring: duration.timescale))
      }
      return try TrackEdit(
        of: segments, replacingFrom: range.start, to: min(end, self.duration), with: scaledSegments,
        joining: .emptyEditsAndMedia)
    } catch {
      throw EditError(error, argument: "duration", trackID: id)
    }
  }

  /// The edit that replaces [`start`, `end`) by `newSegments`; its errors are attributed to `argument`.
  func edit(
    replacingFrom start: CMTime, to end: CMTime, with newSegments: [CompositionTrackSegment],
    joining: TrackEdit.Joining = .emptyEdits, argument: String
  ) throws(EditError) -> TrackEdit {
    do {
      return try TrackEdit(of: segments, replacingFrom: start, to: end, with: newSegments, joining: joining)
    } catch {
      throw EditError(error, argument: argument, trackID: id)
    }
  }

  /// Makes `edit`, which must have been validated for the track as it is.
  mutating func make(_ edit: TrackEdit) {
    edit.apply(to: &segments)
    if segments.isEmpty { videoProperties = nil }
  }

  /// Records the properties of the first frames that are inserted.
  mutating func recordVideoProperties(of inserted: [ExtractedRange]) {
    if videoProperties == nil { videoProperties = inserted.lazy.compactMap(\.videoProperties).first }
  }
}
