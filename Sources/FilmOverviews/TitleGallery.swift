public import Compositing
import EditingModel
import LayerDrawing
import Layers
import MediaFormats
import MediaTime

/// The styles of titles as one picture: each with its name, halfway through its time, over a ground that is dark and bright.
///
/// A value. Threads: any.
public struct TitleGallery: Sendable {
  /// How wide each of the pictures is; they are 16:9.
  public var pictureWidth = 480
  /// How many stand beside one another.
  public var columns = 3

  /// A gallery of all styles.
  public init() {}

  /// The gallery, in RGB of 8 bits.
  ///
  /// - Throws: `CompositingError` where there is no memory for it; `LayerProblem` never, of the program's own styles.
  public func picture() throws -> PixelBuffer {
    let styles = TitleStyle.standards
    let size = PixelSize(width: pictureWidth, height: pictureWidth * 9 / 16)
    let caption = 28
    let rows = (styles.count + columns - 1) / columns
    let canvas = try Canvas(
      size: PixelSize(width: columns * size.width, height: rows * (size.height + caption)), background: .black)
    for (index, (name, style)) in styles.enumerated() {
      let (x, y) = (index % columns * size.width, index / columns * (size.height + caption))
      try canvas.draw(try sample(of: style, named: name, size: size), at: Point(x: Double(x), y: Double(y + caption)))
      canvas.draw(
        name, in: TextStyle(size: 15, isBold: true, color: .white),
        within: Rectangle(x: Double(x + 8), y: Double(y), width: Double(size.width - 16), height: Double(caption)))
    }
    return try canvas.picture()
  }

  /// A title of `style` over a ground from dark to bright.
  private func sample(of style: TitleStyle, named name: String, size: PixelSize) throws -> PixelBuffer {
    var ground = Layer(
      .gradient(
        GradientLayer(colors: [
          Color(red: 0.1, green: 0.16, blue: 0.28), Color(red: 0.45, green: 0.5, blue: 0.52),
          Color(red: 0.9, green: 0.85, blue: 0.72),
        ])))
    ground.bounds = Rectangle(Size(width: Double(size.width), height: Double(size.height)))
    ground.anchorPoint = Point(x: 0, y: 0)
    let duration = CMTime(value: 4, timescale: 1)
    let title = Title(
      Self.texts[name] ?? "A title", timeRange: CMTimeRange(start: .zero, duration: duration), style: style)
    var root = Layer()
    root.sublayers = [ground, title.layer(in: Size(width: Double(size.width), height: Double(size.height)))]
    let renderer = LayerRenderer(size: size)
    let tree = try root.presentation(at: CMTime(value: 2, timescale: 1))
    let black = try PixelBuffer(format: .rgb24, width: size.width, height: size.height)
    return try renderer.compose(tree, with: black)
  }

  private static let texts = [
    "plain": "Words", "title": "The Sea", "subtitle": "And so we went down\nto the water.",
    "lowerThird": "Ada Lovelace\nAnalyst", "credits": "Directed by\nA. Guy\n\nMusic\nL. van Beethoven",
    "caption": "Brighton, 1907", "quote": "“All is flux.”\n— Heraclitus", "counter": "{count}",
    "typewriter": "> it was a dark night", "karaoke": "Row, row, row your boat", "headline": "Cold water",
    "chapter": "Chapter one\nThe Beach", "watermark": "© 2026",
  ]
}
