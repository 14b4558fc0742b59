import RenderEngine

/// What the installed release of GStreamer does otherwise than the one before: the reasons for which tests are skipped.
enum InstalledRelease {
  /// Whether it is GStreamer 1.22, with FFmpeg 5, of Debian 12.
  static var isDebian12: Bool { GStreamerRenderer.frameworkVersion.hasPrefix("1.22.") }
}
