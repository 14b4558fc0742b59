public import FoundationEssentials
public import MediaTime
public import Rendering

/// The result of a recording (`fileOutput(_:didFinishRecordingTo:from:error:)`).
public struct RecordedMovie: Sendable {
  /// The file.
  public let url: URL
  /// The finished file; nil where it could not be finished.
  public let file: WrittenFile?
  /// The recorded duration, without pauses.
  public let duration: CMTime
  /// The number of pictures that were left out because encoding them was not fast enough.
  public let droppedFrameCount: Int
  /// The error that ended it before it was stopped; nil where it was stopped, or its sources came to their end.
  ///
  /// Its code says: `.deviceWasDisconnected`, `.sessionConfigurationChanged`, `.maximumDurationReached` and
  /// `.maximumFileSizeReached` leave a file that is finished; `.writeFailed` one that can be played up to its last fragment, where there is
  /// one (``isPlayable``).
  public let error: RenderError?
  /// Whether there is a file that can be played: a finished one, or fragments of one
  /// (`AVErrorRecordingSuccessfullyFinishedKey`).
  public let isPlayable: Bool
}
