import EditServices

/// The layout of a debug view: computed once, and drawn as SVG, as a page and as text.
///
/// ```
///  title, what the film is
///           0:00      0:05      0:10          the axis, and the playhead's time above it
///  Track 1  ├── cat ──┤····├── cat ──┤        rows, below the marks of their warnings
///  …
///  Warnings        1  …                       what the marks are about
///  At 7.5 s        Frame 187 …                what is shown and played at the playhead
/// ```
package struct DebugLayout: Sendable {
  /// A summary of the film, in a line.
  let summary: String
  /// The film's time.
  let axis: TimeAxis
  /// The rows, from the top.
  package let lanes: [DebugLane]
  /// The warnings, in the order of their numbers.
  package let warnings: [NumberedWarning]
  /// The time that is explained; nil for none.
  let playhead: Playhead?
  /// The distance of the axis from the upper edge, in pixels.
  let axisTop: Double
  /// The distance of the last row's end from the upper edge, in pixels.
  let lanesBottom: Double
  /// The lines outside of the rows.
  let lines: [PlacedLine]
  /// The height of the drawing, in pixels.
  let height: Double

  /// The width of the drawing, in pixels.
  static let width = 1_600.0
  /// The margin at the edges, in pixels.
  static let margin = 24.0
  /// The left end of the axis; names stand left of it.
  static let axisLeft = 176.0
  /// The height of the axis with its times, in pixels.
  static let axisHeight = 26.0

  /// The layout of `subject`.
  init(_ subject: ViewSubject) {
    summary = subject.summary
    axis = TimeAxis(
      duration: subject.duration, left: Self.axisLeft, length: Self.width - Self.axisLeft - Self.margin)
    warnings = subject.warnings
    playhead = subject.structure.explanation.map { Playhead($0) }
    var lanes =
      subject.trackLanes + subject.instructionLanes + subject.overlayLanes + subject.volumeLanes
      + subject.planLanes
    for warning in warnings {
      let found = warning.lanes.compactMap { kind in lanes.firstIndex { $0.kind == kind } }.first
      if let lane = found ?? lanes.indices.first { lanes[lane].marks.append(warning.mark) }
    }
    for index in lanes.indices { lanes[index].marks = WarningMark.arranged(lanes[index].marks, on: axis) }

    var page = LineStack(top: 22)
    page.add("Composition debug view", .title)
    page.add(summary, .words)
    page.skip(playhead == nil ? 6 : 24)
    axisTop = page.bottom
    page.skip(Self.axisHeight)
    for index in lanes.indices {
      if index == 0 || lanes[index].section != lanes[index - 1].section {
        page.skip(4)
        page.add(lanes[index].section.rawValue, .caption)
        page.skip(4)
      }
      lanes[index].top = page.bottom
      page.skip(lanes[index].markHeight + lanes[index].height + 5)
    }
    self.lanes = lanes
    lanesBottom = page.bottom
    page.skip(Legend.height)
    page.add(warnings)
    if let playhead { page.add(playhead) }
    lines = page.lines
    height = page.bottom + 16
  }

  /// All details that boxes and marks refer to by their numbers: those of the boxes row by row, then those of the warnings.
  var details: [DebugDetails] { lanes.flatMap { $0.boxes.map(\.details) } + warnings.map(\.details) }
}

/// A line of words in a drawing.
struct PlacedLine: Hashable, Sendable {
  /// The line's text, as far as there is room.
  let text: String
  /// Its left edge, in pixels from the drawing's.
  let left: Double
  /// The distance of its baseline from the upper edge, in pixels.
  let baseline: Double
  /// The size and darkness of its letters.
  let style: Style
  /// The number in the mark before it; nil for lines without one.
  var number: Int?

  /// The styles of lines.
  enum Style: String, Hashable, Sendable {
    case title, caption, words, advice

    /// The size of its letters, in pixels.
    var size: Double {
      switch self {
      case .title: 17
      case .caption: 13
      case .words, .advice: 12
      }
    }
  }
}

/// Lines one below the other.
private struct LineStack {
  /// The lines so far.
  private(set) var lines: [PlacedLine] = []
  /// The distance of their end from the upper edge.
  private(set) var bottom: Double

  /// The most warnings that are listed.
  private static let mostWarnings = 200

  init(top: Double) {
    bottom = top
  }

  /// Leaves `distance` pixels free.
  mutating func skip(_ distance: Double) { bottom += distance }

  /// Adds `text`, broken into lines where it is long, `indented` pixels from the margin.
  mutating func add(_ text: String, _ style: PlacedLine.Style, indented: Double = 0, number: Int? = nil) {
    let left = DebugLayout.margin + indented
    // Bold letters are a little wider.
    let size = style == .words || style == .advice ? style.size : 1.12 * style.size
    let room = DebugLayout.width - DebugLayout.margin - left
    for (index, line) in LetterWidths.lines(of: text, room: room, size: size).enumerated() {
      bottom += (1.45 * style.size).rounded()
      lines.append(
        PlacedLine(
          text: line, left: left, baseline: bottom - (0.4 * style.size).rounded(), style: style,
          number: index == 0 ? number : nil))
    }
  }

  /// Adds the list of `warnings`.
  mutating func add(_ warnings: [NumberedWarning]) {
    guard !warnings.isEmpty else { return }
    skip(8)
    add("Warnings", .caption)
    skip(4)
    for warning in warnings.prefix(Self.mostWarnings) {
      add(warning.sentence, .words, indented: 28, number: warning.number)
      add([warning.advice, warning.place].filter { !$0.isEmpty }.joined(separator: "  "), .advice, indented: 28)
      skip(4)
    }
    if warnings.count > Self.mostWarnings {
      add("And \(warnings.count - Self.mostWarnings) more.", .advice, indented: 28)
    }
  }

  /// Adds what `playhead` explains.
  mutating func add(_ playhead: Playhead) {
    skip(8)
    add("At \(playhead.label)", .caption)
    skip(4)
    for line in playhead.lines { add(line.text, line.depth == 0 ? .words : .advice, indented: Double(16 * line.depth)) }
  }
}
