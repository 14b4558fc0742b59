import EditingModel
import MediaTime
import ProjectFile

/// The tracks of a project as its file has them, with exact times: what gestures change.
///
/// Transitions are those of the file, not laid out: each segment stands from cut to cut.
struct Timeline {
  /// The tracks, in the order of the file.
  var tracks: [TimelineTrack] = []
  /// How long a frame lasts, in seconds; nil where nothing says it.
  let frameDuration: Rational?

  /// The end of the last segment, which is the film's.
  var duration: Rational { tracks.compactMap(\.clips.last?.end).max() ?? .zero }

  /// The shortest that a segment becomes.
  var shortestSegment: Rational { frameDuration ?? EditContext.shortestSegment }
}

/// A track of a project.
struct TimelineTrack {
  /// Where it stands in the file; nil for a new one.
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
  /// Where an element stands in the file.
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
  /// Where it begins in the media.
  var sourceStart: Rational
  /// How much of the media it plays.
  var sourceDuration: Rational
  /// When it begins in the composition.
  var start: Rational
  /// The end in the composition.
  var end: Rational
  /// Whether the file says how long it lasts in the composition, beside how much of the media it plays.
  var isRetimed = false
  /// How it leads to the next segment; nil for a cut.
  var transition: TimelineTransition?

  /// How much of the media passes in a second of the composition.
  func rate() throws(RationalError) -> Rational { try sourceDuration / (try duration()) }

  /// How long it lasts in the composition.
  func duration() throws(RationalError) -> Rational { try end - start }

  /// The end of the stretch of the media.
  func sourceEnd() throws(RationalError) -> Rational { try sourceStart + sourceDuration }
}

/// How a segment leads to the next one.
struct TimelineTransition: Hashable {
  /// Where a transition stands in the file.
  enum Home: Hashable {
    /// On its segment.
    case segment
    /// In the list of its track.
    case list(Int)
  }

  /// Where it stands.
  var home: Home
  /// How long it lasts.
  var duration: Rational
  /// Where it stands at the cut.
  var alignment: ClipTransition.Alignment
  /// The segment that it leads to.
  var follower: Int

  /// How much of it plays before the cut, and how much behind it.
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
