import Compositing
import EditingModel
import LayerDrawing
import MediaAnalysis
import MediaFormats

/// The drawing of a filmstrip: frames, a ruler, and rows below.
struct FilmstripDrawing: Sendable {
  let width: Int
  let frameHeight: Int
  /// The frames, from left to right.
  let images: [PixelBuffer]
  /// The film's duration, in seconds.
  let duration: Double
  let lanes: [TimelineLane]

  /// Lengths grow with the frames, so that letters are read beside them.
  private var unit: Double { max(1, min(4, Double(frameHeight) / 90)) }
  private var em: Double { (11 * unit).rounded() }
  private var rulerHeight: Int { Int((22 * unit).rounded()) }
  private var gap: Int { Int((4 * unit).rounded()) }

  /// The height of a row.
  func height(of lane: TimelineLane) -> Int {
    switch lane.kind {
    case .subtitles, .titles, .overlays, .layers: Int((20 * unit).rounded())
    case .picture: Int((26 * unit).rounded())
    case .sound: Int((46 * unit).rounded())
    }
  }

  /// The strip, in RGB of 8 bits.
  ///
  /// - Throws: `CompositingError` where no picture has that size.
  func picture() throws -> PixelBuffer {
    let rows = lanes.reduce(0) { $0 + height(of: $1) + gap }
    let canvas = try Canvas(
      size: PixelSize(width: width, height: frameHeight + rulerHeight + rows + (lanes.isEmpty ? 0 : gap)),
      background: OverviewColors.background)
    for (number, image) in images.enumerated() {
      let x = number * width / images.count
      try canvas.draw(image, at: Point(x: Double(x), y: Double((frameHeight - image.height) / 2)))
    }
    let ruler = TimeRuler(from: 0, to: duration, length: Double(width), fontSize: em)
    canvas.draw(ruler, at: Point(x: 0, y: Double(frameHeight)), fontSize: em)
    var y = frameHeight + rulerHeight + gap
    for mark in ruler.marks(fontSize: em) where !lanes.isEmpty {
      canvas.fill(
        Rectangle(x: mark.place.rounded(.down), y: Double(y - gap), width: 1, height: Double(rows)),
        with: OverviewColors.lines)
    }
    for lane in lanes {
      draw(lane, top: Double(y), height: Double(height(of: lane)), on: canvas)
      y += height(of: lane) + gap
    }
    return try canvas.picture()
  }

  private func place(_ seconds: Double) -> Double { duration > 0 ? seconds / duration * Double(width) : 0 }

  private func columns(from start: Double, to end: Double) -> Range<Int> {
    let first = max(0, min(width, Int(place(start).rounded(.down))))
    return first..<max(first, min(width, Int(place(end).rounded(.up))))
  }

  private func draw(_ lane: TimelineLane, top: Double, height: Double, on canvas: Canvas) {
    for clip in lane.clips {
      let (start, end) = (place(clip.start), place(clip.end))
      let box = Rectangle(x: start, y: top, width: max(1, end - start - 1), height: height)
      canvas.fill(box, with: lane.kind.color, radius: 3 * unit)
      if let waveform = lane.waveform { draw(waveform, of: clip, in: box, on: canvas) }
      if lane.kind == .picture { drawHidden(lane, clip, in: box, on: canvas) }
      drawTransitions(lane, within: clip, in: box, on: canvas)
      if let level = lane.level { draw(level, of: clip, lane.kind, in: box, on: canvas) }
      if let level = lane.level, lane.kind == .sound { drawValues(of: level, clip, in: box, on: canvas) }
      drawName(of: clip, lane, in: box, on: canvas)
    }
    guard lane.omitted > 0 else { return }
    let text = "+\(lane.omitted)"
    let size = canvas.size(of: text, in: TextStyle(size: em, isBold: true, color: .white))
    canvas.drawOver(
      text, size: em, isBold: true,
      within: Rectangle(x: Double(width) - size.width - 6, y: top, width: size.width + 4, height: height))
  }

  /// From the lowest sample to the highest, and the root mean square within, of all channels.
  private func draw(_ waveform: Waveform, of clip: TimelineLane.Clip, in box: Rectangle, on canvas: Canvas) {
    let end = Double(waveform.samples.upperBound) / Double(waveform.sampleRate)
    let scale = Double(waveform.pointCount) / max(place(end), 1)
    let (middle, half) = (box.y + box.height / 2, box.height / 2 - unit)
    func height(_ sample: Double) -> Double { middle - max(-1, min(1, sample)) * half }
    func points(_ column: Int) -> Range<Int> {
      let first = min(waveform.pointCount - 1, Int(Double(column) * scale))
      return first..<max(first + 1, min(waveform.pointCount, Int(Double(column + 1) * scale)))
    }
    let inner = columns(from: clip.start, to: clip.end).filter { Double($0) >= box.x && Double($0) + 1 <= box.maxX }
    guard let first = inner.first, let last = inner.last else { return }
    let shown = first..<min(last + 1, Int(place(end).rounded(.up)))
    guard !shown.isEmpty else { return }
    canvas.fill(shown, with: SoundColors.peaks) { column in
      let points = points(column)
      let high = waveform.channels.map { $0.maximums[points].max() ?? 0 }.max() ?? 0
      let low = waveform.channels.map { $0.minimums[points].min() ?? 0 }.min() ?? 0
      return (min(height(high), middle - 0.5), max(height(low), middle + 0.5))
    }
    canvas.fill(shown, with: SoundColors.rootMeanSquares) { column in
      let points = points(column)
      let squares = waveform.channels.map { channel in
        channel.rootMeanSquares[points].reduce(0) { $0 + $1 * $1 } / Double(points.count)
      }
      let mean = (squares.reduce(0, +) / Double(max(1, squares.count))).squareRoot()
      return (height(mean), height(-mean))
    }
  }

  /// Darkens what is not seen of a clip: above its opacity.
  private func drawHidden(
    _ lane: TimelineLane, _ clip: TimelineLane.Clip, in box: Rectangle, on canvas: Canvas
  ) {
    guard let level = lane.level else { return }
    canvas.fill(columns(from: clip.start, to: clip.end), with: OverviewColors.hidden) { column in
      let seen = level.value(at: (Double(column) + 0.5) / Double(width) * duration)
      return (box.y, box.y + (1 - max(0, min(1, seen))) * box.height)
    }
  }

  /// A wedge where the clip comes or goes, as high as much as it is there.
  private func drawTransitions(
    _ lane: TimelineLane, within clip: TimelineLane.Clip, in box: Rectangle, on canvas: Canvas
  ) {
    for transition in lane.transitions where transition.start >= clip.start && transition.end <= clip.end {
      canvas.fill(columns(from: transition.start, to: transition.end), with: OverviewColors.transition) { column in
        let time = (Double(column) + 0.5) / Double(width) * duration
        let part = max(0, min(1, (time - transition.start) / (transition.end - transition.start)))
        return (box.maxY - (transition.comes ? part : 1 - part) * box.height, box.maxY)
      }
    }
  }

  /// The level as a line: 0 at the row's bottom, 1 or the greatest at its top.
  private func draw(
    _ level: LevelCurve, of clip: TimelineLane.Clip, _ kind: TimelineLane.Kind, in box: Rectangle, on canvas: Canvas
  ) {
    let thickness = max(1.5, 1.5 * unit)
    func y(_ column: Double) -> Double {
      let time = max(clip.start, min(clip.end - 1e-6, column / Double(width) * duration))
      return box.maxY - thickness / 2 - level.value(at: time) / level.highest * (box.height - thickness)
    }
    let color = kind == .sound ? SoundColors.volume : OverviewColors.opacity
    canvas.fill(columns(from: clip.start, to: clip.end), with: color) { column in
      let (left, right) = (y(Double(column)), y(Double(column + 1)))
      return (min(left, right) - thickness / 2, max(left, right) + thickness / 2)
    }
  }

  private func drawName(of clip: TimelineLane.Clip, _ lane: TimelineLane, in box: Rectangle, on canvas: Canvas) {
    guard box.width >= 2.2 * em, !clip.name.isEmpty else { return }
    var left = max(0, box.x) + 6 * unit
    let right = min(Double(width), box.maxX) - 4 * unit
    // Beside a wedge, where there is room.
    for transition in lane.transitions where transition.comes && abs(transition.start - clip.start) < 0.001 {
      if right - place(transition.end) > 5 * em { left = max(left, place(transition.end) + 6 * unit) }
    }
    var line = Rectangle(x: left, y: box.y, width: right - left, height: box.height)
    if lane.kind == .sound {
      // Where the volume's line is not.
      let text = canvas.size(of: clip.name, in: TextStyle(size: em, color: .white)).width
      let middle = (left + min(text, line.width) / 2) / Double(width) * duration
      let isLow = lane.level.map { $0.value(at: middle) < $0.highest / 2 } ?? false
      line.y = isLow ? box.y + 0.1 * em : box.maxY - 1.5 * em
      line.height = 1.4 * em
    }
    canvas.drawOver(clip.name, size: em, within: line)
  }

  /// Writes the level beside its line, where that is even for long enough, and neither 0 nor 1.
  private func drawValues(
    of level: LevelCurve, _ clip: TimelineLane.Clip, in box: Rectangle, on canvas: Canvas
  ) {
    let columns = columns(from: clip.start, to: clip.end)
    func value(_ column: Int) -> Double { level.value(at: (Double(column) + 0.5) / Double(width) * duration) }
    var first = columns.lowerBound
    while first < columns.upperBound {
      let even = value(first)
      let last = (first..<columns.upperBound).first { abs(value($0) - even) > 1e-6 } ?? columns.upperBound
      let text = LevelCurve.text(even)
      let size = canvas.size(of: text, in: TextStyle(size: em, color: .white))
      if Double(last - first) > size.width + 2 * em, even > 0, even != 1 {
        let isHigh = even > level.highest / 2
        let y = box.maxY - even / level.highest * box.height
        canvas.drawOver(
          text, size: em, color: SoundColors.volume,
          within: Rectangle(
            x: Double(last) - size.width - em, y: isHigh ? y + 2 * unit : y - 1.4 * em - 2 * unit,
            width: size.width + 2, height: 1.4 * em))
      }
      first = max(last, first + 1)
    }
  }
}

extension TimelineLane.Kind {
  /// The color of what lies in a row.
  fileprivate var color: Color {
    switch self {
    case .subtitles: Color(red: 0.46, green: 0.38, blue: 0.2)
    case .titles: Color(red: 0.44, green: 0.3, blue: 0.62)
    case .overlays: Color(red: 0.6, green: 0.28, blue: 0.42)
    case .layers: Color(red: 0.33, green: 0.34, blue: 0.58)
    case .picture: Color(red: 0.173, green: 0.431, blue: 0.659)
    case .sound: Color(red: 0.1, green: 0.27, blue: 0.21)
    }
  }
}

/// The colors of sound.
private enum SoundColors {
  static let peaks = Color(red: 0.2, green: 0.55, blue: 0.42)
  static let rootMeanSquares = Color(red: 0.45, green: 0.8, blue: 0.64)
  static let volume = Color(red: 1, green: 0.8, blue: 0.3)
}

extension OverviewColors {
  /// Over what is not seen.
  fileprivate static let hidden = Color(red: 0.063, green: 0.078, blue: 0.102, alpha: 0.72)
  fileprivate static let transition = Color(red: 0.95, green: 0.62, blue: 0.2, alpha: 0.75)
  fileprivate static let opacity = Color(red: 1, green: 1, blue: 1, alpha: 0.9)
}
