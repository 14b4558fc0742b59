public import MediaTime

/// The frames that a compositor is about to be asked for (`AVVideoCompositionRenderHint`).
public struct VideoCompositionRenderHint: Hashable, Sendable {
  /// The time of the first of them, in the composition's time.
  public let startCompositionTime: CMTime
  /// The end of the last of them.
  public let endCompositionTime: CMTime

  /// The frames that are shown from `startCompositionTime` until `endCompositionTime`.
  public init(startCompositionTime: CMTime, endCompositionTime: CMTime) {
    (self.startCompositionTime, self.endCompositionTime) = (startCompositionTime, endCompositionTime)
  }
}
