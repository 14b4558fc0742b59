import EditingModel
import MediaTime
import ProjectFile

/// The tracks of a project as its file has them, with exact times: what gestures change.
///
/// Transitions are those of the file, not laid out: each segment stands from cut to cut.
struct Timeline {
  /// The tracks, in the order of the file.
  var tracks: [TimelineTrack] = []
  /// The duration of a frame, in seconds; nil where nothing states it.
  let frameDuration: Rational?

  /// The end of the last segment, which is the film's.
  var duration: Rational { tracks.compactMap(\.clips.last?.end).max() ?? .zero }

  /// The shortest that a segment becomes.
  var shortestSegment: Rational { frameDuration ?? EditContext.shortestSegment }
}

/// A track of a project.
struct TimelineTrack {
  /// Its place in the file; nil for a new one.
  let index: Int?
  /// Its number.
  let id: Int
  /// Whether it shows pictures; otherwise it sounds.
  let isVideo: Bool
  /// Whether it takes part.
  let isEnabled: Bool
  /// The segments, in time order.
  var clips: [TimelineClip] = []

  /// The end of its last segment.
  var end: Rational { clips.last?.end ?? .zero }

  /// Whether nothing stands in the time from `start` on for `duration`.
  func isFree(from start: Rational, to end: Rational) -> Bool {
    !clips.contains { max($0.start, start) < min($0.end, end) }
  }
}

/// A segment of a project.
struct TimelineClip: Hashable {
  /// The place of an element in the file.
  struct Place: Hashable {
    /// The index of its track.
    var track: Int
    /// The index of its segment.
    var segment: Int
  }

  /// The clip's identifier while clips are edited.
  var id: Int
  /// The element of the file that it is; nil for a new one.
  var place: Place?
  /// The element of the file that it is a copy of; nil for one that is there, or comes from nothing.
  var template: Place?
  /// The name of its asset.
  var asset: String
  /// Its beginning in the media.
  var sourceStart: Rational
  /// The length of the media that it plays.
  var sourceDuration: Rational
  /// Its beginning in the composition.
  var start: Rational
  /// The end in the composition.
  var end: Rational
  /// Whether the file says how long it lasts in the composition, beside how much of the media it plays.
  var isRetimed = false
  /// The transition to the next segment; nil for a cut.
  var transition: TimelineTransition?

  /// The media's time that passes in a second of the composition.
  func rate() throws(RationalError) -> Rational { try sourceDuration / (try duration()) }

  /// Its duration in the composition.
  func duration() throws(RationalError) -> Rational { try end - start }

  /// The end of the stretch of the media.
  func sourceEnd() throws(RationalError) -> Rational { try sourceStart + sourceDuration }
}

/// The transition from a segment to the next one.
struct TimelineTransition: Hashable {
  /// The place of a transition in the file.
  enum Home: Hashable {
    /// On its segment.
    case segment
    /// In the list of its track.
    case list(Int)
  }

  /// Its place in the file.
  var home: Home
  /// Its duration.
  var duration: Rational
  /// Its place at the cut.
  var alignment: ClipTransition.Alignment
  /// The segment that it leads to.
  var follower: Int

  /// The part of it that plays before the cut, and the part behind it.
  func parts() throws(RationalError) -> (before: Rational, behind: Rational) {
    switch alignment {
    case .center:
      let half = try duration / Rational(2)
      return (half, half)
    case .start: return (.zero, duration)
    case .end: return (duration, .zero)
    }
  }
}
