import ArgumentParser
import Foundation
import GstEdit

/// `gstedit studio`: the editor in the browser, which is a program of its own, so that this one has no web server.
struct StudioCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Edit a project in the browser.",
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

  @Argument(help: ArgumentHelp("A project, a folder, or media.", valueName: "project"), completion: .file())
  var subjects: [String] = []

  @Option(help: ArgumentHelp("The port to listen at; any free one unless given.", valueName: "number"))
  var port: Int?

  @Flag(name: .customLong("no-browser"), help: "Do not open the address in a browser.")
  var noBrowser = false

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { subjects.first ?? "" }

  func validate() throws {
    guard (0...65_535).contains(port ?? 0) else {
      throw ValidationError("The port \(port ?? 0) is out of range. Give a number from 0 to 65535.")
    }
  }

  func perform(in environment: CommandEnvironment) async throws {
    guard let program = environment.studioProgram else {
      throw CommandFailure(
        .pluginMissing, "The program gstedit-studio is not there: it stands beside gstedit.",
        remedy: "`swift build -c release --product gstedit-studio` builds it, and make install installs it.")
    }
    var arguments = ["gstedit-studio"]
    if let port { arguments += ["--port", String(port)] }
    if noBrowser { arguments.append("--no-browser") }
    for plugin in shared.compositors.plugins { arguments += ["--plugin", plugin] }
    arguments += ["--"] + subjects
    let error = environment.replaceProcess(program, arguments)
    throw CommandFailure(
      .engineFailed, "\(program.path) could not be started.", remedy: "Install it again.", underlying: "errno \(error)")
  }
}

extension CommandEnvironment {
  /// The studio's program beside the running one; nil where it is not installed.
  fileprivate var studioProgram: URL? {
    let program = URL(filePath: "/proc/self/exe", directoryHint: .notDirectory).resolvingSymlinksInPath()
    let studio = program.deletingLastPathComponent().appending(path: "gstedit-studio", directoryHint: .notDirectory)
    return FileManager.default.isExecutableFile(atPath: studio.path) ? studio : nil
  }
}
