import GstEdit
import TestSupport
import Testing

/// Layers that move and fade as wholes, which are drawn once and laid in many places, against trees that are drawn whole for each frame.
@Suite("Layers that move over films")
struct LayerPartFilmTests {
  private static func box(_ place: Point, _ size: Size, _ color: Color, _ animations: LayerAnimation...) -> Layer {
    var layer = Layer()
    layer.bounds = Rectangle(size)
    layer.position = place
    layer.backgroundColor = color
    layer.animations = animations
    return layer
  }

  private static func moving(_ keyPath: LayerKeyPath, _ from: Double, _ to: Double) -> LayerAnimation {
    var animation = BasicAnimation(keyPath: keyPath)
    animation.fromValue = .number(from)
    animation.toValue = .number(to)
    animation.duration = 2
    return .basic(animation)
  }

  private static func text(_ place: Point, _ animations: LayerAnimation...) -> Layer {
    var text = TextLayer()
    text.string = AttributedText("A line that moves")
    text.fontSize = 24
    var layer = Layer(.text(text))
    layer.bounds = Rectangle(x: 0, y: 0, width: 240, height: 40)
    layer.position = place
    layer.shadowOpacity = 0.8
    layer.shadowRadius = 3
    layer.shadowOffset = Size(width: 2, height: 3)
    layer.animations = animations
    return layer
  }

  /// Slow and fast, by its place and by its transform, across edges, turned, fading, over one another, and larger than the frame.
  private static var layers: [Layer] {
    var turned = box(Point(x: 250, y: 40), Size(width: 60, height: 30), .white, moving(.positionY, 20, 150))
    turned.transform = .rotation(0.4, x: 0, y: 0, z: 1)
    turned.cornerRadius = 8
    var group = Layer()
    group.bounds = Rectangle(x: 0, y: 0, width: 90, height: 60)
    group.position = Point(x: 60, y: 130)
    group.sublayers = [
      box(Point(x: 30, y: 30), Size(width: 50, height: 50), Color(red: 1, green: 0.5, blue: 0)),
      box(Point(x: 60, y: 30), Size(width: 50, height: 30), Color(red: 0, green: 0.3, blue: 1, alpha: 0.5)),
    ]
    group.animations = [moving(.opacity, 0, 1), moving(.transformTranslationX, 0, 7.3)]
    return [
      box(
        Point(x: 160, y: 90), Size(width: 500, height: 300), Color(red: 0, green: 0.4, blue: 0.1, alpha: 0.3),
        moving(.positionX, 160, 400)),
      group, turned, text(Point(x: 160, y: 60), moving(.positionX, 150, 157)),
      text(Point(x: 0, y: 110), moving(.positionX, -100, 400)),
    ]
  }

  private static func tool(isGroup: Bool) -> AnimationTool {
    var root = Layer()
    root.bounds = Rectangle(x: 0, y: 0, width: 320, height: 180)
    root.position = Point(x: 160, y: 90)
    root.sublayers = layers
    // What is cut off as a whole is drawn as a whole.
    root.masksToBounds = !isGroup
    return AnimationTool(layer: root)
  }

  @Test(arguments: [PixelFormat.yuv420p, .yuv422p10, .yuva420p])
  func `each frame is as its tree drawn whole, but for where its edges lie within a pixel`(format: PixelFormat)
    async throws
  {
    let numbers = Array(0..<OverlayFilmTests.frames)
    let parts = try await OverlayFilmTests.pictures(
      OverlayFilmTests.plan(Self.tool(isGroup: true), pixelFormat: format), numbers)
    let whole = try await OverlayFilmTests.pictures(
      OverlayFilmTests.plan(Self.tool(isGroup: false), pixelFormat: format), numbers)
    for number in numbers {
      for plane in 0..<3 {
        var (one, other) = (parts[number][plane], whole[number][plane])
        if format == .yuv422p10 { (one, other) = (PlaneBytes.upperBits(one), PlaneBytes.upperBits(other)) }
        let difference = PlaneBytes.difference(one, other)
        // A sixteenth of a pixel of an edge of 219 levels, and the rounding of three layers.
        #expect(difference.most <= 17, "frame \(number), plane \(plane)")
        #expect(difference.mean < 0.35, "frame \(number), plane \(plane)")
      }
    }
  }

  @Test func `in any order each frame is the same`() async throws {
    let plan = try await OverlayFilmTests.plan(Self.tool(isGroup: true))
    let inOrder = try await OverlayFilmTests.pictures(plan, Array(0..<OverlayFilmTests.frames))
    let order = [19, 3, 12, 11, 12, 0, 14, 13, 4, 18, 3, 3]
    for (picture, number) in zip(try await OverlayFilmTests.pictures(plan, order), order) {
      #expect(picture == inOrder[number], "frame \(number)")
    }
  }
}
