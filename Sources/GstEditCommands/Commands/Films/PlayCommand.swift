import ArgumentParser
import Foundation
import GstEdit

/// `gstedit play`: a quick preview of the whole project, without a window.
struct PlayCommand: RenderSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Render a quick preview of a project, to a file beside it.",
    discussion: """
      The preview is the project's film, frame for frame and sample for sample, with the fastest encoder instead of the \
      one that the project asks for. NAME.json gives NAME.preview.mp4 unless -o says otherwise; a preview from before is \
      replaced only with -y.

      EXAMPLES
        gstedit play project.json
        gstedit play project.json -y --range 7..12 --scale 0.5
      """)

  @OptionGroup var argument: ProjectArgument

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup(title: "What is rendered") var render: RenderOptions
  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  func validate() throws {
    if argument.isStandardInput, output == nil {
      throw ValidationError("A project from standard input has no name. Name the preview with -o.")
    }
  }

  var choices: ProjectRender.Choices {
    ProjectRender.Choices(timeRange: render.range, scale: render.scale, purpose: .preview)
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
