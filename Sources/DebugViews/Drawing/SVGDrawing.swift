/// A debug view as SVG 1.1, without scripts and references to anything else.
///
/// Elements along the film's time have attributes: their range as parts of the film (`data-a`, `data-b`), the whole
/// label (`data-t`) and the number of their details (`data-i`), by which the page that holds the drawing moves them.
struct SVGDrawing {
  /// The drawing.
  private(set) var text = ""
  private let layout: DebugLayout
  /// The number of the details of what is drawn next.
  private var number = 0

  init(_ layout: DebugLayout) {
    self.layout = layout
    let (width, height) = (DebugLayout.width.markup, layout.height.markup)
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="Arial, Helvetica, 'DejaVu Sans', sans-serif" font-size="12" \
      aria-label="Composition debug view" data-left="\(layout.axis.left.markup)" \
      data-length="\(layout.axis.length.markup)" data-duration="\(layout.axis.duration)" \
      data-top="\(layout.axisTop.markup)" data-bottom="\(layout.lanesBottom.markup)">
      <style>
      \(SVGStyle.text)
      </style>
      \(SVGStyle.definitions)
      <clipPath id="plot"><rect x="\(layout.axis.left.markup)" y="0" width="\(layout.axis.length.markup)" \
      height="\(height)"/></clipPath>
      <rect class="ground" width="\(width)" height="\(height)"/>

      """
    for line in layout.lines { add(line) }
    addLegend()
    for lane in layout.lanes { addName(of: lane) }
    addAxis()
    text += "<g clip-path=\"url(#plot)\">\n"
    for lane in layout.lanes { add(lane) }
    for lane in layout.lanes { addMarks(of: lane) }
    text += "</g>\n"
    if let playhead = layout.playhead { add(playhead) }
    text += "</svg>\n"
  }

  // MARK: Words

  private mutating func add(_ line: PlacedLine) {
    add(line.text, line.style.rawValue, x: line.left, y: line.baseline)
    guard let number = line.number else { return }
    let half = WarningMark.size / 2
    text += badge(number, x: DebugLayout.margin + half, y: line.baseline - 4) + "\n"
  }

  private mutating func add(_ words: String, _ style: String, x: Double, y: Double) {
    text += "<text class=\"\(style)\" x=\"\(x.markup)\" y=\"\(y.markup)\">\(words.markup)</text>\n"
  }

  private mutating func addLegend() {
    let (size, middle) = (Legend.sample, layout.lanesBottom + 16)
    for entry in Legend.entries(for: layout.lanes) {
      text += """
        <g class="\(entry.style.name)\(entry.isFaded ? " off" : "")"><rect x="\(entry.left.markup)" \
        y="\((middle - size.height / 2).markup)" width="\(size.width.markup)" height="\(size.height.markup)"/></g>

        """
      add(entry.words, "note", x: entry.left + size.width + 6, y: middle + 4)
    }
  }

  /// The lane's name and what else is said of it, one below the other where the lane is high enough.
  private mutating func addName(of lane: DebugLane) {
    let (left, end, middle) = (DebugLayout.margin, DebugLayout.axisLeft - 10, lane.boxTop + lane.height / 2)
    let isHigh = lane.height >= 26 && !lane.name.isEmpty && !lane.note.isEmpty
    // Names are bold, and a little wider.
    let size = 12 * 1.12
    let name = LetterWidths.elided(lane.name, to: end - left, size: size)
    if let name { add(name, "name", x: left, y: isHigh ? middle - 2 : middle + 4) }
    let start = isHigh ? left : left + (name.map { LetterWidths.width(of: $0, size: size) + 6 } ?? 12)
    if let note = LetterWidths.elided(lane.note, to: end - start, size: 11) {
      add(note, "note", x: start, y: isHigh ? middle + 11 : middle + 4)
    }
  }

  // MARK: Time

  private mutating func addAxis() {
    let (axis, top, bottom) = (layout.axis, layout.axisTop, layout.lanesBottom)
    let marks = axis.marks(apart: 90)
    text += "<g id=\"grid\">\n"
    for lane in layout.lanes {
      text += """
        <rect class="lane" x="\(axis.left.markup)" y="\(lane.boxTop.markup)" width="\(axis.length.markup)" \
        height="\(lane.height.markup)"/>

        """
    }
    text += "<g id=\"lines\">\n"
    for mark in marks {
      let x = axis.place(of: mark.seconds).markup
      text += "<line x1=\"\(x)\" y1=\"\((top + 4).markup)\" x2=\"\(x)\" y2=\"\(bottom.markup)\"/>\n"
    }
    text += "</g>\n</g>\n<g id=\"times\">\n"
    for mark in marks {
      let x = axis.place(of: mark.seconds) + 4
      guard x + LetterWidths.width(of: mark.text, size: 11) < DebugLayout.width else { continue }
      add(mark.text, "time", x: x, y: top + 16)
    }
    text += "</g>\n"
  }

  private mutating func add(_ playhead: Playhead) {
    let (x, top) = (layout.axis.place(of: playhead.seconds), layout.axisTop)
    let isLate = x > DebugLayout.width - 160
    text += """
      <g class="playhead" data-a="\(part(playhead.seconds))"><g transform="translate(\(x.markup) 0)">\
      <line y1="\((top - 14).markup)" y2="\(layout.lanesBottom.markup)"/>\
      <path d="M-5 \((top - 14).markup)h10l-5 7z"/>\
      <text x="\(isLate ? "-8" : "8")" y="\((top - 6).markup)" \
      text-anchor="\(isLate ? "end" : "start")">\(playhead.label.markup)</text></g></g>

      """
  }

  // MARK: Rows

  private mutating func add(_ lane: DebugLane) {
    for box in lane.boxes { add(box, in: lane) }
    for curve in lane.curves {
      let height = lane.height - 5
      func y(_ value: Double) -> Double { lane.bottom - 2.5 - value / lane.highest * height }
      let parts = curve.points.map { "\(part($0.seconds)),\(y($0.value).markup)" }.joined(separator: " ")
      let points = curve.points.map { "\(layout.axis.place(of: $0.seconds).markup),\(y($0.value).markup)" }
      text += """
        <polyline class="curve\(lane.isFaded ? " off" : "")" data-p="\(parts)" points="\(points.joined(separator: " "))"/>

        """
    }
  }

  private mutating func add(_ box: DebugBox, in lane: DebugLane) {
    let left = layout.axis.place(of: box.start)
    let width = max(0.75, layout.axis.place(of: box.end) - left)
    let baseline = lane.boxTop + lane.height / 2 + 4
    let isWritten = !lane.hasCurves && !box.label.isEmpty
    text += """
      <g class="box \(box.style.name)\(box.isFaded ? " off" : "")" data-i="\(number)" data-a="\(part(box.start))" \
      data-b="\(part(box.end))"
      """
    if isWritten { text += " data-y=\"\(baseline.markup)\" data-t=\"\(box.label.markup)\"" }
    text += """
      ><title>\(box.details.text.markup)</title><rect x="\(left.markup)" y="\(lane.boxTop.markup)" \
      width="\(width.markup)" height="\(lane.height.markup)" rx="2"/>
      """
    let swatch = box.swatch.map { Swatch($0, left: left, top: lane.boxTop + lane.height / 2 - 5) }
    if let swatch, width >= 24 { text += swatch.text }
    let start = left + (swatch == nil ? 4 : 19)
    if isWritten, let label = LetterWidths.elided(box.label, to: left + width - 4 - start, size: 12) {
      text += "<text x=\"\(start.markup)\" y=\"\(baseline.markup)\">\(label.markup)</text>"
    }
    text += "</g>\n"
    number += 1
  }

  private mutating func addMarks(of lane: DebugLane) {
    for mark in lane.marks {
      let left = layout.axis.place(of: mark.start)
      let width = max(2, layout.axis.place(of: mark.end) - left)
      let y = lane.top + (Double(mark.row) + 0.5) * WarningMark.size
      // The details of warnings follow those of all boxes.
      let details = number + mark.number - 1
      let title = layout.warnings[safely: mark.number - 1]?.details.text ?? ""
      text += """
        <g class="mark" data-i="\(details)" data-a="\(part(mark.start))" data-b="\(part(mark.end))">\
        <title>\(title.markup)</title><rect class="flaw" x="\(left.markup)" y="\(lane.boxTop.markup)" \
        width="\(width.markup)" height="\(lane.height.markup)"/>\
        \(badge(mark.number, x: mark.middle(on: layout.axis), y: y))</g>

        """
    }
  }

  private func badge(_ number: Int, x: Double, y: Double) -> String {
    let small = number > 99 ? " style=\"font-size:7px\"" : ""
    return "<g class=\"badge\" transform=\"translate(\(x.markup) \(y.markup))\"><circle r=\"8\"/>"
      + "<text y=\"3.5\"\(small)>\(number)</text></g>"
  }

  /// The part of the film that is over at `seconds`, as the attributes have it.
  private func part(_ seconds: Double) -> String {
    "\((layout.axis.part(at: seconds) * 1e9).rounded() / 1e9)"
  }
}
