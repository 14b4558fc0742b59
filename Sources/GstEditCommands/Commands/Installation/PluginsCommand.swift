import ArgumentParser
import Documents
import FoundationEssentials
import GstEdit

/// `gstedit plugins`: the loaded plug-ins, their compositors and parameters.
struct PluginsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List the plug-ins that there are, their compositors, and the parameters of those.",
    discussion: """
      Plug-ins are those of --plugin, of the folders in GSTEDIT_PLUGIN_PATH, and those that come with the program and lie \
      beside it or in lib/gstedit/plugins. A project names a compositor in \
      videoComposition.customCompositor; its parameters stand there for the whole film, and in an instruction for that \
      one. They are checked before anything is rendered.

      EXAMPLES
        gstedit plugins
        gstedit plugins --plugin glow.so
        gstedit plugins --plugin glow.so --json
      """)

  @OptionGroup var shared: SharedOptions

  var projectName: String { "" }

  func perform(in environment: CommandEnvironment) async throws {
    var plugins = environment.plugins
    for bundled in environment.bundledPlugins {
      // A plug-in that is named goes before the one of the same compositors that comes with the program.
      let taken = plugins.flatMap(\.compositors).contains { bundled.compositors.contains($0.name) }
      guard let url = bundled.url, !taken else { continue }
      plugins.append(try CompositorPlugin(contentsOf: url, isolation: shared.compositors.isolation))
    }
    try environment.write(
      shared.json
        ? JSONOutput.document(plugins.map(\.json)) : plugins.map(\.text).joined(separator: "\n"))
  }
}

extension CompositorPlugin {
  /// The plug-in for `--json`.
  fileprivate var json: JSONObject {
    [
      "name": name,
      "version": version,
      "file": url.path,
      "compositors": compositors.map { compositor -> JSONObject in
        [
          "name": compositor.name, "summary": compositor.summary,
          "parameters": compositor.parameters.map(\.json),
        ]
      },
    ]
  }

  /// The plug-in for people: a line for itself, for each compositor and for each parameter.
  fileprivate var text: String {
    var lines = ["\(name) \(version), \(url.path)"]
    for compositor in compositors {
      lines.append("  \(compositor.name): \(compositor.summary)")
      for parameter in compositor.parameters {
        lines.append(
          "    \(parameter.name): \(parameter.kind.expectation), \(parameter.defaultValue) unless given. "
            + parameter.summary)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension CompositorParameter {
  fileprivate var json: JSONObject {
    let limits: JSONObject =
      switch kind {
      case .integer(let range): ["minimum": Double(range.lowerBound), "maximum": Double(range.upperBound)]
      case .number(let range): ["minimum": range.lowerBound, "maximum": range.upperBound]
      case .choice(let words): ["choices": words]
      case .boolean, .text, .file, .color: [:]
      }
    return limits.adding([
      "name": name,
      "summary": summary,
      "type": kind.name,
      "default": defaultValue,
    ])
  }
}
