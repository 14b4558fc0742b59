public import MediaTime

/// One thing in a model that cannot be rendered as it stands: where it is, what was found, and what was expected.
///
/// Validation returns all of them, in the order of the model, and changes nothing.
public struct ModelProblem: Hashable, Sendable {
  /// The kinds of problem.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A track's number is not positive.
    case invalidTrackID
    /// Two tracks have the same number.
    case duplicateTrackID
    /// A time is not a finite number, or is negative where it must not be.
    case invalidTime
    /// A duration is not a finite number greater than zero, or what ends with it ends at no exact time.
    case invalidDuration
    /// A segment does not start where the one before it ends (`AVError.compositionTrackSegmentsNotContiguous`).
    case segmentsNotContiguous
    /// An instruction begins before the one before it ends.
    case instructionsOverlap
    /// A part of the composition's duration has no instruction.
    case timeNotCovered
    /// A track is named that the composition does not have.
    case unknownTrack
    /// A track is named that holds the other kind of media.
    case wrongMediaType
    /// Two entries of an audio mix name the same track.
    case duplicateInput
    /// An entry of a ramp begins before the one before it ends.
    case rampsOverlap
    /// A number is not finite or outside its range.
    case valueOutOfRange
  }

  /// What kind of problem it is.
  public var code: Code
  /// Where it is.
  public var location: ModelLocation
  /// What was found, as a sentence.
  public var message: String
  /// What was expected, as a noun phrase: "a volume from 0 to 10".
  public var expected: String
  /// The stretch of composition time it is about; nil where it is about none in particular.
  public var timeRange: CMTimeRange?

  /// The problem `code` at `location`.
  public init(
    _ code: Code, at location: ModelLocation, _ message: String, expected: String, timeRange: CMTimeRange? = nil
  ) {
    self.code = code
    self.location = location
    self.message = message
    self.expected = expected
    self.timeRange = timeRange
  }
}

extension ModelProblem: CustomStringConvertible {
  /// Where it is, what was found and what was expected.
  public var description: String { "\(location): \(message) Expected \(expected)." }
}
