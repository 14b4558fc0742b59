import GStreamer

/// Settings of the process as a whole, independent of any renderer.
extension GStreamerRenderer {
  /// The version of GStreamer that is installed: "1.22.0".
  public static var frameworkVersion: String { Framework.version }

  /// Passes the log messages of GStreamer and GLib to `handler`; without one they are discarded.
  ///
  /// `handler` is called on any thread.
  public static func onMessage(_ handler: (@Sendable (_ message: String) -> Void)?) {
    guard let handler else { return Framework.setLogHandler(nil) }
    Framework.setLogHandler { domain, message in handler(domain.isEmpty ? message : "\(domain): \(message)") }
  }

  /// Lets all threads of the process share two heaps. See `Framework.shareHeaps`.
  public static func shareHeaps() {
    Framework.shareHeaps()
  }

  /// Removes the files of running exports: for a process that ends at once, without waiting for their own cleanup.
  public static func removeUnfinishedFiles() {
    UnfinishedFiles.discardAll()
  }
}
