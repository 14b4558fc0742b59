import MediaTime
public import ModelValues
public import Subtitles

/// Subtitles that are drawn into the film: cues, and how they look where they do not say it themselves; or a script, which says all of it.
public struct SubtitleOverlay: Hashable, Sendable, Codable {
  /// The cues, in the movie's time. Where they have a script, that is drawn in their place.
  public var document: SubtitleDocument
  /// The look of letters where a cue does not state it, and their distance from the picture's edges. Entrances, exits
  /// and actions are those of titles alone.
  public var style: TitleStyle

  /// `document`, drawn in `style`.
  public init(_ document: SubtitleDocument, style: TitleStyle = .subtitle) {
    self.document = document
    self.style = style
  }

  /// The number of layers, in a picture of any size: one for each cue, or for a script.
  public var layerCount: Int { document.script == nil ? document.cues.count : 1 }

  /// A layer for each cue in a picture of `size`, in its pixels, at the movie's time. Cues of a higher layer come later. A script is
  /// one layer.
  ///
  /// Cues that would lie upon each other stand above one another, as far as the number of their lines tells.
  public func layers(in size: Size) -> [Layer] {
    if let script = document.script {
      var layer = Layer(.script(ScriptLayer(script)))
      layer.bounds = Rectangle(size)
      layer.position = Point(x: size.width / 2, y: size.height / 2)
      return [layer]
    }
    var stacks = CueStacks()
    let layout = CueLayout(style: style, size: size, regions: document.regions)
    return document.cues.enumerated()
      .map { index, cue in (cue.layer, index, layout.layer(of: cue, above: &stacks)) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

/// The cues at each place at a time: those in the order of their starts are put above those that are still there.
struct CueStacks {
  /// A cue that is there: until when, and the stretch that it takes.
  private struct Entry {
    var end: Rational
    var stretch: Range<Double>
    var text: String
  }

  private var entries: [SubtitlePlacement: [Entry]] = [:]

  /// The offset from its place of a cue of `height` that is put at `place` from `start` to `end`.
  mutating func offset(of cue: SubtitleCue, height: Double) -> Double {
    let place = cue.placement
    var there = (entries[place] ?? []).filter { $0.end > cue.start }
    let text = cue.text.inline
    var offset = 0.0
    // The same text twice is an outline or a glow that a script makes of it.
    if !there.contains(where: { $0.text == text }) {
      for other in there.sorted(by: { $0.stretch.lowerBound < $1.stretch.lowerBound })
      where other.stretch.overlaps(offset..<(offset + max(1, height))) {
        offset = other.stretch.upperBound
      }
    }
    // More than fit a picture: the earliest are no longer looked at.
    if there.count > 64 { there.removeFirst(there.count - 64) }
    there.append(Entry(end: cue.end, stretch: offset..<(offset + max(1, height)), text: text))
    entries[place] = there
    return offset
  }
}
