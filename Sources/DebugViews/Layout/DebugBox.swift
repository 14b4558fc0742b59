import EditingModel

/// Something that lies in a row for a while: a segment, an instruction, a ramp, a span.
package struct DebugBox: Sendable {
  /// Its beginning, in seconds of the film.
  package let start: Double
  /// Its end, in seconds of the film.
  package let end: Double
  /// The box's label, as far as there is room.
  package var label = ""
  /// The box's style.
  package let style: Style
  /// A color that it is about; nil for most.
  var swatch: Color?
  /// Whether it takes no part.
  package var isFaded = false
  /// All that is said of it.
  package let details: DebugDetails

  /// The styles of boxes.
  package enum Style: Hashable, Sendable {
    /// A segment of the asset of that number, in order of first use.
    case asset(Int)
    /// An empty edit.
    case gap
    /// An instruction; every other one is darker.
    case instruction(isOdd: Bool)
    /// A track that is shown as it is.
    case passthrough
    /// A layer.
    case layer
    /// A picture over the film.
    case overlay
    /// A title.
    case title
    /// A cue of subtitles.
    case cue
    /// A value that goes from one to another.
    case ramp
    /// A value that holds.
    case setting
    /// A span of the plan, by the name of its method.
    case span(String)
    /// A stretch of a strip that is silent.
    case silence

    /// The number of colors for assets.
    static let assetColors = 8

    /// The name of the style in drawings.
    package var name: String {
      switch self {
      case .asset(let number): "asset\(number % Self.assetColors)"
      case .gap: "gap"
      case .instruction(let isOdd): isOdd ? "instruction odd" : "instruction"
      case .passthrough: "whole"
      case .layer: "layer"
      case .overlay: "overlay"
      case .title: "words"
      case .cue: "cue"
      case .ramp: "ramp"
      case .setting: "setting"
      case .span(let method): "span-\(method)"
      case .silence: "silence"
      }
    }
  }
}

/// All that is said of one thing, and where it comes from.
package struct DebugDetails: Hashable, Sendable {
  /// The box's title, in a few words.
  package var title: String
  /// Facts about the box, a line each.
  package var facts: [String] = []
  /// Its place in the project; nil where it is the program's own, or comes from no project.
  package var part: ProjectPart?

  /// The title and the lines in one text.
  var text: String { ([title] + facts).joined(separator: "\n") }
}

/// A part of a project's file.
package struct ProjectPart: Hashable, Sendable {
  /// Its place: a JSON pointer (RFC 6901).
  package var pointer: String
  /// The part itself, as JSON; empty where the document shows none.
  package var json: String

  /// The part `json` at `pointer`.
  package init(pointer: String, json: String) {
    self.pointer = pointer
    self.json = json
  }
}
