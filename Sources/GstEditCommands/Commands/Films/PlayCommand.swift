import ArgumentParser
import Foundation
import GstEdit

/// `gstedit play`: a quick preview of the whole project, in a file or a window.
struct PlayCommand: RenderSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Render a quick preview of a project, to a file beside it; with --window play it, or a media file.",
    discussion: """
      The preview is the project's film, frame for frame and sample for sample, with the fastest encoder instead of the \
      one that the project asks for. NAME.json gives NAME.preview.mp4 unless -o says otherwise; a preview from before is \
      replaced only with -y.

      With --window nothing is written: the film is played on the desktop, with sound where there is a device for it. In the \
      window space plays and pauses; L plays, and faster each time, J backwards, K pauses; the arrows left and right step a \
      frame, Home and End jump, up and down change the volume, M mutes; F fills the screen, T shows the time; Q closes.

      EXAMPLES
        gstedit play project.json
        gstedit play project.json -y --range 7..12 --scale 0.5
        gstedit play --window project.json
        gstedit play --window film.mp4 --range 1:00..1:30
      """)

  @OptionGroup var argument: ProjectArgument

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Play in a window, and write nothing: a project, or a media file.")
  var window = false

  @OptionGroup(title: "What is rendered") var render: RenderOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    if window {
      guard output == nil else { throw ValidationError("With --window nothing is written. Leave out -o, or --window.") }
      guard !shared.isolation.isolatesMedia else {
        throw ValidationError("A process that is closed in opens no window. Leave out --isolate-media, or --window.")
      }
      return
    }
    if argument.isStandardInput, output == nil {
      throw ValidationError("A project from standard input has no name. Name the preview with -o.")
    }
  }

  var choices: ProjectRender.Choices {
    ProjectRender.Choices(timeRange: render.range, scale: render.scale, purpose: .preview)
  }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = try argument.files(in: environment)
    if !window { files.output = CommandFiles.Output(outputURL(in: environment), replaces: shared.overwrites) }
    return files
  }

  func perform(in environment: CommandEnvironment) async throws {
    guard window else { return try await render(in: environment) }
    let (subject, range) = try await MediaSourceArgument(argument.project).subject(of: render.range, in: environment)
    try await WindowRun(
      subject: subject, title: MediaSourceArgument(argument.project).title, range: range, scale: render.scale,
      shared: shared, environment: environment)()
  }

  /// The preview's file: beside the project by default.
  func outputURL(in environment: CommandEnvironment) -> URL {
    if let output { return environment.url(output) }
    let project = argument.url(in: environment) ?? environment.url("project.json")
    return project.deletingPathExtension().appendingPathExtension("preview.mp4")
  }

  func announcement(of output: URL) -> String? {
    "Writing a preview of \(argument.name) to \(output.path). No window is opened; gstedit export writes the film itself."
  }
}
