import EditingModel
import Layers
import MediaFormats
import MediaTime

extension TimelineLane {
  /// The most rows of one kind.
  private static let mostRows = 6

  /// The rows of what `composition` draws over the film, which lasts `duration` seconds, the topmost first.
  static func overlays(of composition: VideoComposition?, duration: Double) -> [TimelineLane] {
    guard let tool = composition?.animationTool else { return [] }
    // Places do not matter here, only times.
    let size = Size(width: 1_280, height: 720)
    let whole = 0...max(0, duration)
    func clip(_ range: CMTimeRange?, _ name: String) -> Clip {
      Clip(start: range?.start.seconds ?? 0, end: range?.end.seconds ?? duration, name: name)
    }
    func clips(_ layer: Layer) -> [Clip] {
      layer.visibleTimes().compactMap { time in
        guard time.overlaps(whole) else { return nil }
        let seen = time.clamped(to: whole)
        return Clip(start: seen.lowerBound, end: seen.upperBound, name: layer.title)
      }
    }
    let own = tool.layer
    let isPlain = own.timing.beginTime == 0 && own.timing.duration == .infinity
    let layers = isPlain && !own.sublayers.isEmpty ? own.sublayers : [own]
    let kinds: [(Kind, [Clip])] = [
      (.subtitles, tool.subtitles.flatMap { $0.layers(in: size).flatMap(clips) }),
      (.titles, tool.titles.map { clip($0.timeRange, $0.text.firstLine) }),
      (.overlays, tool.overlays.map { clip($0.timeRange, String($0.picture.split(separator: "/").last ?? "")) }),
      (.layers, layers.reversed().flatMap(clips)),
      (.layers, tool.additionalLayers.flatMap { clips($0.layer) }),
    ]
    return kinds.flatMap { kind, clips in packed(clips, as: kind) }
  }

  /// Rows of `clips`: each lies in the first one where nothing else is at the time.
  private static func packed(_ clips: [Clip], as kind: Kind) -> [TimelineLane] {
    var lanes: [TimelineLane] = []
    for clip in clips.sorted(by: { $0.start < $1.start }) where clip.end > clip.start {
      if let free = lanes.firstIndex(where: { ($0.clips.last?.end ?? 0) <= clip.start + 0.001 }) {
        lanes[free].clips.append(clip)
      } else if lanes.count < mostRows {
        lanes.append(TimelineLane(kind: kind, clips: [clip]))
      } else {
        lanes[mostRows - 1].omitted += 1
      }
    }
    return lanes
  }
}

extension String {
  fileprivate var firstLine: String { String(split(separator: "\n").first ?? "") }
}

extension Layer {
  /// The layer's title: its name, its words, or its kind.
  fileprivate var title: String {
    if !name.isEmpty { return name.firstLine }
    let words = kind.text?.string.text.firstLine ?? ""
    return words.isEmpty ? kind.name : words
  }
}
