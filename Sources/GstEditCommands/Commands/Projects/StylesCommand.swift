import ArgumentParser
import Foundation
import GstEdit

/// `gstedit styles`: the styles of titles.
struct StylesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "styles",
    abstract: "List the styles that titles in projects can have, or show them as one picture.",
    discussion: """
      A title names its style, and may change any of the style's properties: { "text": "The Sea", "start": 1, \
      "duration": 4, "style": "title", "color": "#ffcc00" }.

      EXAMPLES
        gstedit styles
        gstedit styles -o styles.png
        gstedit styles --json
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("A picture of them to write, .png, .jpg or .webp.", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "webp"]))
  var output: String?

  @OptionGroup(title: "Options of all commands") var shared: SharedOptions

  var projectName: String { "" }

  func files(in environment: CommandEnvironment) throws -> CommandFiles {
    var files = CommandFiles()
    if let output { files.output = CommandFiles.Output(environment.url(output), replaces: shared.overwrites) }
    return files
  }

  func perform(in environment: CommandEnvironment) async throws {
    if let output {
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
