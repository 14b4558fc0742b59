import MediaAnalysis
import MediaFormats

/// The layout around a waveform in a picture of a given size, in pixels; parts that the size has no room for are left out.
struct WaveformChartLayout: Hashable, Sendable {
  /// The height of the letters' em.
  let fontSize: Double
  /// The size of the waveform itself, which stands at the top right.
  let plot: PixelSize
  /// The distance of the waveform from the picture's left edge.
  let left: Int
  /// The times below; nil where there is no room for them.
  let ruler: TimeRuler?
  /// The channels' names, each in the middle of its lane's height; none where there is no room.
  var names: [Label] = []
  /// The samples at the sides of the lanes; none where there is no room.
  var levels: [Label] = []
  /// The lines behind the waveform.
  var grid = WaveformGrid()

  /// A text, whose middle stands at a height, and whose right edge at a place.
  struct Label: Hashable, Sendable {
    /// Its contents.
    var text: String
    /// The distance of its right edge from the picture's left edge.
    var right: Double
    /// The distance of its middle from the picture's top.
    var y: Double
    /// The distance of what it names from the picture's top: the letters give way at a lane's edge.
    var mark: Double
  }

  /// The layout of `waveform`, whose own part of the picture is drawn by `drawing`.
  init(of waveform: Waveform, in drawing: WaveformDrawing) {
    let (width, height) = (Double(drawing.size.width), Double(drawing.size.height))
    let em = max(11, min(width / 150, height / 24)).rounded()
    fontSize = em
    let rulerHeight = (1.9 * em).rounded(.up)
    let hasRuler = height >= 5 * em && width >= 12 * em
    let count = max(1, waveform.channels.count)
    let plotHeight = height - (hasRuler ? rulerHeight : 0)
    let laneHeight = plotHeight / Double(count)
    let hasNames = laneHeight >= 1.3 * em && width >= 16 * em
    let hasLevels = laneHeight >= 3.6 * em && width >= 24 * em
    let steps: [(Double, String)] =
      laneHeight >= 8 * em
      ? [(1, "1"), (0.5, "0.5"), (0, "0"), (-0.5, "−0.5"), (-1, "−1")] : [(1, "1"), (0, "0"), (-1, "−1")]
    let names = waveform.layout?.channelNames ?? Array(repeating: "mix", count: count)

    let margin = (0.5 * em).rounded()
    // Bold letters are wider than digits, one alone as wide as an em.
    let longest = Double(names.map(\.count).max() ?? 0)
    let nameWidth = hasNames ? max(1.15 * em, longest * 0.83 * em) + margin : 0
    let levelWidth = hasLevels ? (steps.map { TimeRuler.width(of: $0.1, fontSize: em) }.max() ?? 0) + 1.4 * margin : 0
    let gutter = hasNames || hasLevels ? (margin + nameWidth + levelWidth).rounded(.up) : 0
    left = Int(gutter)
    plot = PixelSize(
      width: max(1, drawing.size.width - left), height: max(1, drawing.size.height - (hasRuler ? Int(rulerHeight) : 0)))

    var own = drawing
    own.size = plot
    for channel in waveform.channels.indices {
      let lane = own.lane(channel, of: count)
      if hasNames, names.indices.contains(channel) {
        let middle = (lane.lowerBound + lane.upperBound) / 2
        self.names.append(Label(text: names[channel], right: nameWidth, y: middle, mark: middle))
      }
      guard hasLevels else { continue }
      for (level, text) in steps {
        let place = own.place(of: level, in: channel, of: count)
        let y = min(lane.upperBound - 0.62 * em, max(lane.lowerBound + 0.62 * em, place))
        levels.append(Label(text: text, right: gutter - 0.9 * margin, y: y, mark: place))
      }
    }
    if hasLevels, steps.count > 3 { grid.levels = [0.5, -0.5] }

    guard hasRuler else {
      ruler = nil
      return
    }
    let rate = Double(max(1, waveform.sampleRate))
    let ruler = TimeRuler(
      from: Double(waveform.samples.lowerBound) / rate, to: Double(waveform.samples.upperBound) / rate,
      length: Double(plot.width), fontSize: em)
    self.ruler = ruler
    grid.columns = Set(ruler.marks(fontSize: em, room: gutter).map { Int($0.place) }.filter { $0 > 0 })
  }
}
