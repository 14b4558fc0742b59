import GStreamer

/// What concerns the process as a whole, whichever renderer works in it.
extension GStreamerRenderer {
  /// The version of GStreamer that is installed: "1.22.0".
  public static var frameworkVersion: String { Framework.version }

  /// Hands over what the libraries underneath complain of on their own account; nothing of it is seen otherwise.
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

  /// Removes what running exports have written so far: for a process that ends at once, without waiting until they have
  /// cleaned up behind themselves.
  public static func removeUnfinishedFiles() {
    UnfinishedFiles.discardAll()
  }
}
