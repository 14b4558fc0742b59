public import ArgumentParser
import Compositing
import Documents
import Foundation
import GstEdit
import NIOCore
import Rendering

/// The program `gstedit-studio`: the editor in the browser.
public struct StudioCommand: AsyncParsableCommand {
  /// The program's name and help.
  public static let configuration = CommandConfiguration(
    commandName: "gstedit-studio",
    abstract: "Edits a project in the browser.",
    discussion: """
      Prints one line, the address to open, when it listens; Ctrl-C ends it. Who knows the address may change the project: \
      it has a token that every request needs, and the server listens on this machine alone.

      PROJECT is a project's file, which need not be there yet; a folder whose project is opened, or made; or media, which \
      a new project beside them shows one after another. Without it, the folder is the one that you are in.

      EXAMPLES
        gstedit studio
        gstedit studio film/project.json --port 8080
        gstedit studio cat.mp4 dog.mp4 --no-browser
      """)

  @Argument(
    help: ArgumentHelp("A project, a folder, or media.", valueName: "project"), completion: .file())
  var subjects: [String] = []

  @Option(help: ArgumentHelp("The port to listen at; any free one unless given.", valueName: "number"))
  var port = 0

  @Flag(name: .customLong("no-browser"), help: "Do not open the address in a browser.")
  var noBrowser = false

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("Load the compositors of a plug-in; may be repeated.", valueName: "path"),
    completion: .file(extensions: ["so"]))
  var plugins: [String] = []

  /// The program as it is called without arguments.
  public init() {}

  /// Refuses ports that there are not.
  public func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("The port \(port) is out of range. Give a number from 0 to 65535.")
    }
  }

  /// Runs the program with the arguments of the process, and ends the process.
  public static func main() async {
    do {
      var command = try parseAsRoot()
      if let studio = command as? StudioCommand { try await studio.run() } else { try command.run() }
    } catch {
      exit(withError: error)
    }
  }

  /// Serves until the process gets a signal to end.
  public func run() async throws {
    Engine.shareHeaps()
    let folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    do {
      let subject = try StudioSubject(subjects, in: folder)
      let server = try await StudioServer(subject, port: port, renderer: renderer())
      let opens = !noBrowser
      try await server.run { address in
        try? FileHandle.standardOutput.write(contentsOf: Data("\(address)\n".utf8))
        if opens { Self.open(address) }
      }
    } catch let error as StudioError {
      throw Self.failure(error.report.message, error.report.remedy, status: error.status == .notFound ? 66 : 65)
    } catch let error as RenderError {
      throw Self.failure(error.message, error.remedy, status: 66)
    } catch let error as any Diagnosed {
      throw Self.failure(error.message, error.remedy, status: 65)
    } catch let error as PluginError {
      throw Self.failure(error.description, status: 69)
    } catch let error as IOError where error.errnoCode == EADDRINUSE || error.errnoCode == EACCES {
      throw Self.failure(
        "The port \(port) cannot be listened at: another program does, or it is kept for root.", "Give another one.",
        status: 64)
    }
  }

  /// The engine, with the compositors of plug-ins: of those that are named, of those in the folders of `GSTEDIT_PLUGIN_PATH`, and of
  /// those that come with the program.
  private func renderer() throws(PluginError) -> any Renderer {
    var compositors = CompositorRegistry()
    let folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
    for path in plugins { try Self.add(URL(filePath: path, relativeTo: folder).absoluteURL, to: &compositors) }
    let folders = (ProcessInfo.processInfo.environment["GSTEDIT_PLUGIN_PATH"] ?? "").split(separator: ":")
    for file in folders.flatMap({ CompositorPlugin.files(in: URL(filePath: String($0))) }) {
      do throws(PluginError) {
        try Self.add(file, to: &compositors)
      } catch {
        Self.writeError("warning: \(error)")
      }
    }
    for plugin in BundledPlugin.besideProgram() { plugin.register(in: &compositors, isolation: nil) }
    return Engine.renderer(compositing: VideoCompositingSettings(compositors: compositors))
  }

  private static func add(_ file: URL, to compositors: inout CompositorRegistry) throws(PluginError) {
    let plugin = try CompositorPlugin(contentsOf: file, isolation: nil)
    try compositors.register(plugin)
  }

  /// Prints why the program ends, and returns the exit status for other programs.
  private static func failure(_ message: String, _ remedy: String? = nil, status: Int32) -> ExitCode {
    writeError("error: " + [message, remedy].compactMap(\.self).joined(separator: " "))
    return ExitCode(status)
  }

  /// Writes `sentence` to standard error.
  private static func writeError(_ sentence: String) {
    try? FileHandle.standardError.write(contentsOf: Data("gstedit-studio: \(sentence)\n".utf8))
  }

  /// Opens `address` in the desktop's browser, where there is a desktop.
  private static func open(_ address: String) {
    let variables = ProcessInfo.processInfo.environment
    guard variables["DISPLAY"] != nil || variables["WAYLAND_DISPLAY"] != nil else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/xdg-open")
    process.arguments = [address]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try? process.run()
  }
}
