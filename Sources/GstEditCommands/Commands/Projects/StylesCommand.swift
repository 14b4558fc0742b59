import ArgumentParser
import Documents
import Foundation
import GstEdit

/// `gstedit styles`: the styles of titles.
struct StylesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "styles",
    abstract: "List the styles that titles in projects can have, or show them as a picture or a film.",
    discussion: """
      A title names its style, and may change any of the style's properties: { "text": "The Sea", "start": 1, \
      "duration": 4, "style": "title", "color": "#ffcc00" }.

      A picture shows all of them, each over a ground of its own, with large letters: those of small styles are drawn \
      up to 2.2 times as large as in a film. A GIF or a film shows one after another as they come and go.

      EXAMPLES
        gstedit styles
        gstedit styles -o styles.png
        gstedit styles -o styles.gif
        gstedit styles --json
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("What to write: a picture, .png, .jpg or .webp, or a film, .gif, .mp4 …", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "webp", "gif", "mp4"]))
  var output: String?

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { "" }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = CommandFiles()
    if let output { files.output = CommandFiles.Output(environment.url(output), replaces: shared.overwrites) }
    return files
  }

  func reporter(in environment: CommandEnvironment) -> any ProgressReporter {
    guard let output, filmType != nil else {
      return CompletionReporter(environment: environment, writesSummary: false, verbose: shared.verbose)
    }
    return shared.progress.reporter(
      in: environment, output: environment.url(output).lastPathComponent, verbose: shared.verbose)
  }

  /// The kind of film that the name stands for; nil for a picture, and for a name that stands for neither.
  private var filmType: FileType? {
    guard let output, let type = FileType(pathExtension: String(output.split(separator: ".").last ?? "")),
      !type.isPictureSequence, !type.isSoundOnly
    else { return nil }
    return type
  }

  func perform(in environment: CommandEnvironment) async throws {
    if let output, let filmType {
      let url = environment.url(output)
      var request = ExportRequest(
        TitleGallery().film(), as: ExportRules.defaults(for: filmType), to: url,
        replacesExistingFile: shared.overwrites)
      request.stagingURL = environment.staged(url)
      let session = ExportSession(request, renderer: environment.renderer)
      _ = try await RenderRun(session: session, reporter: reporter(in: environment), environment: environment)()
    } else if let output {
      let file = ImageFile(environment.url(output))
      let type = try file.type()
      try file.check(replacing: shared.overwrites)
      let bytes = try await environment.renderer.imageData(of: try TitleGallery().picture(), as: type)
      try file.write(bytes, replacing: shared.overwrites, in: environment)
    }
    if shared.json {
      let styles = TitleStyle.standards.map { style -> JSONObject in
        ["name": style.name, "properties": style.style]
      }
      let report: JSONObject = ["styles": styles, "properties": TitleStyle.propertyNames]
      try environment.write(JSONOutput.document(report))
    } else if output == nil {
      try environment.write(TitleStyle.standards.map(\.name).joined(separator: "\n") + "\n")
    }
  }
}
