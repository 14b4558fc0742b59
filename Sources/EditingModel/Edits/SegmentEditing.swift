import MediaTime

extension CompositionTrackSegment {
  /// The start in the track.
  var start: CMTime { timeMapping.target.start }
  /// The end in the track.
  var end: CMTime { timeMapping.target.end }
  /// The duration in the track.
  var duration: CMTime { timeMapping.target.duration }

  /// An empty edit of `duration`, to be moved to its start.
  static func emptyEdit(lasting duration: CMTime) -> CompositionTrackSegment {
    CompositionTrackSegment(emptyOver: CMTimeRange(start: .zero, duration: duration))
  }

  /// The part of the segment in [`first`, `last`) of the track, at the same speed:
  ///
  /// ```
  ///  before   ├──── A ─────────┤
  ///  after       ├─── A ──┤
  ///            first     last
  /// ```
  ///
  /// Both times must lie in the segment, the second after the first.
  func clipped(from first: CMTime, to last: CMTime) throws(SegmentEditError) -> CompositionTrackSegment {
    if first == start, last == end { return self }
    guard let length = last.subtracting(first),
      let target = CMTimeRange(
        exactlyFrom: first == start ? start : first,
        lasting: CMTime(exactly: length.rational, preferring: duration.timescale) ?? length)
    else { throw .inexact }
    var clipped = self
    clipped.timeMapping.target = target
    if !isEmpty { clipped.timeMapping.source = try sourceRange(of: target) }
    return clipped
  }

  /// The part of the source that is shown over `target`, a part of the segment's own target.
  private func sourceRange(of target: CMTimeRange) throws(SegmentEditError) -> CMTimeRange {
    let source = timeMapping.source
    guard let rate, let offset = target.start.subtracting(start)?.rational, let length = target.duration.rational,
      let skipped = CMTime(exactly: try? offset * rate, preferring: source.start.timescale),
      let first = source.start.adding(skipped),
      let kept = CMTime(exactly: try? length * rate, preferring: source.duration.timescale),
      let range = CMTimeRange(exactlyFrom: first, lasting: kept)
    else { throw .inexact }
    return range
  }

  /// Source seconds a second of the track; nil for an empty edit, and for times that are not finite.
  var rate: Rational? {
    guard !isEmpty, let sourceLength = timeMapping.source.duration.rational, let length = duration.rational else {
      return nil
    }
    return try? sourceLength / length
  }

  /// The segment, moved to start at `time` of the track.
  func moved(to time: CMTime) throws(SegmentEditError) -> CompositionTrackSegment {
    guard let target = CMTimeRange(exactlyFrom: time, lasting: duration) else { throw .inexact }
    var moved = self
    moved.timeMapping.target = target
    return moved
  }

  /// The segment with `ratio` times its duration, at `timescale` where that holds it; the source range stays.
  func scaled(by ratio: Rational, preferring timescale: CMTimeScale) throws(SegmentEditError) -> CompositionTrackSegment
  {
    guard let length = duration.rational, let scaled = CMTime(exactly: try? length * ratio, preferring: timescale)
    else { throw .inexact }
    var segment = self
    segment.timeMapping.target.duration = scaled
    return segment
  }

  /// One segment in place of this one and `next`, which starts where it ends: of two empty edits, or (if
  /// `includingMedia`) of two segments of the same source and speed where the second continues the first. Nil for all
  /// others.
  func joined(with next: CompositionTrackSegment, includingMedia: Bool) -> CompositionTrackSegment? {
    guard source == next.source, isEmpty || (includingMedia && isContinued(by: next)),
      let length = duration.adding(next.duration), let target = CMTimeRange(exactlyFrom: start, lasting: length)
    else { return nil }
    var joined = self
    joined.timeMapping.target = target
    if !isEmpty {
      let source = timeMapping.source
      guard let length = source.duration.adding(next.timeMapping.source.duration),
        let range = CMTimeRange(exactlyFrom: source.start, lasting: length)
      else { return nil }
      joined.timeMapping.source = range
    }
    return joined
  }

  private func isContinued(by next: CompositionTrackSegment) -> Bool {
    timePitch == next.timePitch && timeMapping.source.end == next.timeMapping.source.start && rate == next.rate
      && rate != nil
  }
}

extension [CompositionTrackSegment] {
  /// The first index whose segment satisfies `condition`, which all later ones must satisfy too; the end of the list if
  /// none does.
  ///
  /// Takes logarithmic time; constant time where the last segment does not satisfy it, as in appending.
  func partitionIndex(where condition: (CompositionTrackSegment) -> Bool) -> Int {
    guard let last, condition(last) else { return count }
    return dropLast().partitioningIndex(where: condition)
  }
}
