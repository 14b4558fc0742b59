import Foundation
import GstEdit
import RenderEngine
import Testing

/// A waveform's axes stand where its times and samples are.
@Suite("Axes of waveforms")
struct WaveformChartTests {
  /// The color of words and marks.
  private static let words = PicturePixels.Pixel(red: 158, green: 171, blue: 186)

  /// A waveform of so many seconds at 1,000 samples a second, whose channels go from −1 to 1 throughout.
  private static func waveform(
    seconds: ClosedRange<Double> = 0...60, layout: ChannelLayout? = .standard(2), channels: Int = 2, peak: Double = 1
  ) throws -> Waveform {
    let count = 100
    let channel: [String: Any] = [
      "minimums": [Double](repeating: -peak, count: count), "maximums": [Double](repeating: peak, count: count),
      "rootMeanSquares": [Double](repeating: 0, count: count),
    ]
    var document: [String: Any] = [
      "sampleRate": 1_000, "samples": [Int(seconds.lowerBound * 1_000), Int(seconds.upperBound * 1_000)],
      "pointCount": count, "channels": [[String: Any]](repeating: channel, count: channels),
    ]
    if let layout { document["layout"] = ["channels": layout.channels, "mask": layout.mask] }
    return try JSONDecoder().decode(Waveform.self, from: JSONSerialization.data(withJSONObject: document))
  }

  /// The texts of a vector drawing, in order.
  private static func texts(_ svg: String) -> [String] {
    svg.matches(of: #/<text [^>]*>([^<]*)</text>/#).map { String($0.output.1) }
  }

  @Test func `ticks stand at round times, to the pixel`() throws {
    let chart = WaveformChart(size: PixelSize(width: 1_800, height: 280))
    let waveform = try Self.waveform()
    let pixels = try PicturePixels(chart.picture(of: waveform))
    let svg = chart.svg(of: waveform)
    let left = try #require(svg.firstMatch(of: #/translate\((\d+) 0\)/#).flatMap { Int($0.output.1) })
    // Twelve pixels of letters: the axis is below the plot, 23 pixels high.
    let row = 280 - 23 + 5
    let marks = pixels.columns(ofRow: row) { $0 == Self.words }
    let scale = Double(1_800 - left) / 60
    let expected = stride(from: 0, to: 60, by: 5).map { left + Int(Double($0) * scale) }
    #expect(marks == expected, "\(marks)")
    #expect(Self.texts(svg).filter { $0.contains(":") } == (0..<12).map { "0:" + ($0 < 2 ? "0" : "") + "\($0 * 5)" })
  }

  @Test(arguments: [
    (0.0...4.0, 600, "0:00.5"), (0...100, 600, "0:15"), (10...20, 900, "0:11"), (0...7_200, 1_200, "1:00:00"),
    (3_590...3_610, 900, "1:00:00"), (0...0.01, 900, "0:00.002"), (0...500_000, 800, "48:00:00"),
  ])
  func `times are those that people read`(seconds: ClosedRange<Double>, width: Int, text: String) throws {
    let texts = Self.texts(
      WaveformChart(size: PixelSize(width: width, height: 200)).svg(of: try Self.waveform(seconds: seconds)))
    #expect(texts.contains(text), "\(texts)")
  }

  @Test func `a tick of an amplitude stands where such a sample is drawn`() throws {
    let chart = WaveformChart(size: PixelSize(width: 900, height: 300))
    let waveform = try Self.waveform()
    let pixels = try PicturePixels(chart.picture(of: waveform))
    let peaks = Color(red: 0.173, green: 0.431, blue: 0.659)
    let isDrawn = { (pixel: PicturePixels.Pixel) in abs(pixel.blue - Int(peaks.blue * 255)) < 3 && pixel.red < 60 }
    // The column of the marks stands just left of the plot.
    let left = try #require(
      chart.svg(of: waveform).firstMatch(of: #/translate\((\d+) 0\)/#).flatMap { Int($0.output.1) })
    let drawn = pixels.rows(ofColumn: left + 10, in: 0..<139, where: isDrawn)
    let marks = pixels.rows(ofColumn: left - 3, in: 0..<139) { $0 == Self.words }
    #expect(marks.count == 5, "1, 0.5, 0, −0.5 and −1: \(marks)")
    #expect(marks.first == drawn.first)
    #expect(abs((marks.last ?? 0) - (drawn.last ?? 0)) <= 1)
    #expect(marks.count > 2 && abs(marks[2] - 69) <= 1)
  }

  @Test func `channels have the names of their speakers`() throws {
    func names(_ layout: ChannelLayout?, _ channels: Int) throws -> [String] {
      let chart = WaveformChart(size: PixelSize(width: 1_200, height: 800))
      return Self.texts(chart.svg(of: try Self.waveform(layout: layout, channels: channels))).filter {
        $0.first?.isLetter == true || channels == 12 && Int($0).map { $0 > 1 } == true
      }
    }
    #expect(try names(.standard(2), 2) == ["L", "R"])
    #expect(try names(.standard(6), 6) == ["L", "R", "C", "LFE", "Lb", "Rb"])
    #expect(try names(ChannelLayout(channels: 6, mask: 0xC0F), 6) == ["L", "R", "C", "LFE", "Ls", "Rs"])
    #expect(try names(.standard(1), 1) == ["M"])
    #expect(try names(nil, 1) == ["mix"])
    #expect(try names(ChannelLayout(channels: 12, mask: 0), 12) == (2...12).map(String.init))
  }

  @Test(arguments: [
    (60, 40), (1, 1), (2_000, 20), (20, 600), (150, 60), (300, 90), (640, 120), (3_840, 2_160), (16_384, 60),
  ])
  func `whatever the size, no word is cut off or lies upon another`(width: Int, height: Int) throws {
    for channels in [1, 2, 8] {
      let chart = WaveformChart(size: PixelSize(width: width, height: height))
      let waveform = try Self.waveform(layout: .standard(channels), channels: channels)
      if width * height < 100_000 {
        let picture = try chart.picture(of: waveform)
        #expect(picture.width == width && picture.height == height)
      }
      let svg = chart.svg(of: waveform)
      let size = svg.firstMatch(of: #/font-size="([\d.]+)"/#).flatMap { Double($0.output.1) } ?? 11
      let texts = svg.matches(of: #/<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="(\w+)"[^>]*>([^<]*)</text>/#)
      let boxes = texts.map { match -> Rectangle in
        let (x, y) = (Double(match.output.1) ?? -1, Double(match.output.2) ?? -1)
        let wide = Double(match.output.4.count) * 0.6 * size
        let left = match.output.3 == "end" ? x - wide : x - wide / 2
        return Rectangle(x: left, y: y - 0.8 * size, width: wide, height: 0.9 * size)
      }
      for box in boxes {
        #expect(box.x >= -0.5 && box.maxX <= Double(width) + 0.5 && box.y >= -0.5 && box.maxY <= Double(height) + 0.5)
      }
      for (number, box) in boxes.enumerated() {
        for other in boxes[(number + 1)...] { #expect(box.intersection(other) == nil, "\(box) and \(other)") }
      }
    }
  }

  @Test func `without axes the drawing is the waveform alone`() throws {
    let waveform = try Self.waveform()
    var chart = WaveformChart(size: PixelSize(width: 600, height: 200))
    chart.hasAxes = false
    let drawing = WaveformDrawing(size: chart.drawing.size)
    let (own, alone) = (
      try PicturePixels(chart.picture(of: waveform)), try PicturePixels(drawing.picture(of: waveform))
    )
    #expect((0..<200).allSatisfy { y in (0..<600).allSatisfy { own[$0, y] == alone[$0, y] } })
    #expect(chart.svg(of: waveform) == drawing.svg(of: waveform))
    #expect(Self.texts(drawing.svg(of: waveform)).isEmpty)
    // One that is too small for any word is the same.
    let small = WaveformChart(size: PixelSize(width: 60, height: 30))
    #expect(Self.texts(small.svg(of: waveform)).isEmpty)
  }
}
