import EditingModel
import MediaTime
import Testing

/// An edit with its arguments, and the definition of its effect on the timeline.
enum RandomEdit {
  case insert(CMTimeRange, of: String, at: CMTime)
  case insertEmpty(CMTimeRange)
  case remove(CMTimeRange)
  case scale(CMTimeRange, to: CMTime)

  func make(on track: inout CompositionTrack) throws {
    switch self {
    case .insert(let range, let name, let start):
      try track.insertTimeRange(range, of: source(name, lasting: 1_000), at: start)
    case .insertEmpty(let range): try track.insertEmptyTimeRange(range)
    case .remove(let range): try track.removeTimeRange(range)
    case .scale(let range, let duration): try track.scaleTimeRange(range, toDuration: duration)
    }
  }

  /// Makes it on all tracks; insertions, which other tests make, do nothing here.
  func make(on movie: inout Composition) throws {
    switch self {
    case .insert: return
    case .insertEmpty(let range): try movie.insertEmptyTimeRange(range)
    case .remove(let range): try movie.removeTimeRange(range)
    case .scale(let range, let duration): try movie.scaleTimeRange(range, toDuration: duration)
    }
  }

  /// What must be shown at `time` after the edit of the track `before`.
  func shown(at time: Rational, of before: CompositionTrack) throws -> Shown? {
    let end = try #require(before.exactDuration)
    switch self {
    case .insert(let range, let name, let start):
      let (first, length) = try (#require(range.start.rational), #require(range.duration.rational))
      let at = try #require(start.rational)
      if time < at { return try before.shown(at: time) }
      if try time < at + length { return Shown(name: name, time: try first + (time - at)) }
      return try before.shown(at: time - length)
    case .insertEmpty(let range):
      let (first, length) = try (#require(range.start.rational), #require(range.duration.rational))
      if time < first || first >= end { return try before.shown(at: time) }
      return try time < first + length ? nil : before.shown(at: time - length)
    case .remove(let range):
      let (first, length) = try (#require(range.start.rational), #require(range.duration.rational))
      return try before.shown(at: time < first ? time : time + length)
    case .scale(let range, let duration):
      let (first, length) = try (#require(range.start.rational), #require(range.duration.rational))
      let scaled = try #require(duration.rational)
      if time < first { return try before.shown(at: time) }
      if try time >= first + scaled { return try before.shown(at: time - scaled + length) }
      return try before.shown(at: first + (time - first) * length / scaled)
    }
  }

  /// The duration that the track `before` must have after the edit.
  func duration(after before: CompositionTrack) throws -> Rational? {
    let end = try #require(before.exactDuration)
    switch self {
    case .insert(let range, _, let start):
      return try max(end, #require(start.rational)) + #require(range.duration.rational)
    case .insertEmpty(let range):
      return try #require(range.start.rational) < end ? end + #require(range.duration.rational) : end
    case .remove(let range):
      return try Self.removed(range, to: .zero, from: before)
    case .scale(let range, let duration):
      return try Self.removed(range, to: #require(duration.rational), from: before)
    }
  }

  /// The duration of `before` when `range` lasts `scaled`; when nothing is left behind the range, the track ends with
  /// the last media before it.
  private static func removed(
    _ range: CMTimeRange, to scaled: Rational, from before: CompositionTrack
  ) throws -> Rational {
    let end = try #require(before.exactDuration)
    let (first, length) = try (#require(range.start.rational), #require(range.duration.rational))
    if first >= end { return end }
    if try end > first + length { return try end - length + scaled }
    if scaled > .zero { return try first + (end - first) * scaled / length }
    // What is removed reaches the end: an empty edit before it goes too.
    var last = first
    for segment in before.segments.reversed() {
      let start = try #require(segment.timeMapping.target.start.rational)
      guard start < first, segment.isEmpty else {
        if start < first { break }
        continue
      }
      last = start
    }
    return last
  }
}
