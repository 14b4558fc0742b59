import Foundation
import GstEdit
import MediaIsolation

/// The outside world as commands see it: streams, the terminal, the clock, and the renderer.
///
/// The program runs in `process(endedBy:)`; a test makes its own.
struct CommandEnvironment: Sendable {
  /// Inspects media and renders.
  var renderer: any Renderer
  /// Makes a renderer with custom compositors that does with damaged media as the policy says.
  var makeRenderer: @Sendable (VideoCompositingSettings, DamagePolicy) -> any Renderer
  /// Finds and opens devices.
  var captureEngine: any CaptureEngine = Engine.captureEngine()
  /// Opens a window of a title and a size for a player.
  var openWindow: @Sendable (String, PixelSize) throws(RenderError) -> any PlayerWindow = {
    (title, size) throws(RenderError) in try Engine.openWindow(titled: title, size: size)
  }
  /// Opens the sound device for a player.
  var openSoundDevice: @Sendable () throws(RenderError) -> any SoundSink = { () throws(RenderError) in
    try Engine.openSoundDevice()
  }
  /// Finds the installed parts of the engine.
  var installation: @Sendable () throws -> Installation = { try Engine.installation() }
  /// Lets the process go on as another program, called with arguments, its name first; returns an `errno` where that fails.
  var replaceProcess: @Sendable (_ program: URL, _ arguments: [String]) -> Int32
  /// The plug-ins that are loaded.
  var plugins: [CompositorPlugin] = []
  /// The folders whose plug-ins are loaded without an option.
  var pluginFolders: [URL]
  /// The plug-ins that come with the program.
  var bundledPlugins: [BundledPlugin] = []
  /// Writes data to standard output.
  var writeOutput: @Sendable (Data) throws -> Void
  /// Writes text to standard error; write errors are ignored.
  var writeMessage: @Sendable (String) -> Void
  /// Reads standard input to its end.
  var readInput: @Sendable () throws -> Data
  /// Whether standard error is a terminal that can redraw a line.
  var isTerminal: Bool
  /// The terminal's width, in columns.
  var columns: Int
  /// Whether standard error may be colored.
  var usesColor: Bool
  /// The request from outside that the program end, once there is one.
  var request: EndRequest
  /// The folder that relative paths on the command line start from.
  var workingFolder: URL
  /// The time since a fixed moment.
  var elapsed: @Sendable () -> Duration
  /// Passes messages of the engine's libraries to the closure (`-v`); without it they are dropped.
  var showEngineMessages: @Sendable (_ write: @escaping @Sendable (String) -> Void) -> Void
  /// The sandbox of this process, where it is the process of untrusted media.
  var confinement: Confinement?
}

extension CommandEnvironment {
  /// Writes `text` to standard output.
  ///
  /// - Throws: `CommandFailure` with `.inputOutput` where that fails.
  func write(_ text: String) throws(CommandFailure) {
    do {
      try writeOutput(Data(text.utf8))
    } catch {
      // A reader that closes the pipe early, as `head` does, needs no message.
      if Self.isBrokenPipe(error) { throw CommandFailure.silent(.inputOutput) }
      throw CommandFailure(
        .inputOutput, "Standard output cannot be written to.", remedy: "Look whether its disk is full.",
        underlying: "\(error)")
    }
  }

  /// Writes a warning to standard error.
  func warn(_ sentence: String) {
    writeMessage((usesColor ? "gstedit: \u{1B}[1;33mwarning:\u{1B}[0m " : "gstedit: warning: ") + sentence + "\n")
  }

  /// The file at `path`, which is relative to the working folder unless it is absolute.
  func url(_ path: String) -> URL {
    let url =
      path.hasPrefix("/")
      ? URL(filePath: path, directoryHint: .notDirectory)
      : workingFolder.appending(path: path, directoryHint: .notDirectory)
    return url.standardizedFileURL
  }

  private static func isBrokenPipe(_ error: any Error) -> Bool {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return [error, underlying].contains { $0?.domain == NSPOSIXErrorDomain && $0?.code == Int(EPIPE) }
  }
}

extension CommandEnvironment {
  /// Loads the plug-ins of `shared` and of the plug-in folders, and makes a renderer that has their compositors and does
  /// with damaged media as `shared` says.
  ///
  /// A plug-in of the options must be usable; an unusable one in a folder is a warning. Those that come with the program are
  /// loaded when a project asks for one of their compositors.
  ///
  /// - Throws: `PluginError`.
  mutating func prepareRenderer(_ shared: SharedOptions) throws(PluginError) {
    let options = shared.compositors
    var compositors = CompositorRegistry()
    for path in options.plugins {
      let plugin = try CompositorPlugin(contentsOf: url(path), isolation: options.isolation)
      try compositors.register(plugin)
      plugins.append(plugin)
    }
    for file in pluginFolders.flatMap(CompositorPlugin.files) where !plugins.contains(where: { $0.url == file }) {
      do throws(PluginError) {
        let plugin = try CompositorPlugin(contentsOf: file, isolation: options.isolation)
        try compositors.register(plugin)
        plugins.append(plugin)
      } catch {
        writeMessage("gstedit: warning: \(error)\n")
      }
    }
    for plugin in bundledPlugins { plugin.register(in: &compositors, isolation: options.isolation) }
    guard !plugins.isEmpty || !bundledPlugins.isEmpty || shared.damagePolicy != .refuse else { return }
    renderer = makeRenderer(
      VideoCompositingSettings(compositors: compositors, failurePolicy: options.failurePolicy), shared.damagePolicy)
  }
}

extension CommandEnvironment {
  /// The environment of the running process, which `request` ends.
  static func process(endedBy request: EndRequest) -> CommandEnvironment {
    let variables = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDERR_FILENO) == 1 && variables["TERM"] != "dumb"
    let clock = ContinuousClock()
    let start = clock.now
    return CommandEnvironment(
      renderer: Engine.renderer(),
      makeRenderer: { Engine.renderer(compositing: $0, damagePolicy: $1) },
      replaceProcess: { ProcessStart.become($0.path, arguments: $1) },
      pluginFolders: variables["GSTEDIT_PLUGIN_PATH", default: ""].split(separator: ":").map {
        URL(filePath: String($0), directoryHint: .isDirectory)
      },
      bundledPlugins: BundledPlugin.besideProgram(),
      writeOutput: { try FileHandle.standardOutput.write(contentsOf: $0) },
      // A reader of progress that goes away must not end a render.
      writeMessage: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      readInput: { try FileHandle.standardInput.readToEnd() ?? Data() },
      isTerminal: isTerminal,
      columns: variables["COLUMNS"].flatMap { Int($0) } ?? 80,
      usesColor: isTerminal && variables["NO_COLOR", default: ""].isEmpty,
      request: request,
      workingFolder: URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory),
      elapsed: { start.duration(to: clock.now) },
      showEngineMessages: { write in Engine.onMessage { write("\($0)\n") } })
  }
}
