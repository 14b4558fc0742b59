import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit debug`: a project's structure in one picture.
struct DebugCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "debug",
    abstract: "Draw a project's structure on one ruler: tracks, instructions, volumes, what is rendered, and warnings.",
    discussion: """
      Each track has a row with its segments, their speeds and empty edits. Below stand the video composition's instructions, \
      their layers with opacities as curves and transforms, crops and clips as stretches, titles, pictures and subtitles over \
      them, the volumes of the audio mix, and what is really done: the plan's spans and strips. What is probably not meant is marked at its place, and listed with what would \
      be right. With --at a line goes through the time, and below stands what is shown and played there.

      The file is a drawing (.svg), a page that shows details and is zoomed into (.html), a picture (.png) or text (.txt). \
      Without -o the text goes to standard output; with --json the warnings do. Nothing is rendered.

      EXAMPLES
        gstedit debug project.json
        gstedit debug project.json --at 7.5 -o view.html
        gstedit debug project.json -o view.svg -y
      """)

  @OptionGroup var argument: ProjectArgument

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: .svg, .html, .png or .txt.", valueName: "file"),
    completion: .file(extensions: ["svg", "html", "png", "txt"]))
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Explain what is shown and played at a time.", discussion: TimeArgument.forms, valueName: "time"),
    transform: TimeArgument.time)
  var at: ProjectTime?

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  /// The form of a view.
  private enum Form {
    case drawing, page, picture, text

    /// The form of the file at `url`, as its name ends.
    init(of url: URL) throws(CommandFailure) {
      switch url.pathExtension.lowercased() {
      case "svg": self = .drawing
      case "html", "htm": self = .page
      case "png": self = .picture
      case "txt": self = .text
      default:
        throw CommandFailure(
          .usage, "The name \(url.lastPathComponent) does not say what the view is to be written as.",
          remedy: "Choose a name that ends in .svg, .html, .png or .txt.")
      }
    }
  }

  var projectName: String { argument.name }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = try argument.files(in: environment)
    files.output = output.map { CommandFiles.Output(environment.url($0), replaces: shared.overwrites) }
    return files
  }

  func perform(in environment: CommandEnvironment) async throws {
    let url = output.map(environment.url)
    let form = try url.map { try Form(of: $0) }
    let file = url.map { ImageFile($0) }
    try file?.check(replacing: shared.overwrites)
    try protectProject(from: url, in: environment)
    let project = try argument.read(in: environment)
    let view = try await ProjectRender(project, renderer: environment.renderer).debugView(at: at)
    if let file, let form {
      try file.write(
        try await Self.bytes(of: view, as: form, in: environment), replacing: shared.overwrites, in: environment)
    }
    if shared.json {
      try environment.write(JSONOutput.document(view.warnings.map(\.json) + view.projectWarnings.map(\.json)))
    } else if file == nil {
      try environment.write(view.text)
    }
  }

  private static func bytes(
    of view: CompositionDebugView, as form: Form, in environment: CommandEnvironment
  ) async throws -> [UInt8] {
    switch form {
    case .drawing: Array(view.svg.utf8)
    case .page: Array(view.html.utf8)
    case .text: Array(view.text.utf8)
    case .picture:
      try await environment.renderer.imageData(
        of: try await view.picture(
          renderer: environment.renderer,
          temporaryFolder: environment.stagingFolder ?? FileManager.default.temporaryDirectory), as: .png)
    }
  }

  /// Refuses an output that is the project itself, even where files may be replaced.
  private func protectProject(from output: URL?, in environment: CommandEnvironment) throws(CommandFailure) {
    guard let project = argument.url(in: environment), let output,
      project.resolvingSymlinksInPath() == output.resolvingSymlinksInPath()
    else { return }
    throw CommandFailure(
      .cannotCreateOutput, "The output \(project.path) is the project itself.", remedy: "Write to another file.")
  }
}

extension ProjectDiagnostic {
  /// As what is said of the model, with its place in the project and without a code.
  fileprivate var json: JSONObject {
    ["location": pointer.description, "message": message, "expected": expected]
  }
}

extension ModelProblem {
  fileprivate var json: JSONObject {
    [
      "code": code.rawValue, "location": "\(location)", "message": message, "expected": expected, "remedy": remedy,
      "start": timeRange?.start.rational?.description, "duration": timeRange?.duration.rational?.description,
    ]
  }
}
