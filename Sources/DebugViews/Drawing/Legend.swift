/// The meaning of a debug view's colors and patterns, in one line below its rows.
enum Legend {
  /// Its height, in pixels.
  static let height = 30.0

  /// A pattern with its meaning.
  struct Entry {
    /// The style of box.
    let style: DebugBox.Style
    /// The meaning.
    let words: String
    /// Whether it is faded.
    var isFaded = false
    /// The left edge of the sample, in pixels from the drawing's.
    var left = 0.0
  }

  /// The size of a sample, in pixels.
  static let sample = (width: 22.0, height: 12.0)

  /// The entries that `lanes` need, one beside the other as far as there is room.
  static func entries(for lanes: [DebugLane]) -> [Entry] {
    let styles = Set(lanes.flatMap(\.boxes).map(\.style))
    var entries: [Entry] = []
    func add(_ style: DebugBox.Style, _ words: String) {
      if styles.contains(style) { entries.append(Entry(style: style, words: words)) }
    }
    add(.gap, "empty edit")
    if lanes.contains(where: \.isFaded) {
      entries.append(Entry(style: .asset(0), words: "takes no part", isFaded: true))
    }
    add(.passthrough, "track as it is")
    add(.setting, "value that holds")
    add(.ramp, "ramp")
    add(.span("empty"), "background alone")
    add(.span("passthrough"), "passthrough: not composed")
    add(.span("mix"), "mix: placed by GStreamer")
    add(.span("warp"), "warp: drawn layer by layer")
    add(.span("custom"), "custom compositor")
    add(.silence, "silence")
    var left = DebugLayout.axisLeft
    return entries.compactMap { entry -> Entry? in
      var entry = entry
      entry.left = left
      left += sample.width + 6 + LetterWidths.width(of: entry.words, size: 11) + 12
      return left <= DebugLayout.width ? entry : nil
    }
  }
}
