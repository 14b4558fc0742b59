public import MediaTime

/// Which frames a compositor is about to be asked for (`AVVideoCompositionRenderHint`).
public struct VideoCompositionRenderHint: Hashable, Sendable {
  /// When the first of them is shown, in the composition's time.
  public let startCompositionTime: CMTime
  /// When the last of them ends to be shown.
  public let endCompositionTime: CMTime

  /// The frames that are shown from `startCompositionTime` until `endCompositionTime`.
  public init(startCompositionTime: CMTime, endCompositionTime: CMTime) {
    (self.startCompositionTime, self.endCompositionTime) = (startCompositionTime, endCompositionTime)
  }
}
