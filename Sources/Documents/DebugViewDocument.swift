package import DebugViews

/// The rows of a debug view as JSON, for other programs to draw.
///
/// Times are seconds of the film; pointers are JSON pointers (RFC 6901) into the project.
extension CompositionDebugView {
  /// The rows from the top.
  package var lanesJSON: [JSONObject] { layout.lanes.map(\.json) }

  /// The warnings, in the order of their marks' numbers.
  package var warningsJSON: [JSONObject] {
    layout.warnings.map { warning in
      [
        "number": warning.number, "sentence": warning.sentence, "advice": warning.advice, "place": warning.place,
        "start": warning.start, "end": warning.end,
      ]
    }
  }
}

extension DebugLane {
  fileprivate var json: JSONObject {
    [
      "kind": kind.word, "section": section.rawValue, "name": name, "note": note, "faded": isFaded,
      "boxes": boxes.map(\.json), "curves": curves.map { $0.points.map { [$0.seconds, $0.value] } },
      "highest": highest,
    ]
  }
}

extension DebugLane.Kind {
  /// The kind of row, in a word.
  fileprivate var word: String {
    switch self {
    case .track: "track"
    case .instructions: "instructions"
    case .layer: "layer"
    case .ramps: "ramps"
    case .tree: "tree"
    case .overlays: "overlays"
    case .titles: "titles"
    case .subtitles, .subtitleTrack: "subtitles"
    case .volume: "volume"
    case .spans: "spans"
    case .strip: "strip"
    }
  }
}

extension DebugBox {
  fileprivate var json: JSONObject {
    [
      "start": start, "end": end, "label": label, "style": style.name, "faded": isFaded, "title": details.title,
      "facts": details.facts, "pointer": details.part?.pointer,
    ]
  }
}
