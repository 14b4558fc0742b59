import AVFoundation
import TestSupport
import Testing

@Suite("Layers that draw themselves, and are drawn")
struct LayerDrawingMembersTests {
  private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  /// Fills the lower left quarter of its plane, as seen with y up.
  private final class Quarter: CALayer {
    var widths: [Int] = []
    override func draw(in ctx: CGContext) {
      widths.append(ctx.width)
      ctx.setFillColor(CGColor(gray: 1, alpha: 1))
      ctx.fill(CGRect(x: bounds.minX, y: bounds.minY, width: bounds.width / 2, height: bounds.height / 2))
    }
  }

  /// Draws for a layer, or gives it a picture.
  private final class Painter: NSObject, CALayerDelegate {
    var calls: [String] = []
    func layerWillDraw(_ layer: CALayer) { calls.append("will") }
    func draw(_ layer: CALayer, in ctx: CGContext) {
      calls.append("draw")
      ctx.setFillColor(CGColor(gray: 1, alpha: 1))
      ctx.fillEllipse(in: layer.bounds)
    }
  }
  private final class Giver: NSObject, CALayerDelegate {
    let picture: CGImage?
    init(_ picture: CGImage?) { self.picture = picture }
    func display(_ layer: CALayer) { layer.contents = picture }
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { event == "opacity" ? NSNull() : nil }
  }

  @Test func `what a subclass draws is seen in films, in its own plane`() async throws {
    let (layer, still) = (Quarter(), Quarter())
    layer.frame = CGRect(x: 20, y: 40, width: 80, height: 60)
    still.frame = CGRect(x: 200, y: 40, width: 80, height: 60)
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay()
    #expect(layer.needsDisplay() && layer.contents == nil)
    let picture = try await LayerFilm.frame([layer, still])
    // With y up: 40…69, which is rows 110…139.
    #expect(picture[22, 112].isBright && picture[58, 138].isBright)
    #expect(!picture[62, 130].isBright && !picture[30, 107].isBright && !picture[30, 142].isBright)
    // The other layer was not asked.
    #expect(!picture[205, 130].isBright && still.widths.isEmpty)
    #expect(!layer.needsDisplay() && layer.contents is CGImage && layer.widths == [80])
  }

  @Test func `in flipped geometry it is drawn from the top`() async throws {
    let (host, layer) = (CALayer(), Quarter())
    host.frame = CGRect(origin: .zero, size: LayerFilm.size)
    host.isGeometryFlipped = true
    layer.frame = CGRect(x: 20, y: 40, width: 80, height: 60)
    host.addSublayer(layer)
    layer.setNeedsDisplay()
    #expect(layer.contentsAreFlipped() && host.contentsAreFlipped())
    let picture = try await LayerFilm.frame([host])
    #expect(picture[22, 42].isBright && picture[58, 68].isBright && !picture[22, 73].isBright)
    layer.isGeometryFlipped = true
    #expect(!layer.contentsAreFlipped())
  }

  @Test func `it is drawn at its scale, and again where its size changes`() throws {
    let layer = Quarter()
    (layer.contentsScale, layer.needsDisplayOnBoundsChange) = (2, true)
    layer.bounds = CGRect(x: 5, y: 5, width: 30, height: 20)
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(layer.widths == [60])
    let pixels = Pixels(try #require(layer.contents as? CGImage))
    #expect(pixels.width == 60 && pixels.height == 40)
    #expect(pixels[1, 38].alpha == 255 && pixels[28, 21].alpha == 255)
    #expect(pixels[31, 30].alpha == 0 && pixels[10, 18].alpha == 0)
    layer.bounds.origin = .zero
    #expect(!layer.needsDisplay())
    layer.isOpaque = true
    layer.display()
    #expect((layer.contents as? CGImage)?.alphaInfo == .noneSkipLast)
  }

  @Test func `a delegate draws, or gives the picture`() async throws {
    let (painter, giver) = (Painter(), Giver(try greenOverRed()))
    let (round, given, kept) = (CALayer(), CALayer(), CALayer())
    round.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    round.delegate = painter
    given.frame = CGRect(x: 150, y: 0, width: 100, height: 100)
    given.delegate = giver
    kept.frame = CGRect(x: 260, y: 0, width: 50, height: 50)
    kept.contents = try whitePicture(5)
    for layer in [round, given, kept] { layer.setNeedsDisplay() }
    let picture = try await LayerFilm.frame([round, given, kept])
    #expect(painter.calls == ["will", "draw"])
    #expect(picture[50, 130].isBright && !picture[5, 85].isBright && !picture[95, 175].isBright)
    #expect(picture[200, 90].isNear(0, 255, 0, 40) && picture[200, 170].isNear(255, 0, 0, 40))
    // Without a delegate that draws, contents that were set stay.
    #expect(picture[280, 160].isBright)
    #expect(given.action(forKey: "opacity") == nil && given.action(forKey: "position") is CABasicAnimation)
  }

  @Test func `a text layer that draws itself elsewhere is seen there`() async throws {
    final class Same: CATextLayer {}
    final class Lowered: CATextLayer {
      override func draw(in ctx: CGContext) {
        ctx.saveGState()
        ctx.translateBy(x: 0, y: -50)
        super.draw(in: ctx)
        ctx.restoreGState()
      }
    }
    func rows(_ layer: CATextLayer) async throws -> [Int] {
      layer.frame = CGRect(x: 20, y: 20, width: 200, height: 140)
      (layer.string, layer.fontSize, layer.font) = ("LLL", 40, "DejaVuSans-Bold")
      return try await LayerFilm.frame([layer]).brightRows
    }
    let (plain, same, lowered) = (try await rows(CATextLayer()), try await rows(Same()), try await rows(Lowered()))
    #expect(!plain.isEmpty && same == plain)
    #expect(abs((lowered.first ?? 0) - (plain.first ?? 0) - 50) <= 1 && abs(lowered.count - plain.count) <= 1)
  }

  // MARK: Into a bitmap

  @Test func `a tree is drawn into a bitmap, in its own plane`() throws {
    let root = plate(CGRect(x: 700, y: 700, width: 50, height: 30), Self.blue)
    let child = plate(CGRect(x: 0, y: 0, width: 10, height: 10))
    child.contents = try greenOverRed()
    root.addSublayer(child)
    let hidden = plate(CGRect(x: 40, y: 20, width: 10, height: 10))
    hidden.isHidden = true
    root.addSublayer(hidden)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 0, 10)
    root.add(fade, forKey: nil)
    (child.beginTime, root.transform) = (100, CATransform3DMakeScale(3, 3, 1))
    let context = try bitmap(100, 60)
    context.translateBy(x: 10, y: 5)
    root.render(in: context)
    let pixels = Pixels(try #require(context.makeImage()))
    // Rows 25…54 from the top; the child's are 45…54.
    #expect(pixels[12, 47] == .init(red: 0, green: 255, blue: 0, alpha: 255))
    #expect(pixels[12, 52] == .init(red: 255, green: 0, blue: 0, alpha: 255))
    #expect(pixels[40, 40] == .init(red: 0, green: 0, blue: 255, alpha: 255))
    #expect(pixels[55, 28] == .init(red: 0, green: 0, blue: 255, alpha: 255))
    #expect([(5, 40), (62, 40), (40, 22), (40, 57)].allSatisfy { pixels[$0.0, $0.1].alpha == 0 })
  }

  @Test func `a bitmap's map, opacity and clip count, and what draws itself is drawn`() throws {
    let layer = Quarter()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.setNeedsDisplay()
    let context = try bitmap(100, 100)
    context.clip(to: CGRect(x: 0, y: 0, width: 100, height: 20))
    context.setAlpha(0.5)
    context.scaleBy(x: 2, y: 2)
    layer.render(in: context)
    let pixels = Pixels(try #require(context.makeImage()))
    #expect((126...129).contains(pixels[38, 98].alpha) && (126...129).contains(pixels[2, 82].alpha))
    #expect(pixels[42, 98].alpha == 0 && pixels[2, 78].alpha == 0)
    #expect(layer.widths == [40])
  }

  @Test func `text, shapes and masks are drawn into bitmaps`() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let shape = CAShapeLayer()
    shape.path = CGPath(rect: CGRect(x: 0, y: 50, width: 50, height: 50), transform: nil)
    shape.fillColor = Self.red
    let masked = plate(CGRect(x: 50, y: 0, width: 50, height: 50), Self.green)
    masked.mask = plate(CGRect(x: 0, y: 0, width: 25, height: 50))
    let text = CATextLayer()
    text.frame = CGRect(x: 50, y: 50, width: 50, height: 50)
    (text.string, text.fontSize, text.font) = ("L", 45, "DejaVuSans-Bold")
    for layer in [shape, masked, text] { root.addSublayer(layer) }
    let context = try bitmap(100, 100)
    root.render(in: context)
    let pixels = Pixels(try #require(context.makeImage()))
    #expect(pixels[25, 25].isNear(255, 0, 0) && pixels[25, 75].alpha == 0)
    #expect(pixels[60, 75].isNear(0, 255, 0) && pixels[60, 75].alpha == 255 && pixels[80, 75].alpha == 0)
    let letter = (0..<50).filter { row in (50..<100).contains { pixels[$0, row].alpha > 200 } }
    func width(_ row: Int) -> Int { (50..<100).filter { pixels[$0, row].alpha > 200 }.count }
    #expect(letter.count > 20 && width((letter.last ?? 0) - 2) > 2 * width((letter.first ?? 0) + 2))
  }

  @Test func `paths are filled, stroked and clipped to`() throws {
    let context = try bitmap(100, 100)
    context.setFillColor(Self.red)
    context.fillEllipse(in: CGRect(x: 10, y: 10, width: 40, height: 40))
    context.saveGState()
    context.addRect(CGRect(x: 60, y: 60, width: 20, height: 20))
    context.clip()
    #expect(context.boundingBoxOfClipPath == CGRect(x: 60, y: 60, width: 20, height: 20) && context.isPathEmpty)
    context.setFillColor(Self.green)
    context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
    context.restoreGState()
    context.setStrokeColor(Self.blue)
    context.setLineWidth(2)
    context.scaleBy(x: 2, y: 2)
    context.move(to: CGPoint(x: 0, y: 45))
    context.addLine(to: CGPoint(x: 50, y: 45))
    #expect(context.currentPointOfPath == CGPoint(x: 50, y: 45))
    context.strokePath()
    let pixels = Pixels(try #require(context.makeImage()))
    #expect(pixels[30, 69].isNear(255, 0, 0) && pixels[12, 87].alpha == 0 && pixels[30, 47].alpha == 0)
    #expect(pixels[62, 37].isNear(0, 255, 0) && pixels[62, 37].alpha == 255 && pixels[58, 37].alpha == 0)
    #expect(pixels[50, 11].isNear(0, 0, 255) && pixels[50, 8].isNear(0, 0, 255))
    #expect(pixels[50, 13].alpha == 0 && pixels[50, 6].alpha == 0)
    context.addEllipse(in: CGRect(x: 0, y: 0, width: 9, height: 9))
    context.addEllipse(in: CGRect(x: 2, y: 2, width: 5, height: 5))
    context.clear(CGRect(x: 0, y: 0, width: 50, height: 50))
    context.fillPath(using: .evenOdd)
    let ring = Pixels(try #require(context.makeImage()))
    #expect(ring[2, 91].alpha > 200 && ring[9, 91].alpha == 0)
  }

  // MARK: Mixing and space

  @Test func `a blend mode's name mixes a layer with the film`() async throws {
    let gray = plate(CGRect(origin: .zero, size: LayerFilm.size), CGColor(gray: 0.5, alpha: 1))
    func mixed(_ filter: Any) async throws -> Pixels.Pixel {
      let layer = plate(CGRect(x: 0, y: 0, width: 50, height: 50), CGColor(gray: 0.5, alpha: 1))
      layer.compositingFilter = filter
      return try await LayerFilm.frame([gray, layer])[20, 160]
    }
    #expect(try await mixed("multiplyBlendMode").isNear(64, 64, 64))
    #expect(try await mixed("CIScreenBlendMode").isNear(191, 191, 191))
    #expect(try await mixed("plusL").isNear(255, 255, 255))
  }

  @Test func `filters that are not drawn are refused, with a sentence`() async throws {
    let frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    let (first, second, third, fourth) = (plate(frame), plate(frame), plate(frame), plate(frame))
    (first.name, first.compositingFilter) = ("haze", "CIGaussianBlur")
    second.filters = ["CIGaussianBlur"]
    third.backgroundFilters = [5]
    fourth.style = ["opacity": 0.5]
    #expect(try await LayerFilm.refusal([first])?.contains("“haze” is “CIGaussianBlur”") == true)
    #expect(try await LayerFilm.refusal([second])?.contains("has filters") == true)
    #expect(try await LayerFilm.refusal([third])?.contains("has filters") == true)
    #expect(try await LayerFilm.refusal([fourth])?.contains("“opacity”") == true)
    second.filters = []
    #expect(try await LayerFilm.frame([second])[4, 175].isBright)
  }

  @Test func `layers in a transform layer stand in one space`() async throws {
    let space = CATransformLayer()
    space.frame = CGRect(origin: .zero, size: LayerFilm.size)
    let frame = CGRect(x: 110, y: 50, width: 100, height: 80)
    let (near, far) = (plate(frame, Self.red), plate(frame, Self.green))
    near.transform = CATransform3DMakeTranslation(0, 0, 40)
    far.transform = CATransform3DMakeTranslation(0, 0, -40)
    space.addSublayer(near)
    space.addSublayer(far)
    #expect(try await LayerFilm.frame([space])[160, 90].isNear(255, 0, 0, 40))
    // From behind the other one is nearer.
    space.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(try await LayerFilm.frame([space])[160, 90].isNear(0, 255, 0, 40))
    // A plain layer has a plane, on which they lie as they were added.
    let flat = CALayer()
    flat.frame = space.frame
    flat.addSublayer(far)
    flat.addSublayer(near)
    flat.transform = space.transform
    #expect(try await LayerFilm.frame([flat])[160, 90].isNear(255, 0, 0, 40))
  }

  @Test func `a transform layer's opacity is each layer's, and a perspective goes through it`() async throws {
    let (stage, space) = (CALayer(), CATransformLayer())
    (stage.frame, space.frame) = (
      CGRect(origin: .zero, size: LayerFilm.size), CGRect(origin: .zero, size: LayerFilm.size)
    )
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 200
    stage.sublayerTransform = perspective
    let near = plate(CGRect(x: 140, y: 70, width: 40, height: 40))
    near.transform = CATransform3DMakeTranslation(0, 0, 100)
    stage.addSublayer(space)
    space.addSublayer(near)
    let columns = try await LayerFilm.frame([stage]).brightColumns
    #expect((78...82).contains(columns.count))
    let (below, above) = (near, plate(near.frame, Self.red))
    (below.transform, below.backgroundColor) = (CATransform3DIdentity, Self.green)
    (below.frame, above.frame) = (
      CGRect(x: 140, y: 70, width: 40, height: 40), CGRect(x: 140, y: 70, width: 40, height: 40)
    )
    space.addSublayer(above)
    space.opacity = 0.5
    #expect(try await LayerFilm.frame([space])[160, 90].isNear(134, 70, 8, 32))
  }

  @Test func `a scrolled layer shows another part`() async throws {
    let (scroller, content) = (CAScrollLayer(), CALayer())
    scroller.frame = CGRect(x: 100, y: 50, width: 100, height: 80)
    scroller.masksToBounds = true
    content.frame = CGRect(x: 0, y: 0, width: 500, height: 400)
    content.addSublayer(plate(CGRect(x: 300, y: 200, width: 50, height: 50)))
    scroller.addSublayer(content)
    #expect(try await LayerFilm.frame([scroller]).brightRows.isEmpty)
    content.scroll(CGPoint(x: 300, y: 200))
    #expect(scroller.bounds.origin == CGPoint(x: 300, y: 200))
    let picture = try await LayerFilm.frame([scroller])
    // With y up: 50…99, which is rows 80…129.
    #expect(picture[102, 127].isBright && picture[148, 82].isBright && !picture[152, 100].isBright)
  }
}
