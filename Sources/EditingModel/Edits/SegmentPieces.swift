import MediaTime

extension CompositionTrackSegment {
  /// When it begins in the track.
  var start: CMTime { timeMapping.target.start }
  /// When it ends in the track.
  var end: CMTime { timeMapping.target.end }
  /// How long it lasts in the track.
  var duration: CMTime { timeMapping.target.duration }

  /// What of the segment lies in [`first`, `last`) of the track, shown at the same speed as before:
  ///
  /// ```
  ///  before   ├──── A ─────────┤
  ///  after       ├─── A ──┤
  ///            first     last
  /// ```
  ///
  /// Both times lie in the segment, the second after the first.
  func part(from first: CMTime, to last: CMTime) throws(EditObstacle) -> CompositionTrackSegment {
    if first == start, last == end { return self }
    guard let length = last.subtracting(first),
      let target = CMTimeRange(
        exactlyFrom: first == start ? start : first,
        lasting: CMTime(exactly: length.rational, preferring: duration.timescale) ?? length)
    else { throw .inexact }
    var part = self
    part.timeMapping.target = target
    if !isEmpty { part.timeMapping.source = try sourceRange(of: target) }
    return part
  }

  /// The part of the source that is shown over `target`, which lies in the segment's own.
  private func sourceRange(of target: CMTimeRange) throws(EditObstacle) -> CMTimeRange {
    let source = timeMapping.source
    guard let rate, let offset = target.start.subtracting(start)?.rational, let length = target.duration.rational,
      let skipped = CMTime(exactly: try? offset * rate, preferring: source.start.timescale),
      let first = source.start.adding(skipped),
      let kept = CMTime(exactly: try? length * rate, preferring: source.duration.timescale),
      let range = CMTimeRange(exactlyFrom: first, lasting: kept)
    else { throw .inexact }
    return range
  }

  /// Seconds of the source in a second of the track; nil of an empty edit, and of times that are not finite.
  var rate: Rational? {
    guard !isEmpty, let shown = timeMapping.source.duration.rational, let lasting = duration.rational else {
      return nil
    }
    return try? shown / lasting
  }

  /// The segment, beginning at `time` of the track.
  func placed(at time: CMTime) throws(EditObstacle) -> CompositionTrackSegment {
    guard let target = CMTimeRange(exactlyFrom: time, lasting: duration) else { throw .inexact }
    var placed = self
    placed.timeMapping.target = target
    return placed
  }

  /// The segment with `ratio` times its duration, at `timescale` if it falls on that; its source stays.
  func stretched(by ratio: Rational, preferring timescale: CMTimeScale) throws(EditObstacle) -> CompositionTrackSegment
  {
    guard let length = duration.rational, let stretched = CMTime(exactly: try? length * ratio, preferring: timescale)
    else { throw .inexact }
    var segment = self
    segment.timeMapping.target.duration = stretched
    return segment
  }

  /// This segment and `next`, which begins where it ends, as one: two empty edits, or (if `includingMedia`) two of the same
  /// source and speed of which the second goes on where the first stops. Nil where they are not that.
  func joined(with next: CompositionTrackSegment, includingMedia: Bool) -> CompositionTrackSegment? {
    guard source == next.source, isEmpty || (includingMedia && continues(in: next)),
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

  private func continues(in next: CompositionTrackSegment) -> Bool {
    timePitch == next.timePitch && timeMapping.source.end == next.timeMapping.source.start && rate == next.rate
      && rate != nil
  }
}

extension [CompositionTrackSegment] {
  /// The first index whose segment fulfils `condition`, which all later ones fulfil too; the end of the list if none does.
  ///
  /// Logarithmic; at once where not even the last one does, as at the end of a track.
  func partitionIndex(where condition: (CompositionTrackSegment) -> Bool) -> Int {
    guard let last, condition(last) else { return count }
    return dropLast().partitioningIndex(where: condition)
  }
}
