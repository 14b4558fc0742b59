/// The refusal of an edit: the invalid argument, what was found, and what is allowed. Nothing was changed.
///
/// ```swift
/// do { try composition.removeTimeRange(range) } catch { print(error) }
/// // timeRange.start: The time is -1 s. Expected a finite time of 0 or later.
/// ```
public struct EditError: Error, Diagnosed, Hashable, Sendable {
  /// The kinds of error.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A time is not finite, or is before zero (for a segment's source: `AVError.compositionTrackSegments…` −11826).
    case invalidTime
    /// A duration is not finite, or is negative, or is zero where it must not be (−11825, −11827).
    case invalidDuration
    /// A time of the result has no exact `CMTime`; edits never round.
    case timeNotExact
    /// The source has no media in the range.
    case outsideMedia
    /// The source is audio and the track video, or the reverse.
    case wrongMediaType
    /// The source is no file's track, or its times are estimates.
    case unsuitableSource
    /// The composition has no such track.
    case unknownTrack
    /// Two lists that belong together differ in length.
    case countMismatch
    /// Segments do not follow each other without gap or overlap from time zero (−11824).
    case segmentsNotContiguous
    /// The track's present segments are invalid, so that it cannot be edited.
    case invalidSegments
  }

  /// The kind of error.
  public var code: Code
  /// The invalid argument, with the path into it: `startTime`, `timeRange.duration`, `segments[2].targetStart`.
  public var argument: String
  /// The track that cannot be edited; nil where the error does not depend on a track.
  public var trackID: TrackID?
  /// The fault, and what is allowed.
  public var diagnostic: Diagnostic

  /// The error `code` in `argument`.
  public init(_ code: Code, argument: String, trackID: TrackID? = nil, _ message: String, expected: String) {
    self.init(code, argument: argument, trackID: trackID, Diagnostic(message, expected: expected))
  }

  /// The error `code` in `argument`, with its diagnostic.
  public init(_ code: Code, argument: String, trackID: TrackID? = nil, _ diagnostic: Diagnostic) {
    self.code = code
    self.argument = argument
    self.trackID = trackID
    self.diagnostic = diagnostic
  }
}

extension EditError: CustomStringConvertible {
  /// The argument and the track, what was found and what is allowed.
  public var description: String {
    "\(argument)\(trackID.map { " (track \($0))" } ?? ""): \(diagnostic)"
  }
}

/// The reason for which segments cannot be edited by valid arguments; it becomes an `EditError` where argument and
/// track are known.
enum SegmentEditError: Error {
  /// A time of the result has no exact `CMTime`.
  case inexact
  /// The times of the track's segment at this index are not finite, or not in order.
  case segment(Int)
}

extension EditError {
  /// `error` of an edit of track `trackID`, attributed to `argument`.
  init(_ error: SegmentEditError, argument: String, trackID: TrackID?) {
    switch error {
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
