public import Compositing
public import EditingModel
public import MediaFormats
import Rendering

/// The drawing of a waveform: each channel in a lane of its own, time from left to right.
///
/// ```
///  ┌──────────────────────┐
///  │  ▂▅▂   ▁▂▁      left │   between the lowest and the highest sample in one color,
///  ├──────────────────────┤   the root mean square on both sides of zero in another
///  │  ▂▄▂   ▁▂▁     right │
///  └──────────────────────┘
/// ```
public struct WaveformDrawing: Hashable, Sendable {
  /// The whole picture's size, in pixels.
  public var size: PixelSize
  /// Behind everything.
  public var background = Color(red: 0.063, green: 0.078, blue: 0.102)
  /// From the lowest sample to the highest.
  public var peaks = Color(red: 0.173, green: 0.431, blue: 0.659)
  /// The root mean square.
  public var rootMeanSquares = Color(red: 0.455, green: 0.769, blue: 1)
  /// The line of silence, and what parts the lanes.
  public var lines = Color(red: 0.227, green: 0.259, blue: 0.306)

  /// A drawing of `size`.
  public init(size: PixelSize) {
    self.size = size
  }
}

/// Thin lines behind a waveform.
package struct WaveformGrid: Hashable, Sendable {
  /// The columns of pixels with a line from the top to the bottom.
  package var columns: Set<Int> = []
  /// The samples at whose height each lane has a line, besides that of silence.
  package var levels: [Double] = []

  /// No lines.
  package init() {}
}

extension WaveformDrawing {
  /// The waveform as a picture in RGB. It has a point for each column where the waveform has as many points as `size` is
  /// wide; else each column shows the points that fall into it.
  ///
  /// - Throws: `CompositingError` where no picture has that size.
  public func picture(of waveform: Waveform) throws -> PixelBuffer {
    try picture(of: waveform, over: WaveformGrid())
  }

  /// The same, over `grid`.
  package func picture(of waveform: Waveform, over grid: WaveformGrid) throws -> PixelBuffer {
    let picture = try PixelBuffer(format: .rgb24, width: size.width, height: size.height)
    let lanes = lanes(of: waveform)
    guard !lanes.isEmpty, waveform.pointCount > 0 else { return picture }
    let columns = (0..<size.width).map { column in lanes.map { $0.column(column, of: waveform, width: size.width) } }
    let plane = picture.planes[0]
    let levels = lanes.map { lane in Set(grid.levels.map { Int(lane.y(of: $0)) }) }
    try picture.withMutableBytes(ofPlane: 0) { bytes in
      for row in 0..<size.height {
        let lane = min(lanes.count - 1, row * lanes.count / size.height)
        let start = plane.row(row).lowerBound
        let isLevel = levels[lane].contains(row)
        for column in 0..<size.width {
          var color = color(atRow: row, of: columns[column][lane], in: lanes[lane])
          if color == background, isLevel || grid.columns.contains(column) { color = gridLines }
          for (component, byte) in color.bytes.enumerated() { bytes[start + 3 * column + component] = byte }
        }
      }
    }
    return picture
  }

  /// The waveform as a vector drawing (SVG 1.1): one that stays sharp in a page.
  public func svg(of waveform: Waveform) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
    viewBox="0 0 \(size.width) \(size.height)">
    <rect width="100%" height="100%" fill="\(background.hexadecimal)"/>

    """ + shapes(of: waveform, over: WaveformGrid()) + "</svg>\n"
  }

  /// The shapes of the vector drawing, over `grid`.
  package func shapes(of waveform: Waveform, over grid: WaveformGrid) -> String {
    var text = ""
    func line(_ x1: String, _ y1: String, _ x2: String, _ y2: String, _ color: Color) {
      text += """
        <line x1="\(x1)" y1="\(y1)" x2="\(x2)" y2="\(y2)" stroke="\(color.hexadecimal)" stroke-width="1"/>

        """
    }
    for column in grid.columns.sorted() {
      line("\(column).5", "0", "\(column).5", "\(size.height)", gridLines)
    }
    for lane in lanes(of: waveform) {
      for level in grid.levels {
        let y = Self.short(lane.y(of: level))
        line("0", y, "\(size.width)", y, gridLines)
      }
      if lane.channel > 0 {
        let top = Self.short(lane.top)
        line("0", top, "\(size.width)", top, lines)
      }
    }
    let step = Double(size.width) / Double(waveform.pointCount)
    for lane in lanes(of: waveform) {
      let channel = waveform.channels[lane.channel]
      for (upper, lower, color) in [
        (channel.maximums, channel.minimums, peaks),
        (channel.rootMeanSquares, channel.rootMeanSquares.map { -$0 }, rootMeanSquares),
      ] {
        // Each point is as wide as its interval, so that one alone is seen as well.
        let places = waveform.channels.isEmpty ? [] : Array(0..<waveform.pointCount)
        let there = places.flatMap { [(Double($0), upper[$0]), (Double($0 + 1), upper[$0])] }
        let back = places.reversed().flatMap { [(Double($0 + 1), lower[$0]), (Double($0), lower[$0])] }
        let points = (there + back).map { "\(Self.short($0.0 * step)),\(Self.short(lane.y(of: $0.1)))" }
        text += "<polygon fill=\"\(color.hexadecimal)\" points=\"\(points.joined(separator: " "))\"/>\n"
      }
      let middle = Self.short(lane.middle)
      line("0", middle, "\(size.width)", middle, lines)
    }
    return text
  }

  /// The rows of pixels between which channel number `channel` of `count` is drawn.
  package func lane(_ channel: Int, of count: Int) -> ClosedRange<Double> {
    let height = Double(size.height) / Double(max(1, count))
    return Double(channel) * height...Double(channel + 1) * height
  }

  /// The height at which `sample` of channel number `channel` of `count` is drawn, in pixels from the top.
  package func place(of sample: Double, in channel: Int, of count: Int) -> Double {
    let lane = lane(channel, of: count)
    return Lane(channel: channel, top: lane.lowerBound, height: lane.upperBound - lane.lowerBound).y(of: sample)
  }

  /// Fainter than ``lines``: halfway to what is behind.
  private var gridLines: Color {
    Color(
      red: (lines.red + background.red) / 2, green: (lines.green + background.green) / 2,
      blue: (lines.blue + background.blue) / 2)
  }

  private static func short(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

  private func lanes(of waveform: Waveform) -> [Lane] {
    waveform.channels.indices.map { channel in
      let lane = lane(channel, of: waveform.channels.count)
      return Lane(channel: channel, top: lane.lowerBound, height: lane.upperBound - lane.lowerBound)
    }
  }

  private func color(atRow row: Int, of column: Lane.Column, in lane: Lane) -> Color {
    if row == Int(lane.top), lane.channel > 0 { return lines }
    if column.rootMeanSquares.contains(row) { return rootMeanSquares }
    if column.peaks.contains(row) { return peaks }
    return row == Int(lane.middle) ? lines : background
  }
}

/// The lane of a channel.
private struct Lane {
  var channel: Int
  /// In pixels, from the picture's top.
  var top: Double
  var height: Double

  /// A column: rows of the picture.
  struct Column {
    var peaks: ClosedRange<Int>
    var rootMeanSquares: Range<Int>
  }

  var middle: Double { top + height / 2 }

  /// The place of a sample; what lies beyond full scale stands at the lane's edge.
  func y(of sample: Double) -> Double { middle - max(-1, min(1, sample)) * height / 2 * 0.96 }

  func column(_ number: Int, of waveform: Waveform, width: Int) -> Column {
    let first = number * waveform.pointCount / width
    let points = first..<max(first + 1, (number + 1) * waveform.pointCount / width)
    let data = waveform.channels[channel]
    let low = data.minimums[points].min() ?? 0
    let high = data.maximums[points].max() ?? 0
    let mean = (data.rootMeanSquares[points].reduce(0) { $0 + $1 * $1 } / Double(points.count)).squareRoot()
    let (upper, lower) = (Int(y(of: high)), Int(y(of: low)))
    let (loud, soft) = (Int(y(of: mean).rounded(.up)), Int(y(of: -mean)))
    return Column(peaks: upper...max(upper, lower), rootMeanSquares: loud..<max(loud, soft))
  }
}

extension Color {
  /// The nearest color of 8 bits a component: red, green and blue.
  fileprivate var bytes: [UInt8] { [red, green, blue].map { UInt8(max(0, min(1, $0)) * 255 + 0.5) } }
}
