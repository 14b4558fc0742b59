public import Compositing
public import EditServices
import EditingModel
import LayerDrawing
import Layers
import MediaFormats
import MediaTime

/// The styles of titles, each over a drawn background that resembles a film: in one picture, halfway through each
/// title's time, or in a film of one after another.
///
/// Letters are large, so that they are seen: those of small styles are drawn larger than in a film, a ninth of the picture's height, or
/// a little more than twice their own size. Beside its name stands the size that a style has.
///
/// ```swift
/// let png = try await renderer.imageData(of: TitleGallery().picture(), as: .png)
/// ```
///
/// A value. Threads: any.
public struct TitleGallery: Sendable {
  /// The width of each of the pictures; they are 16:9.
  public var pictureWidth = 640
  /// The number of pictures beside one another.
  public var columns = 3
  /// The duration for which the film shows each style, in seconds.
  public var secondsEach = 3

  /// A gallery of all styles.
  public init() {}

  /// The gallery, in RGB of 8 bits.
  ///
  /// - Throws: `CompositingError` where there is no memory for it; `LayerProblem` never, of the program's own styles.
  public func picture() throws -> PixelBuffer {
    let styles = TitleStyle.standards
    let size = size
    let em = (Double(size.width) / 32).rounded()
    let (caption, gap) = (Int(2 * em), Int(em * 0.6))
    let rows = (styles.count + columns - 1) / columns
    let canvas = try Canvas(
      size: PixelSize(
        width: columns * (size.width + gap) + gap, height: rows * (size.height + caption) + gap),
      background: OverviewColors.background)
    for (number, (name, style)) in styles.enumerated() {
      let inRow = min(columns, styles.count - number / columns * columns)
      // The last row stands in the middle.
      let left = gap + (columns - inRow) * (size.width + gap) / 2
      let (x, y) = (left + number % columns * (size.width + gap), number / columns * (size.height + caption))
      let tree = try sample(number, in: size).presentation(at: CMTime(value: 2, timescale: 1))
      let picture = try LayerRenderer(size: size).compose(tree, with: nil)
      try canvas.draw(picture, at: Point(x: Double(x), y: Double(y + caption)))
      let line = Rectangle(x: Double(x) + 2, y: Double(y), width: Double(size.width) - 4, height: Double(caption))
      canvas.draw(name, in: TextStyle(size: em, isBold: true, color: .white), within: line)
      canvas.draw(
        Self.remark(on: style), in: TextStyle(size: 0.7 * em, color: OverviewColors.words), within: line,
        aligned: .right)
    }
    return try canvas.picture()
  }

  /// A film that shows each style for its time, one after another, twelve and a half frames a second, as a GIF holds them exactly.
  public func film() -> EditSnapshot {
    let size = size
    let styles = TitleStyle.standards
    let each = CMTime(value: Int64(max(1, secondsEach)), timescale: 1)
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: each.value * Int64(styles.count), timescale: 1))
    var root = Layer()
    root.bounds = Rectangle(Size(width: Double(size.width), height: Double(size.height)))
    root.anchorPoint = Point(x: 0, y: 0)
    root.sublayers = styles.indices.map { number in
      var scene = sample(number, in: size, lasting: each)
      scene.timing.beginTime = Double(number) * each.seconds
      scene.timing.duration = each.seconds
      scene.sublayers.append(Self.label(styles[number].name, in: size))
      return scene
    }
    let track = CompositionTrack(id: 1, mediaType: .video, segments: [CompositionTrackSegment(emptyOver: whole)])
    var videoComposition = VideoComposition(
      frameDuration: CMTime(value: 2, timescale: 25),
      renderSize: Size(width: Double(size.width), height: Double(size.height)),
      instructions: [VideoCompositionInstruction(timeRange: whole)])
    videoComposition.animationTool = AnimationTool(layer: root)
    return EditSnapshot(composition: Composition(tracks: [track]), videoComposition: videoComposition)
  }

  /// The size of one picture: even, so that every film holds it.
  private var size: PixelSize {
    let width = max(32, pictureWidth / 2 * 2)
    return PixelSize(width: width, height: width * 9 / 32 * 2)
  }

  /// A title of style `number` over its ground.
  private func sample(
    _ number: Int, in size: PixelSize, lasting duration: CMTime = CMTime(value: 4, timescale: 1)
  ) -> Layer {
    let (name, style) = TitleStyle.standards[number]
    let size = Size(width: Double(size.width), height: Double(size.height))
    var large = style
    large.fontSize = max(style.fontSize, min(2.2 * style.fontSize, 0.11))
    let title = Title(
      Self.texts[name] ?? "A title", timeRange: CMTimeRange(start: .zero, duration: duration), style: large)
    var scene = Layer()
    scene.bounds = Rectangle(size)
    scene.anchorPoint = Point(x: 0, y: 0)
    scene.sublayers = [TitleGround.layer(number, size: size), title.layer(in: size)]
    return scene
  }

  /// A style's name in the corner where its title is not.
  private static func label(_ name: String, in size: PixelSize) -> Layer {
    let (width, height) = (Double(size.width), Double(size.height))
    let isTaken = TitleStyle.standards.first { $0.name == name }?.style.place == .topLeft
    var text = TextLayer(AttributedText(name))
    text.fontSize = (height / 18).rounded()
    text.fontWeight = 600
    text.alignmentMode = isTaken ? .right : .left
    text.boxColor = Color(red: 0.04, green: 0.05, blue: 0.07, alpha: 0.7)
    text.boxPadding = (text.fontSize / 3).rounded()
    text.boxCornerRadius = text.boxPadding
    var layer = Layer(.text(text))
    layer.bounds = Rectangle(Size(width: width - 2 * text.fontSize, height: 1.4 * text.fontSize))
    layer.position = Point(x: width / 2, y: 1.5 * text.fontSize)
    return layer
  }

  /// "bottomLeft · wipe · fontSize 0.06"
  private static func remark(on style: TitleStyle) -> String {
    let motion = style.action == .none ? style.entrance.rawValue : style.action.rawValue
    let parts = [style.place.rawValue, motion == "none" ? nil : motion, "fontSize \(style.fontSize)"]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  private static let texts = [
    "plain": "Words", "title": "The Sea", "subtitle": "And so we went down\nto the water.",
    "lowerThird": "Ada Lovelace\nAnalyst", "credits": "Directed by\nA. Guy\n\nMusic\nL. van Beethoven",
    "caption": "Brighton, 1907", "quote": "“All is flux.”\n— Heraclitus", "counter": "{count}",
    "typewriter": "> it was a dark night", "karaoke": "Row, row, row your boat", "headline": "Cold water",
    "chapter": "Chapter one\nThe Beach", "watermark": "© 2026",
  ]
}
