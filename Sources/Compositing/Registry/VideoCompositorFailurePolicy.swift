/// What becomes of a film when its custom compositor does not make a frame.
public enum VideoCompositorFailurePolicy: String, Hashable, Sendable, CaseIterable {
  /// The render fails, and nothing is left behind.
  case fail
  /// The last frame that came is shown again, and the failure is reported when the film is done; before the first frame,
  /// the instruction's background is shown.
  case showLastFrame
}
