import ArgumentParser
import GstEdit

/// `gstedit schema`: the JSON Schema of a project.
struct SchemaCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema (2020-12) of a project file.",
    discussion: """
      It is the schema that the program itself enforces. What no schema can say, as that segments must not overlap, \
      `gstedit validate` says.

      EXAMPLES
        gstedit schema > project.schema.json
      """)

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func perform(in environment: CommandEnvironment) async throws {
    let text = ProjectSchema.text
    try environment.write(text.hasSuffix("\n") ? text : text + "\n")
  }
}
