/// A debug view for terminals: rows of box-drawing characters on one ruler.
///
/// ```
///                   0:00          0:02          0:04
///                   ├─────────────┼─────────────┼──────────
/// Track 1 video     ├──────── cat  0–4 s ───────┤··········
/// opacity           ████████████████████▇▆▅▄▃▂▁
/// ```
struct TextChart {
  /// The text, which ends with a line break.
  private(set) var text = ""
  private let layout: DebugLayout
  /// The number of columns in all.
  private let columns: Int
  /// The film's time over the columns behind the names.
  private let axis: TimeAxis

  /// The columns of names.
  private static let nameColumns = 18
  /// Bars of rising height, for values over time.
  private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The chart of `layout`, `columns` wide.
  init(_ layout: DebugLayout, columns: Int) {
    self.layout = layout
    self.columns = columns
    axis = TimeAxis(
      duration: layout.axis.duration, left: Double(Self.nameColumns), length: Double(columns - Self.nameColumns))
    add(layout.summary, indented: 0)
    addAxis()
    for (index, lane) in layout.lanes.enumerated() {
      if index == 0 || layout.lanes[index - 1].section != lane.section {
        text += "\n\(lane.section.rawValue)\n"
      }
      add(lane)
    }
    addWarnings()
    addExplanation()
  }

  // MARK: Time

  private mutating func addAxis() {
    text += "\n"
    if let playhead = layout.playhead {
      var row = TextRow(columns: columns)
      let place = column(of: playhead.seconds)
      let before = place - TextRow.columns(of: playhead.label) - 1
      row.write("▼", at: place)
      if !row.writeIfFree(playhead.label, at: place + 2) { row.write(playhead.label, at: before) }
      text += row.text + "\n"
    }
    var times = TextRow(columns: columns)
    var ruler = TextRow(columns: columns)
    ruler.fill(Self.nameColumns..<columns, with: "─")
    for mark in axis.marks(apart: 12) {
      let place = column(of: mark.seconds)
      guard times.writeIfFree(mark.text, at: place) else { continue }
      ruler.write(place == Self.nameColumns ? "├" : "┼", at: place)
    }
    text += times.text + "\n" + ruler.text + "\n"
  }

  /// The column that `seconds` falls into.
  private func column(of seconds: Double) -> Int { min(columns - 1, Int(axis.place(of: seconds))) }

  /// The columns from `start` to `end`, which have their borders in common with what lies beside them; empty where they begin and end in
  /// one place.
  private func range(_ start: Double, _ end: Double) -> Range<Int> {
    let first = Int(axis.place(of: start).rounded())
    return first..<max(first, Int(axis.place(of: end).rounded()))
  }

  // MARK: Rows

  private mutating func add(_ lane: DebugLane) {
    var row = TextRow(columns: columns)
    let name = [lane.name, lane.note].filter { !$0.isEmpty }.joined(separator: " ")
    if let name = TextRow.elided(name, to: Self.nameColumns - 1) { row.write(name, at: 0) }
    if lane.hasCurves {
      for curve in lane.curves { draw(curve, of: lane, in: &row) }
    } else {
      // A box that is shorter than a column goes over those beside it.
      for box in lane.boxes where !range(box.start, box.end).isEmpty { draw(box, in: &row) }
      for box in lane.boxes where range(box.start, box.end).isEmpty {
        let place = min(columns - 1, range(box.start, box.end).lowerBound)
        row.fill(place..<place + 1, with: box.style == .gap ? "·" : "│")
      }
    }
    if let playhead = layout.playhead { row.cross(at: column(of: playhead.seconds)) }
    text += row.text + "\n"
    addMarks(of: lane)
  }

  private func draw(_ box: DebugBox, in row: inout TextRow) {
    let range = self.range(box.start, box.end)
    let (first, last, fill) = box.letters
    row.fill(range, with: fill)
    guard box.style != .gap, box.style != .silence else { return }
    row.fill(range.lowerBound..<range.lowerBound + 1, with: range.count == 1 ? "│" : first)
    guard range.count > 1 else { return }
    row.fill(range.upperBound - 1..<range.upperBound, with: last)
    guard let label = TextRow.elided(box.label, to: range.count - 4) else { return }
    let words = " \(label) "
    row.write(words, at: range.lowerBound + (range.count - TextRow.columns(of: words)) / 2)
  }

  /// Bars as high as the values are in the middles of their columns.
  private func draw(_ curve: LevelLine, of lane: DebugLane, in row: inout TextRow) {
    guard let first = curve.points.first, let last = curve.points.last else { return }
    for column in range(first.seconds, last.seconds) {
      let middle = (Double(column) + 0.5 - axis.left) / axis.length * axis.duration
      guard let value = curve.value(at: min(last.seconds, max(first.seconds, middle))) else { continue }
      let level = Int((value / lane.highest * Double(Self.bars.count)).rounded(.down))
      row.fill(column..<column + 1, with: Self.bars[min(Self.bars.count - 1, max(0, level))])
    }
  }

  /// The numbers of the warnings about what lies in `lane`, below it.
  private mutating func addMarks(of lane: DebugLane) {
    guard !lane.marks.isEmpty else { return }
    var rows: [TextRow] = []
    for mark in lane.marks {
      let words = "▲\(mark.number)"
      let place = min(columns - TextRow.columns(of: words), column(of: mark.start))
      var isPlaced = false
      for index in rows.indices where !isPlaced { isPlaced = rows[index].writeIfFree(words, at: place) }
      guard !isPlaced, rows.count < WarningMark.mostRows else { continue }
      var row = TextRow(columns: columns)
      row.write(words, at: place)
      rows.append(row)
    }
    for row in rows { text += row.text + "\n" }
  }

  // MARK: Words

  private mutating func addWarnings() {
    guard !layout.warnings.isEmpty else { return }
    text += "\nWarnings\n"
    for warning in layout.warnings {
      let number = String(warning.number)
      let start = String(repeating: " ", count: max(1, 4 - number.count)) + number + " "
      let lines = TextRow.lines(of: warning.sentence, columns: columns - 6)
      text += start + lines.joined(separator: "\n     ") + "\n"
      add([warning.advice, warning.place].filter { !$0.isEmpty }.joined(separator: "  "), indented: 5)
    }
  }

  private mutating func addExplanation() {
    guard let playhead = layout.playhead else { return }
    text += "\nAt \(playhead.label)\n"
    for line in playhead.lines { add(line.text, indented: 2 * (line.depth + 1)) }
  }

  private mutating func add(_ words: String, indented columns: Int) {
    let start = String(repeating: " ", count: columns)
    for line in TextRow.lines(of: words, columns: self.columns - columns) { text += start + line + "\n" }
  }
}

extension DebugBox {
  /// The letters at its ends, and between them.
  fileprivate var letters: (first: Character, last: Character, fill: Character) {
    switch style {
    case .gap, .silence: ("·", "·", "·")
    case .instruction: ("[", ")", " ")
    case .ramp: ("╞", "╡", "═")
    default: ("├", "┤", isFaded ? "┄" : "─")
    }
  }
}
