import Foundation
import GstEdit

extension CommandEnvironment {
  /// The environment of the running process, which ends when `request` says so.
  static func process(endedBy request: EndRequest) -> CommandEnvironment {
    let variables = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDERR_FILENO) == 1 && variables["TERM"] != "dumb"
    let clock = ContinuousClock()
    let start = clock.now
    return CommandEnvironment(
      renderer: Engine.renderer(),
      makeRenderer: { Engine.renderer(compositing: $0) },
      pluginFolders: variables["GSTEDIT_PLUGIN_PATH", default: ""].split(separator: ":").map {
        URL(filePath: String($0), directoryHint: .isDirectory)
      },
      writeOutput: { try FileHandle.standardOutput.write(contentsOf: $0) },
      // Progress that nobody reads any more must not end a render.
      say: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
      isTerminal: isTerminal,
      columns: variables["COLUMNS"].flatMap { Int($0) } ?? 80,
      usesColor: isTerminal && variables["NO_COLOR", default: ""].isEmpty,
      request: request,
      workingFolder: URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory),
      elapsed: { start.duration(to: clock.now) },
      showEngineMessages: { say in Engine.onMessage { say("\($0)\n") } })
  }
}
