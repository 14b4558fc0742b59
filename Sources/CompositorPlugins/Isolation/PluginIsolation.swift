public import FoundationEssentials

/// How plug-ins get a process of their own: one that crashes, ends its process or hangs then ends in an error, and the
/// program lives.
///
/// ```
///  program                                       process of the plug-in, one for each film
///  source frames ── copied once ─► memory A ─────────► read there, never written
///  finished frame ◄─ copied once ── memory B ◄──────── drawn there
///                 ◄──────────── socket ──────────────► what is asked, and what came of it
/// ```
///
/// The process is the program started once more, or another one, which calls ``PluginServer/runIfAsked()``. It has no
/// open files but what it shares with the program, and never outlives it.
public struct PluginIsolation: Hashable, Sendable {
  /// The program to start.
  public var program: URL
  /// How long a plug-in may take over one thing: to be loaded, to be made ready, to make a frame. After that its process
  /// is ended.
  public var timeLimit: Duration

  /// The running program, which calls ``PluginServer/runIfAsked()`` first of all; twenty seconds for anything.
  public init(
    program: URL = URL(filePath: "/proc/self/exe", directoryHint: .notDirectory), timeLimit: Duration = .seconds(20)
  ) {
    self.program = program
    self.timeLimit = timeLimit
  }
}
