import EditingModel
import MediaFormats
import MediaTime
import SeededRandom
import Testing

/// Edits, tracks and times from a seed.
struct RandomEdits {
  var generator: SeededGenerator

  init(seed: UInt64) {
    self.generator = SeededGenerator(seed: seed)
  }

  /// Timescales as media have them.
  private static let timescales: [CMTimeScale] = [1, 24, 25, 30, 600, 30_000, 44_100, 48_000, 90_000]

  /// A time from 0 to `seconds`.
  mutating func time(upTo seconds: Int64) -> CMTime {
    let timescale = Self.timescales.randomElement(using: &generator) ?? 1
    return CMTime(value: .random(in: 0...seconds * Int64(timescale), using: &generator), timescale: timescale)
  }

  /// A range that starts from 0 to `seconds` and lasts up to 5 seconds.
  mutating func range(upTo seconds: Int64) -> CMTimeRange {
    var duration = CMTime.zero
    while duration == .zero { duration = time(upTo: 5) }
    return CMTimeRange(start: time(upTo: seconds), duration: duration)
  }

  /// A range that starts within the first nine tenths of `track` and lasts up to 5 seconds.
  mutating func range(within track: CompositionTrack) -> CMTimeRange {
    let tenths = Int32.random(in: 0...9, using: &generator)
    return CMTimeRange(
      start: CMTimeMultiplyByRatio(track.duration, multiplier: tenths, divisor: 10), duration: range(upTo: 1).duration)
  }

  /// A track of `clips` clips with some gaps; adjacent clips are of different files.
  mutating func track(clips: Int) -> CompositionTrack {
    var track = CompositionTrack(id: 1, mediaType: .video)
    var end = CMTime.zero
    for clip in 0..<clips {
      var target = CMTimeRange(start: end, duration: range(upTo: 1).duration)
      if clip > 0, clip < clips - 1, Int.random(in: 0..<4, using: &generator) == 0,
        track.segments.last?.isEmpty == false
      {
        track.segments.append(CompositionTrackSegment(emptyOver: target))
        target.start = target.end
      }
      track.segments.append(
        CompositionTrackSegment(
          source: media("\(clip)"), sourceRange: CMTimeRange(start: time(upTo: 9), duration: target.duration),
          targetRange: target))
      end = target.end
    }
    return track
  }

  /// An edit of a track.
  mutating func next(for track: CompositionTrack) -> RandomEdit {
    let room = Int64(track.duration.seconds) + 2
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<4: return .insert(range(upTo: 60), of: "\(Int.random(in: 0..<9, using: &generator))", at: time(upTo: room))
    case 4: return .insertEmpty(range(upTo: room))
    case 5..<7: return scaling(upTo: room)
    default: return .remove(range(upTo: room))
    }
  }

  /// A change of speed by a common factor, or to a duration of zero.
  private mutating func scaling(upTo seconds: Int64) -> RandomEdit {
    let range = range(upTo: seconds)
    let (multiplier, divisor) =
      ([(0, 1), (1, 4), (1, 2), (4, 5), (3, 2), (2, 1)] as [(Int32, Int32)])
      .randomElement(using: &generator) ?? (1, 1)
    return .scale(range, to: CMTimeMultiplyByRatio(range.duration, multiplier: multiplier, divisor: divisor))
  }

  /// An edit that all tracks of a composition can have.
  mutating func nextOfComposition(for movie: Composition) -> RandomEdit {
    let room = Int64(movie.duration.seconds) + 2
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return .insertEmpty(range(upTo: room))
    case 1: return scaling(upTo: room)
    default: return .remove(range(upTo: room))
    }
  }

  /// Times at which to compare a track before and after an edit: some borders of both, and some other times.
  mutating func times(in track: CompositionTrack, around before: CompositionTrack) throws -> [Rational] {
    let borders = (track.segments + before.segments).map(\.timeMapping.target.start)
    let between = (0..<3).map { _ in time(upTo: Int64(track.duration.seconds) + 3) }
    return (borders.shuffled(using: &generator).prefix(5) + between).compactMap(\.rational)
  }
}

/// The media that a track shows at a time: a file and the time in it.
struct Shown: Hashable {
  var name: String
  var time: Rational
}

extension CompositionTrack {
  /// What is shown at `time`, by a linear search of the segments; nil for nothing.
  func shown(at time: Rational) throws -> Shown? {
    for segment in segments {
      let (source, target) = (segment.timeMapping.source, segment.timeMapping.target)
      let start = try #require(target.start.rational)
      let length = try #require(target.duration.rational)
      guard time >= start, try time < start + length else { continue }
      guard let name = segment.source?.asset.name else { return nil }
      let first = try #require(source.start.rational)
      let shown = try #require(source.duration.rational)
      return Shown(name: name, time: try first + (time - start) * shown / length)
    }
    return nil
  }

  /// The duration, of a track that ends exactly.
  var exactDuration: Rational? { duration.rational }

  /// The duration of each file's media in the track, whatever the speed.
  func mediaDurations() throws -> [String: Rational] {
    var durations: [String: Rational] = [:]
    for segment in segments {
      guard let name = segment.source?.asset.name else { continue }
      durations[name] = try durations[name, default: .zero] + #require(segment.timeMapping.source.duration.rational)
    }
    return durations
  }
}
