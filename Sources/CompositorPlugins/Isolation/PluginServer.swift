/// The other end of isolation: what a program does when it was started as the process of a plug-in.
public enum PluginServer {
  /// Serves a plug-in to whoever started this process for that, and ends the process; returns at once in any other.
  ///
  /// A program whose plug-ins are isolated in copies of itself calls this before anything else:
  ///
  /// ```swift
  /// @main struct Editor {
  ///   static func main() async throws {
  ///     PluginServer.runIfAsked()
  ///     let glow = try CompositorPlugin(contentsOf: file, isolation: PluginIsolation())
  /// ```
  public static func runIfAsked() {
    let words = CommandLine.arguments
    guard words.count == 3, words[1] == argument else { return }
    PluginService().run(words[2])
  }

  /// The first argument of a process that serves a plug-in; the second is the plug-in's file.
  static let argument = "serve-plugin"
}
