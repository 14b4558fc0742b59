public import Compositing
import EditingModel
import LayerDrawing
public import MediaAnalysis
public import MediaFormats

/// A waveform with its axes: the time along the bottom, at round times, the amplitude at the side, and each channel's name.
///
/// ```
///     1 ┌──────────────────────┐
///  L  0 │  ▂▅▂   ▁▂▁           │
///    −1 ├──────────────────────┤
///     1 │  ▂▄▂   ▁▂▁           │
///  R  0 │                      │
///    −1 └┬──────┬──────┬──────┬┘
///       0:00   0:10   0:20   0:30
/// ```
///
/// ```swift
/// let chart = WaveformChart(size: PixelSize(width: 1_200, height: 300))
/// let png = try await renderer.imageData(of: chart.picture(of: waveform), as: .png)
/// ```
///
/// Letters are eleven pixels high or more, and grow with the picture. What a small one has no room for is left out: below some 60
/// pixels of height the times, in lanes below 40 the amplitudes, and below 15 the names.
///
/// A value. Threads: any.
public struct WaveformChart: Hashable, Sendable {
  /// The whole picture's size, and the waveform's colors.
  public var drawing: WaveformDrawing
  /// Whether there is more than the waveform itself.
  public var hasAxes = true

  /// A chart of `size`, axes included.
  public init(size: PixelSize) {
    drawing = WaveformDrawing(size: size)
  }

  /// The chart in RGB of 8 bits.
  ///
  /// - Throws: `CompositingError` where no picture has that size.
  public func picture(of waveform: Waveform) throws -> PixelBuffer {
    guard hasAxes else { return try drawing.picture(of: waveform) }
    let layout = WaveformChartLayout(of: waveform, in: drawing)
    let canvas = try Canvas(size: drawing.size, background: drawing.background)
    try canvas.draw(
      plotted(in: layout).picture(of: waveform, over: layout.grid), at: Point(x: Double(layout.left), y: 0))
    let em = layout.fontSize
    func draw(_ label: WaveformChartLayout.Label, _ style: TextStyle) {
      let size = canvas.size(of: label.text, in: style)
      canvas.draw(
        label.text, in: style,
        within: Rectangle(
          x: label.right - size.width - 1, y: label.y - size.height / 2, width: size.width + 2, height: size.height))
    }
    for name in layout.names {
      draw(name, TextStyle(size: 1.15 * em, isBold: true, color: .white))
    }
    for level in layout.levels {
      draw(level, TextStyle(size: em, color: OverviewColors.words))
      canvas.fill(
        Rectangle(x: Double(layout.left - 4), y: level.mark.rounded(.down), width: 4, height: 1),
        with: OverviewColors.words)
    }
    if let ruler = layout.ruler {
      canvas.draw(
        ruler, at: Point(x: Double(layout.left), y: Double(layout.plot.height)), room: Double(layout.left), fontSize: em
      )
    }
    return try canvas.picture()
  }

  /// The chart as a vector drawing (SVG 1.1), with its words as text.
  public func svg(of waveform: Waveform) -> String {
    guard hasAxes else { return drawing.svg(of: waveform) }
    let layout = WaveformChartLayout(of: waveform, in: drawing)
    let (size, em, words) = (drawing.size, layout.fontSize, OverviewColors.words.hexadecimal)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" font-family="sans-serif" font-size="\(Self.short(em))">
      <rect width="100%" height="100%" fill="\(drawing.background.hexadecimal)"/>
      <g transform="translate(\(layout.left) 0)">
      \(plotted(in: layout).shapes(of: waveform, over: layout.grid))</g>

      """
    func mark(_ x: Double, _ y: Double, width: Double, height: Double) {
      text += """
        <rect x="\(Self.short(x))" y="\(Self.short(y))" width="\(Self.short(width))" height="\(Self.short(height))" \
        fill="\(words)"/>

        """
    }
    func write(_ words: String, x: Double, y: Double, _ attributes: String) {
      text += "<text x=\"\(Self.short(x))\" y=\"\(Self.short(y + 0.36 * em))\" \(attributes)>\(words)</text>\n"
    }
    for name in layout.names {
      write(
        name.text, x: name.right, y: name.y,
        "text-anchor=\"end\" font-weight=\"bold\" font-size=\"\(Self.short(1.15 * em))\" fill=\"#ffffff\"")
    }
    for level in layout.levels {
      write(level.text, x: level.right, y: level.y, "text-anchor=\"end\" fill=\"\(words)\"")
      mark(Double(layout.left - 4), level.mark - 0.5, width: 4, height: 1)
    }
    if let ruler = layout.ruler {
      let (left, top) = (Double(layout.left), Double(layout.plot.height))
      for place in ruler.minorMarks { mark(left + place.rounded(.down), top, width: 1, height: 0.25 * em) }
      for time in ruler.marks(fontSize: em, room: left) {
        mark(left + time.place.rounded(.down), top, width: 1, height: 0.5 * em)
        write(time.text, x: left + time.middle, y: top + 1.15 * em, "text-anchor=\"middle\" fill=\"\(words)\"")
      }
    }
    return text + "</svg>\n"
  }

  /// The drawing of the waveform itself.
  private func plotted(in layout: WaveformChartLayout) -> WaveformDrawing {
    var own = drawing
    own.size = layout.plot
    return own
  }

  private static func short(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
