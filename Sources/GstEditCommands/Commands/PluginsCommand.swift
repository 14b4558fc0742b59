import ArgumentParser
import GstEdit

/// `gstedit plugins`: what the loaded plug-ins hold.
struct PluginsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List the plug-ins that are loaded, their compositors, and what those can be told.",
    discussion: """
      Plug-ins are those of --plugin and of the folders in GSTEDIT_PLUGIN_PATH. A project names a compositor in \
      videoComposition.customCompositor; its parameters stand there for the whole film, and in an instruction for that \
      one. They are checked before anything is rendered.

      EXAMPLES
        gstedit plugins --plugin glow.so
        gstedit plugins --plugin glow.so --json
      """)

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func perform(in environment: CommandEnvironment) async throws {
    let documents = environment.plugins.map(PluginDocument.init)
    try environment.write(
      shared.json ? JSONText.document(documents) : documents.map(\.text).joined(separator: "\n"))
  }
}
