import MediaTime

/// An edit of a track's segments that has been worked out and checked, and that cannot fail any more when it is made.
///
/// All verbs are one: a stretch of the track gives way to some pieces, and what lies behind it moves.
///
/// ```
///  before   ├── A ──┼──── B ────┼── C ──┼── D ──┤
///                       ▲           ▲
///                     start        end
///  after    ├── A ──┼─ B ┼ piece ┼ piece ┼─ C ┼── D ──┤
/// ```
struct TrackEdit {
  /// The segments that are replaced.
  private let replaced: Range<Int>
  /// What stands in their place: pieces, what remains of the segments that were cut, and their neighbours.
  private let replacement: [CompositionTrackSegment]
  /// How the segments behind move; nil where they stay.
  private let shift: TrackShift?

  /// How the pieces meet what lies before and behind them.
  enum Seams {
    /// Empty edits become one where they meet; media stays cut.
    case cut
    /// Media, too, becomes one segment again where it goes on as if it had never been cut.
    case healed
  }

  /// Puts `pieces`, one after the other, in place of [`start`, `end`) of the track that holds `segments`.
  ///
  /// Where `start` lies behind the end of the track, an empty edit leads there. An empty edit does not become the end of a
  /// track that did not end in one.
  init(
    of segments: [CompositionTrackSegment], from start: CMTime, to end: CMTime,
    pieces: [CompositionTrackSegment], seams: Seams
  ) throws(EditObstacle) {
    let trackEnd = segments.last?.end ?? .zero
    guard trackEnd.isNumeric else { throw .segment(segments.count - 1) }
    let isInside = start < trackEnd
    var lower = isInside ? segments.partitionIndex { $0.start > start } - 1 : segments.count
    var upper = isInside ? segments.partitionIndex { $0.start >= end } : segments.count
    guard lower >= 0, lower <= upper else { throw .segment(0) }

    var row = Row(end: start)
    if isInside, segments[lower].start < start {
      row.segments.append(try Self.part(lower, of: segments, to: start))
    } else if lower > 0 {
      lower -= 1
      row.segments.append(segments[lower])
    }
    if trackEnd < start, !pieces.isEmpty {
      row.end = trackEnd
      guard let gap = start.subtracting(trackEnd) else { throw .inexact }
      try row.lay(.gap(lasting: gap), seams)
    }
    for (index, piece) in pieces.enumerated() { try row.lay(piece, index == 0 ? seams : .cut) }
    guard let offset = row.end.subtracting(end) else { throw .inexact }
    if upper > 0, segments[upper - 1].end > end {
      try row.lay(try Self.part(upper - 1, of: segments, from: end), seams)
    } else if upper < segments.count {
      try row.lay(segments[upper], seams)
      upper += 1
    } else if !(segments.last?.isEmpty ?? false) {
      lower -= row.dropEmptyEnd(after: segments[..<lower])
    }
    self.replaced = lower..<upper
    self.replacement = row.segments
    guard offset != .zero, upper < segments.count else {
      self.shift = nil
      return
    }
    let shift = TrackShift(offset: offset)
    for index in upper..<segments.count where !shift.canMove(segments[index].timeMapping.target) { throw .inexact }
    self.shift = shift
  }

  /// Makes the edit of the segments it was worked out for.
  ///
  /// What lies before the edit is not touched, so that appending costs the same however long the track is. Behind it, every
  /// segment's place changes, since places are times of the track, as AVFoundation's are: a few nanoseconds each.
  func apply(to segments: inout [CompositionTrackSegment]) {
    segments.replaceSubrange(replaced, with: replacement)
    guard let shift else { return }
    for index in replaced.lowerBound + replacement.count..<segments.count {
      shift.move(&segments[index].timeMapping.target)
    }
  }

  /// What of segment `index` lies between `first` and `last`; from its start and up to its end where they are nil.
  private static func part(
    _ index: Int, of segments: [CompositionTrackSegment], from first: CMTime? = nil, to last: CMTime? = nil
  ) throws(EditObstacle) -> CompositionTrackSegment {
    let segment = segments[index]
    let (first, last) = (first ?? segment.start, last ?? segment.end)
    guard segment.start <= first, first < last, last <= segment.end else { throw .segment(index) }
    return try segment.part(from: first, to: last)
  }
}

/// Segments that are laid one after the other.
private struct Row {
  /// The segments so far.
  var segments: [CompositionTrackSegment] = []
  /// Where the next one begins.
  var end: CMTime

  init(end: CMTime) {
    self.end = end
  }

  /// Adds `segment` behind the last; both become one where `seams` says so.
  mutating func lay(_ segment: CompositionTrackSegment, _ seams: TrackEdit.Seams) throws(EditObstacle) {
    let placed = try segment.placed(at: end)
    end = placed.end
    if let joined = segments.last?.joined(with: placed, includingMedia: seams == .healed) {
      segments[segments.count - 1] = joined
    } else {
      segments.append(placed)
    }
  }

  /// Takes away the empty edits that the row ends in, and says how many of those before it go with them.
  mutating func dropEmptyEnd(after before: ArraySlice<CompositionTrackSegment>) -> Int {
    while segments.last?.isEmpty ?? false { segments.removeLast() }
    return segments.isEmpty ? before.reversed().prefix { $0.isEmpty }.count : 0
  }
}
