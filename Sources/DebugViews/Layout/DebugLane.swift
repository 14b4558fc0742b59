package import EditingModel

/// A row of a debug view: what lies one after another in time, or a value over time.
package struct DebugLane: Sendable {
  /// The kind of row.
  package let kind: Kind
  /// Its name, at the left.
  package let name: String
  /// A note beside the row's title.
  package var note = ""
  /// The boxes of the row, in order of time.
  package var boxes: [DebugBox] = []
  /// Values over time, from 0 at the row's bottom to ``highest`` at its top; none overlaps another.
  package var curves: [LevelLine] = []
  /// The warnings about what lies in it.
  var marks: [WarningMark] = []
  /// Whether it takes no part.
  package var isFaded = false
  /// The distance of its upper edge from the drawing's, in pixels.
  var top = 0.0

  /// The kinds of row.
  package enum Kind: Hashable, Sendable {
    /// Number of a track of the composition, from 0.
    case track(Int)
    /// The video composition's instructions.
    case instructions
    /// The layers that lie so deep in their instructions, 0 for the topmost.
    case layer(Int)
    /// The ramps of one value of these layers.
    case ramps(ModelLocation.LayerRamps, layer: Int)
    /// The tree of layers that is drawn with each frame.
    case tree
    /// Pictures over the film, by the number of the row.
    case overlays(Int)
    /// Titles, by the number of the row.
    case titles(Int)
    /// The cues of subtitles that are drawn, by their number, and the number of the row.
    case subtitles(Int, row: Int)
    /// The cues of subtitles that are a track, by their number, and the number of the row.
    case subtitleTrack(Int, row: Int)
    /// The volume of a track.
    case volume(TrackID)
    /// The spans of the plan's picture.
    case spans
    /// The strip of a track in the plan's sound.
    case strip(TrackID)
  }

  /// The parts of a debug view, one below the other.
  package enum Section: String, Hashable, Sendable {
    case composition = "Composition"
    case videoComposition = "Video composition"
    case overlays = "Over the picture"
    case audioMix = "Audio mix"
    case plan = "What is rendered"
  }
}

extension DebugLane {
  /// The part of the view in which it lies.
  package var section: Section {
    switch kind {
    case .track: .composition
    case .instructions, .layer, .ramps: .videoComposition
    case .tree, .overlays, .titles, .subtitles, .subtitleTrack: .overlays
    case .volume: .audioMix
    case .spans, .strip: .plan
    }
  }

  /// The height of what lies in it, in pixels.
  var height: Double {
    switch kind {
    case .track: 32
    case .instructions, .spans, .tree, .subtitles(_, row: 0), .subtitleTrack(_, row: 0): 26
    case .layer, .strip, .overlays, .titles, .subtitles, .subtitleTrack: 22
    case .ramps(.opacity, _), .volume: 32
    case .ramps: 18
    }
  }

  /// The height of the marks above that, in pixels.
  var markHeight: Double { marks.isEmpty ? 0 : Double(markRows) * WarningMark.size + 3 }

  /// The number of marks above one another.
  var markRows: Int { (marks.map(\.row).max() ?? -1) + 1 }

  /// The upper edge of its contents, in pixels from the drawing's.
  var boxTop: Double { top + markHeight }

  /// Its lower edge, in pixels from the drawing's upper one.
  var bottom: Double { boxTop + height }

  /// The value at the row's top: 1, or a greater one that its curves reach.
  package var highest: Double { max(1, curves.map(\.highest).max() ?? 0) }

  /// Whether it shows values, so that nothing is written into it.
  var hasCurves: Bool { !curves.isEmpty }
}

/// The mark of a warning in a row.
struct WarningMark: Hashable, Sendable {
  /// The warning's number, from 1.
  let number: Int
  /// The beginning of its subject, in seconds of the film.
  let start: Double
  /// The end of its subject.
  let end: Double
  /// Its distance below the row's upper edge, in marks.
  var row = 0

  /// The height and width of a mark, in pixels.
  static let size = 18.0
  /// Limit of the marks above one another; what has no room is in the list alone.
  static let mostRows = 5

  /// Puts `marks` beside one another where they have room on `axis`, and below one another where they have not.
  static func arranged(_ marks: [WarningMark], on axis: TimeAxis) -> [WarningMark] {
    var free: [Double] = []
    return marks.sorted { ($0.start, $0.number) < ($1.start, $1.number) }.compactMap { mark -> WarningMark? in
      var mark = mark
      let left = mark.middle(on: axis) - size / 2
      if let row = free.firstIndex(where: { $0 <= left }) {
        mark.row = row
      } else if free.count < mostRows {
        mark.row = free.count
        free.append(0)
      } else {
        return nil
      }
      free[mark.row] = left + size
      return mark
    }
  }

  /// The place of its middle, so that it lies within `axis`.
  func middle(on axis: TimeAxis) -> Double {
    let half = Self.size / 2
    return min(axis.left + axis.length - half, max(axis.left + half, axis.place(of: start)))
  }
}
