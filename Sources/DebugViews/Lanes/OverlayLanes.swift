import EditServices
import EditingModel
import Layers
import MediaTime
import Rendering
import Subtitles

/// The rows of overlays: the tree of layers, pictures, titles and subtitles, the lowest first.
extension ViewSubject {
  /// The most rows of pictures, of titles and of cues that are seen at the same time; what has no room in them lies in the last one.
  private static let mostRows = 8
  /// The most cues that have boxes in a row.
  private static let mostCues = 2_000

  /// The rows of all that is drawn over the picture, and of the tracks of subtitles.
  var overlayLanes: [DebugLane] {
    let tool = structure.edit.videoComposition?.animationTool
    var lanes = treeLanes(of: tool)
    lanes += Self.rows(of: overlays, "Overlays", note: ValueWords.count(overlays.count, "overlay")) { .overlays($0) }
    lanes += Self.rows(of: titles, "Titles", note: ValueWords.count(titles.count, "title")) { .titles($0) }
    for (index, drawn) in (tool?.subtitles ?? []).enumerated() {
      let part = part(at: ModelLocation(.subtitles(index)))
      lanes += rows(of: drawn.document, note: "drawn", part: part) { .subtitles(index, row: $0) }
    }
    for (index, track) in structure.edit.subtitles.enumerated() {
      let note = "a track, \(track.languageTag ?? "no language")"
      lanes += rows(of: track.document, note: note, part: nil) { .subtitleTrack(index, row: $0) }
    }
    return lanes
  }

  /// In which row overlay `index` lies.
  func row(ofOverlay index: Int) -> Int { Self.rows(overlays)[safely: index] ?? 0 }

  /// In which row title `index` lies.
  func row(ofTitle index: Int) -> Int { Self.rows(titles)[safely: index] ?? 0 }

  // MARK: Boxes

  private func treeLanes(of tool: AnimationTool?) -> [DebugLane] {
    guard let layer = tool?.layer, !layer.sublayers.isEmpty || layer.contents != nil else { return [] }
    let count = ValueWords.count(layer.sublayers.count, "layer")
    var lane = DebugLane(kind: .tree, name: "Layers", note: layer.showsVideo ? "around the film" : "over the film")
    lane.boxes = [
      DebugBox(
        start: 0, end: duration, label: "\(count) in the tree's root", style: .layer,
        details: DebugDetails(
          title: "The tree of layers",
          facts: [
            "\(count) in its root",
            layer.showsVideo ? "The film is shown in one of them" : "Drawn over each frame",
          ], part: part(at: ModelLocation(.animationLayer("")))))
    ]
    return [lane]
  }

  private var overlays: [DebugBox] {
    (structure.edit.videoComposition?.animationTool?.overlays ?? []).enumerated().map { index, overlay in
      let (start, end) = seen(overlay.timeRange)
      let name = overlay.picture.split(separator: "/").last.map(String.init) ?? overlay.picture
      var facts = ["Seen over \(ValueWords.range(start, end))", "Stands at \(overlay.place.rawValue)"]
      if overlay.opacity != 1 { facts.append("Opacity \(ValueWords.number(overlay.opacity))") }
      if overlay.entrance != .none { facts.append("Comes by \(overlay.entrance.rawValue)") }
      if overlay.exit != .none { facts.append("Goes by \(overlay.exit.rawValue)") }
      return DebugBox(
        start: start, end: end, label: name, style: .overlay,
        details: DebugDetails(
          title: "Overlay \(index): \(name)", facts: facts, part: part(at: ModelLocation(.overlay(index)))))
    }
  }

  private var titles: [DebugBox] {
    (structure.edit.videoComposition?.animationTool?.titles ?? []).enumerated().map { index, title in
      let (start, end) = seen(title.timeRange)
      let words = Self.line(title.text)
      let style = title.style
      return DebugBox(
        start: start, end: end, label: words, style: .title,
        details: DebugDetails(
          title: "Title \(index): \(words)",
          facts: [
            "Seen over \(ValueWords.range(start, end))", "Stands at \(style.place.rawValue), in \(style.fontFamily)",
            "Comes by \(style.entrance.rawValue), goes by \(style.exit.rawValue)",
          ], part: part(at: ModelLocation(.title(index)))))
    }
  }

  /// The rows of the cues of `document`.
  private func rows(
    of document: SubtitleDocument, note: String, part: ProjectPart?, kind: (Int) -> DebugLane.Kind
  ) -> [DebugLane] {
    let count = document.cues.count
    let boxes = document.cues.prefix(Self.mostCues).enumerated().map { index, cue in
      let words = Self.line(cue.text.inline)
      return DebugBox(
        start: cue.start.seconds, end: min(cue.end.seconds, max(duration, cue.start.seconds)), label: words,
        style: .cue,
        details: DebugDetails(
          title: "Cue \(index + 1): \(words)",
          facts: ["Seen over \(ValueWords.range(cue.start.seconds, cue.end.seconds))"], part: part))
    }
    let rest = count > Self.mostCues ? ", \(count - Self.mostCues) more" : ""
    return Self.rows(of: boxes, "Subtitles", note: note + rest, kind: kind)
  }

  /// The range, in seconds of the film, of something that is seen over `range`, or over the whole film.
  private func seen(_ range: CMTimeRange?) -> (start: Double, end: Double) {
    guard let range, range.start.isNumeric else { return (0, duration) }
    let end = range.end.isNumeric ? range.end.seconds : duration
    return (range.start.seconds, max(range.start.seconds, min(end, duration)))
  }

  /// `text` in one line.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " · ")
  }

  // MARK: Rows

  /// Rows of `boxes` without overlaps, except in the last row of too many.
  private static func rows(
    of boxes: [DebugBox], _ name: String, note: String, kind: (Int) -> DebugLane.Kind
  ) -> [DebugLane] {
    let rows = rows(boxes)
    return (0..<((rows.max() ?? -1) + 1)).map { row in
      var lane = DebugLane(kind: kind(row), name: row == 0 ? name : "")
      if row == 0 { lane.note = note }
      lane.boxes = zip(boxes, rows).filter { $1 == row }.map(\.0)
      return lane
    }
  }

  /// The row of each of `boxes`: the first in which nothing lies where it does.
  private static func rows(_ boxes: [DebugBox]) -> [Int] {
    var ends: [Double] = []
    var rows = Array(repeating: 0, count: boxes.count)
    for (index, box) in boxes.enumerated().sorted(by: { $0.element.start < $1.element.start }) {
      let row = ends.firstIndex { $0 <= box.start } ?? min(ends.count, mostRows - 1)
      if row == ends.count { ends.append(box.end) } else { ends[row] = max(ends[row], box.end) }
      rows[index] = row
    }
    return rows
  }
}
