import FoundationEssentials
import GstEdit

/// A plug-in, as programs are told of it.
struct PluginDocument: Encodable {
  let name: String
  let version: String
  let file: String
  let compositors: [Compositor]

  /// A compositor, and what it can be told.
  struct Compositor: Encodable {
    let name: String
    let summary: String
    let parameters: [Parameter]
  }

  /// Something that a compositor can be told.
  struct Parameter: Encodable {
    let name: String
    let summary: String
    let type: String
    var minimum: Double?
    var maximum: Double?
    var choices: [String]?
    let defaultValue: JSONValue
    /// The values that it can have, in words.
    let expectation: String

    enum CodingKeys: String, CodingKey {
      case name, summary, type, minimum, maximum, choices
      case defaultValue = "default"
    }
  }

  init(_ plugin: CompositorPlugin) {
    name = plugin.name
    version = plugin.version
    file = plugin.url.path
    compositors = plugin.compositors.map { compositor in
      Compositor(
        name: compositor.name, summary: compositor.summary, parameters: compositor.parameters.map(Parameter.init))
    }
  }

  /// The plug-in, as people are told of it: a line for each thing.
  var text: String {
    var lines = ["\(name) \(version), \(file)"]
    for compositor in compositors {
      lines.append("  \(compositor.name): \(compositor.summary)")
      for parameter in compositor.parameters {
        lines.append(
          "    \(parameter.name): \(parameter.expectation), \(parameter.defaultValue) unless given. \(parameter.summary)"
        )
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension PluginDocument.Parameter {
  init(_ parameter: CompositorParameter) {
    self.init(
      name: parameter.name, summary: parameter.summary, type: parameter.kind.name,
      defaultValue: parameter.defaultValue, expectation: parameter.kind.expectation)
    switch parameter.kind {
    case .integer(let range): (minimum, maximum) = (Double(range.lowerBound), Double(range.upperBound))
    case .number(let range): (minimum, maximum) = (range.lowerBound, range.upperBound)
    case .choice(let words): choices = words
    case .boolean, .text, .file, .color: break
    }
  }
}
