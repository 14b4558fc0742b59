import Foundation
import GstEdit

/// What a command touches of the world outside: its streams, the terminal behind them, the clock, and whoever renders.
///
/// The program runs in `process()`; a test makes one of its own.
struct CommandEnvironment: Sendable {
  /// Whoever looks at media and renders.
  var renderer: any Renderer
  /// Makes a renderer with custom compositors, where there are any.
  var makeRenderer: @Sendable (VideoCompositingSettings) -> any Renderer
  /// The plug-ins that are loaded.
  var plugins: [CompositorPlugin] = []
  /// The folders whose plug-ins are loaded unasked.
  var pluginFolders: [URL]
  /// Writes data to standard output.
  var writeOutput: @Sendable (Data) throws -> Void
  /// Writes to standard error; what cannot be written there is lost.
  var say: @Sendable (String) -> Void
  /// Reads standard input to its end.
  var readInput: @Sendable () throws -> Data
  /// Whether standard error is a terminal that can redraw a line.
  var isTerminal: Bool
  /// The terminal's width.
  var columns: Int
  /// Whether standard error may be colored.
  var usesColor: Bool
  /// Where it is noted that somebody wants the program to end.
  var request: EndRequest
  /// What relative paths on the command line are relative to.
  var workingFolder: URL
  /// The time since some fixed moment.
  var elapsed: @Sendable () -> Duration
  /// Lets what the engine's libraries say reach `say` (`-v`); otherwise nothing of it is seen.
  var showEngineMessages: @Sendable (_ say: @escaping @Sendable (String) -> Void) -> Void
}

extension CommandEnvironment {
  /// Writes `text` to standard output.
  ///
  /// - Throws: `CommandFailure` with `.inputOutput` where that cannot be done.
  func write(_ text: String) throws(CommandFailure) {
    do {
      try writeOutput(Data(text.utf8))
    } catch {
      // Whoever read the data has enough of it, as `head` has: there is nobody to complain to, and nothing to complain of.
      if Self.isBrokenPipe(error) { throw CommandFailure.silent(.inputOutput) }
      throw CommandFailure(
        .inputOutput, "Standard output cannot be written to.", remedy: "Look whether its disk is full.",
        underlying: "\(error)")
    }
  }

  /// Says `sentence` to people: something that keeps nothing from being done.
  func warn(_ sentence: String) {
    say((usesColor ? "gstedit: \u{1B}[1;33mwarning:\u{1B}[0m " : "gstedit: warning: ") + sentence + "\n")
  }

  private static func isBrokenPipe(_ error: any Error) -> Bool {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return [error, underlying].contains { $0?.domain == NSPOSIXErrorDomain && $0?.code == Int(EPIPE) }
  }

  /// Where `path` leads: from the working folder, unless it starts at the root.
  func url(_ path: String) -> URL {
    let url =
      path.hasPrefix("/")
      ? URL(filePath: path, directoryHint: .notDirectory)
      : workingFolder.appending(path: path, directoryHint: .notDirectory)
    return url.standardizedFileURL
  }
}
