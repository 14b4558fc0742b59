extension ExportSession {
  /// The status of a session (`AVAssetExportSession.Status`).
  public enum Status: Int, Hashable, Sendable {
    /// `export()` has not been called.
    case unknown = 0
    /// The media is inspected and the render planned.
    case waiting = 1
    /// Frames and samples are made.
    case exporting = 2
    /// The file is complete at the output URL.
    case completed = 3
    /// It ended with an error, and without a file.
    case failed = 4
    /// It was cancelled, and there is no file.
    case cancelled = 5

    /// Whether nothing more will happen.
    public var isFinal: Bool { rawValue >= Status.completed.rawValue }
  }
}
