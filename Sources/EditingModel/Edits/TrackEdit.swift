import MediaTime

/// A validated edit of a track's segments, which cannot fail any more when it is made.
///
/// Every edit replaces a range of the track with new segments and moves what follows:
///
/// ```
///  before   ├── A ──┼──── B ────┼── C ──┼── D ──┤
///                       ▲           ▲
///                     start        end
///  after    ├── A ──┼─ B ┼─ new ─┼─ new ─┼─ C ┼── D ──┤
/// ```
struct TrackEdit {
  /// The indices of the segments that are replaced.
  private let replaced: Range<Int>
  /// The segments in their place: the new ones, the remaining parts of those that were split, and their neighbors.
  private let replacement: [CompositionTrackSegment]
  /// The shift of the later segments; nil where they stay.
  private let shift: TrackShift?

  /// The segments that are joined where the new ones meet the old.
  enum Joining {
    /// Empty edits; media stays split.
    case emptyEdits
    /// Also media that continues as if it had never been split.
    case emptyEditsAndMedia
  }

  /// Replaces [`start`, `end`) of the track with `segments` by `newSegments`, one after the other.
  ///
  /// Where `start` is after the end of the track, an empty edit fills the gap. The track does not come to end in an
  /// empty edit unless it ended in one before.
  init(
    of segments: [CompositionTrackSegment], replacingFrom start: CMTime, to end: CMTime,
    with newSegments: [CompositionTrackSegment], joining: Joining
  ) throws(SegmentEditError) {
    let trackEnd = segments.last?.end ?? .zero
    guard trackEnd.isNumeric else { throw .segment(segments.count - 1) }
    let isInside = start < trackEnd
    var lower = isInside ? segments.partitionIndex { $0.start > start } - 1 : segments.count
    var upper = isInside ? segments.partitionIndex { $0.start >= end } : segments.count
    guard lower >= 0, lower <= upper else { throw .segment(0) }

    var sequence = SegmentSequence(end: start)
    if isInside, segments[lower].start < start {
      sequence.segments.append(try Self.clipped(lower, of: segments, to: start))
    } else if lower > 0 {
      lower -= 1
      sequence.segments.append(segments[lower])
    }
    if trackEnd < start, !newSegments.isEmpty {
      sequence.end = trackEnd
      guard let gap = start.subtracting(trackEnd) else { throw .inexact }
      try sequence.append(.emptyEdit(lasting: gap), joining)
    }
    for (index, segment) in newSegments.enumerated() {
      try sequence.append(segment, index == 0 ? joining : .emptyEdits)
    }
    guard let offset = sequence.end.subtracting(end) else { throw .inexact }
    if upper > 0, segments[upper - 1].end > end {
      try sequence.append(try Self.clipped(upper - 1, of: segments, from: end), joining)
    } else if upper < segments.count {
      try sequence.append(segments[upper], joining)
      upper += 1
    } else if !(segments.last?.isEmpty ?? false) {
      lower -= sequence.removeEmptyEditsAtEnd(after: segments[..<lower])
    }
    self.replaced = lower..<upper
    self.replacement = sequence.segments
    guard offset != .zero, upper < segments.count else {
      self.shift = nil
      return
    }
    let shift = TrackShift(offset: offset)
    for index in upper..<segments.count where !shift.canMove(segments[index].timeMapping.target) { throw .inexact }
    self.shift = shift
  }

  /// Makes the edit in the segments that it was validated for.
  ///
  /// Earlier segments are not touched, so that appending costs the same however long the track is. Every later segment
  /// is moved, since targets are times of the track, as in AVFoundation: a few nanoseconds each.
  func apply(to segments: inout [CompositionTrackSegment]) {
    segments.replaceSubrange(replaced, with: replacement)
    guard let shift else { return }
    for index in replaced.lowerBound + replacement.count..<segments.count {
      shift.move(&segments[index].timeMapping.target)
    }
  }

  /// The part of the segment at `index` from `first` (or its start) to `last` (or its end).
  private static func clipped(
    _ index: Int, of segments: [CompositionTrackSegment], from first: CMTime? = nil, to last: CMTime? = nil
  ) throws(SegmentEditError) -> CompositionTrackSegment {
    let segment = segments[index]
    let (first, last) = (first ?? segment.start, last ?? segment.end)
    guard segment.start <= first, first < last, last <= segment.end else { throw .segment(index) }
    return try segment.clipped(from: first, to: last)
  }
}

/// Segments that follow each other without gaps.
private struct SegmentSequence {
  /// The segments so far.
  var segments: [CompositionTrackSegment] = []
  /// The start of the next one.
  var end: CMTime

  init(end: CMTime) {
    self.end = end
  }

  /// Appends `segment`, or joins it with the last one where `joining` allows it.
  mutating func append(_ segment: CompositionTrackSegment, _ joining: TrackEdit.Joining) throws(SegmentEditError) {
    let moved = try segment.moved(to: end)
    end = moved.end
    if let joined = segments.last?.joined(with: moved, includingMedia: joining == .emptyEditsAndMedia) {
      segments[segments.count - 1] = joined
    } else {
      segments.append(moved)
    }
  }

  /// Removes the empty edits at the end; returns how many at the end of `earlier`, which the sequence follows, must be
  /// removed with them.
  mutating func removeEmptyEditsAtEnd(after earlier: ArraySlice<CompositionTrackSegment>) -> Int {
    while segments.last?.isEmpty ?? false { segments.removeLast() }
    return segments.isEmpty ? earlier.reversed().prefix { $0.isEmpty }.count : 0
  }
}

/// The shift of the segments after an edit, the same for all.
private struct TrackShift {
  /// The offset of their beginnings; negative where they move forward.
  let offset: CMTime

  /// Whether `target` can be moved with an exact start and an exact end.
  func canMove(_ target: CMTimeRange) -> Bool {
    movedValue(of: target) != nil || target.moved(by: offset) != nil
  }

  /// Moves `target`, for which ``canMove(_:)`` must be true.
  func move(_ target: inout CMTimeRange) {
    if let value = movedValue(of: target) {
      target.start.value = value
    } else if let moved = target.moved(by: offset) {
      target = moved
    }
  }

  /// The value of the moved start where that and the end are whole numbers of units of its timescale, else nil: the
  /// fast path of nearly every segment of a long track.
  private func movedValue(of target: CMTimeRange) -> CMTimeValue? {
    let (start, duration) = (target.start, target.duration)
    guard start.flags.rawValue == Self.finite, duration.flags.rawValue == Self.finite,
      start.timescale > 0, duration.timescale > 0, start.epoch == 0, duration.epoch == 0
    else { return nil }
    let (step, stepRest) = start.timescale.quotientAndRemainder(dividingBy: offset.timescale)
    let (scale, scaleRest) = start.timescale.quotientAndRemainder(dividingBy: duration.timescale)
    guard stepRest == 0, scaleRest == 0 else { return nil }
    let (distance, distanceOverflows) = offset.value.multipliedReportingOverflow(by: Int64(step))
    let (length, lengthOverflows) = duration.value.multipliedReportingOverflow(by: Int64(scale))
    let (value, valueOverflows) = start.value.addingReportingOverflow(distance)
    let (_, endOverflows) = value.addingReportingOverflow(length)
    return distanceOverflows || lengthOverflows || valueOverflows || endOverflows ? nil : value
  }

  /// The flags of a finite time that has not been rounded.
  private static let finite = CMTimeFlags.valid.rawValue
}
