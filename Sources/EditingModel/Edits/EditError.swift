/// Why an edit cannot be done: which argument, what was found, and what would be allowed. Nothing was changed.
///
/// ```swift
/// do { try film.removeTimeRange(range) } catch { print(error) }
/// // timeRange.start: The time is -1 s. Expected a finite time of 0 or later.
/// ```
public struct EditError: Error, Hashable, Sendable {
  /// The kinds of reason.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A time is not finite, or is before zero (of a segment's source: `AVError.compositionTrackSegments…` −11826).
    case invalidTime
    /// A duration is not finite, or is negative, or is zero where something must last (−11825, −11827).
    case invalidDuration
    /// Some time of the result cannot be written exactly as a `CMTime`; nothing is ever rounded.
    case timeNotExact
    /// The source has nothing in the range that is asked for.
    case outsideMedia
    /// Sound is to go into a track of pictures, or pictures into one of sound.
    case wrongMediaType
    /// The composition has no such track.
    case unknownTrack
    /// Two lists that belong together are not equally long.
    case countMismatch
    /// Segments do not follow each other without gap or overlap from time zero (−11824).
    case segmentsNotContiguous
    /// The segments that the track has already are such that no edit can go by them.
    case invalidSegments
  }

  /// What kind of reason it is.
  public var code: Code
  /// The argument at fault, and the way into it: `startTime`, `timeRange.duration`, `segments[2].targetStart`.
  public var argument: String
  /// The composition's track on which the edit cannot be done; nil where that does not depend on the track.
  public var trackID: TrackID?
  /// What was found, as a sentence.
  public var message: String
  /// What would be allowed, as a noun phrase.
  public var expected: String

  /// The reason `code`, found in `argument`.
  public init(_ code: Code, argument: String, trackID: TrackID? = nil, _ message: String, expected: String) {
    self.code = code
    self.argument = argument
    self.trackID = trackID
    self.message = message
    self.expected = expected
  }
}

extension EditError: CustomStringConvertible {
  /// The argument and the track, what was found and what would be allowed.
  public var description: String {
    "\(argument)\(trackID.map { " (track \($0))" } ?? ""): \(message) Expected \(expected)."
  }
}

/// What stands in the way of an edit whose arguments are good by themselves.
enum EditObstacle: Error {
  /// A time of the result cannot be written exactly.
  case inexact
  /// The track's segment of this number has times that are not finite, or not in order.
  case segment(Int)
}

extension EditError {
  /// `obstacle` to an edit of track `trackID`, for which `argument` is answerable.
  init(_ obstacle: EditObstacle, argument: String, trackID: TrackID?) {
    switch obstacle {
    case .inexact:
      self.init(
        .timeNotExact, argument: argument, trackID: trackID,
        "Some time of the result could not be written exactly.",
        expected: "times that are not too large, whose timescales have a common multiple up to \(Int32.max)")
    case .segment(let index):
      self.init(
        .invalidSegments, argument: "segments[\(index)]", trackID: trackID,
        "The track's segment cannot be edited: its times are not finite, or do not follow on the segment before.",
        expected: "a track whose segments pass validateTrackSegments")
    }
  }
}
