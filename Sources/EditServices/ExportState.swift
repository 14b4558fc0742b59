public import Rendering

extension ExportSession {
  /// What `states(updateInterval:)` delivers (`AVAssetExportSession.State`).
  public enum State: Hashable, Sendable {
    /// `export()` has not been called.
    case pending
    /// The media is inspected and the render planned.
    case waiting
    /// Frames and samples are made.
    case exporting(progress: RenderProgress)
  }
}
