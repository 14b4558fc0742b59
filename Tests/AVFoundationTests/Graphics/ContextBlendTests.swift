import AVFoundation
import Testing

@Suite("Gradients and blend modes of bitmaps")
struct ContextBlendTests {
  /// A context of RGB with alpha, clear.
  private func context(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// The bytes of the pixel at `column` of row `row` from the top.
  private func pixel(_ context: CGContext, _ column: Int, _ row: Int) throws -> [Int] {
    let data = try #require(context.makeImage()?.dataProvider?.data) as Data
    let start = (row * context.width + column) * 4
    return data[start..<start + 4].map { Int($0) }
  }

  private func near(_ left: [Int], _ right: [Int]) -> Bool { zip(left, right).allSatisfy { abs($0 - $1) <= 1 } }

  @Test func `a gradient goes along its line, and beyond it by option`() throws {
    let colors: CFArray = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 0, blue: 1, alpha: 1)]
    let gradient = try #require(CGGradient(colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors, locations: nil))
    let context = try context(10, 2)
    context.drawLinearGradient(gradient, start: CGPoint(x: 2, y: 0), end: CGPoint(x: 8, y: 0), options: [])
    #expect(try pixel(context, 1, 0) == [0, 0, 0, 0] && pixel(context, 8, 1) == [0, 0, 0, 0])
    // The pixel's middle is at 2.5: a twelfth of the way.
    #expect(try near(pixel(context, 2, 0), [234, 0, 21, 255]) && near(pixel(context, 7, 1), [21, 0, 234, 255]))
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 2, y: 0), end: CGPoint(x: 8, y: 0),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    #expect(try pixel(context, 0, 0) == [255, 0, 0, 255] && pixel(context, 9, 0) == [0, 0, 255, 255])
    #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
    #expect(CGGradient(colorsSpace: nil, colors: ["red"], locations: nil) == nil)
  }

  @Test func `colors stand at their places, and a clip bounds them`() throws {
    let components: [CGFloat] = [0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0]
    let gradient = try #require(
      CGGradient(
        colorSpace: CGColorSpaceCreateDeviceRGB(), components: components, locations: [0, 0.5, 1], count: 3))
    let context = try context(8, 8)
    context.clip(to: CGRect(x: 0, y: 0, width: 8, height: 4))
    context.scaleBy(x: 8, y: 8)
    context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 1, y: 0), options: [])
    #expect(try near(pixel(context, 1, 7), [96, 96, 96, 255]) && near(pixel(context, 5, 7), [159, 159, 159, 159]))
    #expect(try pixel(context, 1, 0) == [0, 0, 0, 0])
    let grey = try #require(
      CGGradient(
        colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.2, 1, 0.2, 1], locations: nil, count: 2))
    context.drawLinearGradient(grey, start: .zero, end: CGPoint(x: 1, y: 0), options: [])
    #expect(try pixel(context, 3, 7) == [51, 51, 51, 255])
  }

  @Test func `a radial gradient goes from circle to circle`() throws {
    let colors: CFArray = [CGColor.white, CGColor.black]
    let gradient = try #require(CGGradient(colorsSpace: nil, colors: colors, locations: nil))
    let context = try context(21, 21)
    let middle = CGPoint(x: 10.5, y: 10.5)
    context.drawRadialGradient(
      gradient, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 8, options: [])
    #expect(try pixel(context, 10, 10) == [255, 255, 255, 255] && pixel(context, 0, 0) == [0, 0, 0, 0])
    #expect(try near(pixel(context, 14, 10), [128, 128, 128, 255]) && near(pixel(context, 10, 4), [64, 64, 64, 255]))
    #expect(try pixel(context, 19, 10) == [0, 0, 0, 0])
    context.drawRadialGradient(
      gradient, startCenter: middle, startRadius: 0, endCenter: middle, endRadius: 8, options: .drawsAfterEndLocation)
    #expect(try pixel(context, 0, 0) == [0, 0, 0, 255])
  }

  @Test(
    arguments: [
      (CGBlendMode.multiply, [51, 0, 102, 255]), (.screen, [255, 153, 221, 255]), (.darken, [51, 0, 153, 255]),
      (.lighten, [255, 153, 170, 255]), (.difference, [204, 153, 17, 255]), (.exclusion, [204, 153, 119, 255]),
      (.plusLighter, [255, 153, 255, 255]), (.plusDarker, [51, 0, 68, 255]), (.copy, [255, 0, 170, 255]),
      (.clear, [0, 0, 0, 0]), (.destinationOver, [51, 153, 153, 255]), (.sourceOut, [0, 0, 0, 0]),
      (.destinationOut, [0, 0, 0, 0]), (.colorDodge, [255, 153, 255, 255]), (.hardLight, [255, 0, 187, 255]),
    ] as [(CGBlendMode, [Int])])
  func `opaque colors become one as the mode says`(_ mode: CGBlendMode, _ expected: [Int]) throws {
    let context = try context(4, 4)
    context.setFillColor(red: 0.2, green: 0.6, blue: 0.6, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    context.setBlendMode(mode)
    context.setFillColor(red: 1, green: 0, blue: 2.0 / 3, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    let found = try pixel(context, 0, 0)
    #expect(near(found, expected), "\(mode): \(found)")
    #expect(try pixel(context, 3, 3) == [51, 153, 153, 255])
    // A path is drawn as a rectangle is.
    let other = try self.context(4, 4)
    other.setFillColor(red: 0.2, green: 0.6, blue: 0.6, alpha: 1)
    other.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    other.setBlendMode(mode)
    other.setFillColor(red: 1, green: 0, blue: 2.0 / 3, alpha: 1)
    other.addRect(CGRect(x: 0, y: 0, width: 2, height: 4))
    other.fillPath()
    #expect(try near(pixel(other, 0, 0), found) && near(pixel(other, 3, 3), [51, 153, 153, 255]))
  }

  @Test func `hue, saturation and luminosity are taken from one or the other`() throws {
    func mixed(_ mode: CGBlendMode) throws -> [Int] {
      let context = try context(1, 1)
      context.setFillColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      context.setBlendMode(mode)
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      return try pixel(context, 0, 0)
    }
    // Red of luminosity 0.3, on grey of 0.5 without any hue.
    #expect(try near(mixed(.luminosity), [77, 77, 77, 255]) && near(mixed(.hue), [128, 128, 128, 255]))
    #expect(try near(mixed(.saturation), [128, 128, 128, 255]))
    // As light as the grey, red goes to 1 and the others rise by (0.5 − 0.3) / 0.7.
    #expect(try near(mixed(.color), [255, 73, 73, 255]))
  }

  @Test func `what is half clear takes part by its half, and modes are kept and taken back`() throws {
    let context = try context(2, 1)
    let all = CGRect(x: 0, y: 0, width: 2, height: 1)
    context.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.5)
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.saveGState()
    context.setBlendMode(.multiply)
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    context.fill(all)
    context.restoreGState()
    // ¼ is there twice, ¼ of each alone: red in all three, white's green in one; what is alone stays as it is.
    #expect(try near(pixel(context, 0, 0), [191, 64, 64, 191]) && near(pixel(context, 1, 0), [128, 0, 0, 128]))
    context.setFillColor(.white)
    context.fill(all)
    #expect(try pixel(context, 1, 0) == [255, 255, 255, 255])
    context.setBlendMode(.destinationOut)
    context.setFillColor(red: 0, green: 0, blue: 0, alpha: 0.25)
    context.fill(all)
    #expect(try near(pixel(context, 0, 0), [191, 191, 191, 191]))
    // Half a pixel that is covered loses half of what it would lose.
    context.setFillColor(.black)
    context.fill(CGRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(try near(pixel(context, 0, 0), [96, 96, 96, 96]) && near(pixel(context, 1, 0), [191, 191, 191, 191]))
  }

  @Test func `edges are smooth unless they are not to be`() throws {
    func drawn(_ prepare: (CGContext) -> Void) throws -> [Int] {
      let context = try context(4, 1)
      prepare(context)
      context.fill(CGRect(x: 0, y: 0, width: 0.75, height: 1))
      context.fill(CGRect(x: 1, y: 0, width: 0.25, height: 1))
      context.addRect(CGRect(x: 2, y: 0, width: 0.75, height: 1))
      context.addRect(CGRect(x: 3, y: 0, width: 0.25, height: 1))
      context.fillPath()
      return try (0..<4).map { try pixel(context, $0, 0)[3] }
    }
    #expect(try near(drawn { _ in }, [191, 64, 191, 64]))
    #expect(try drawn { $0.setShouldAntialias(false) } == [255, 0, 255, 0])
    #expect(try drawn { $0.setAllowsAntialiasing(false) } == [255, 0, 255, 0])
    let kept = try drawn { context in
      context.saveGState()
      context.setShouldAntialias(false)
      context.restoreGState()
    }
    #expect(near(kept, [191, 64, 191, 64]))
  }
}

@Suite("Layers that watch their tree")
struct LayerOverrideTests {
  private final class Watching: CALayer {
    var added = 0
    var removed = 0
    var keys: [String?] = []

    override func addSublayer(_ layer: CALayer) {
      added += 1
      super.addSublayer(layer)
    }

    override func removeFromSuperlayer() {
      removed += 1
      super.removeFromSuperlayer()
    }

    override func add(_ anim: CAAnimation, forKey key: String?) {
      keys.append(key)
      super.add(anim, forKey: key)
    }
  }

  @Test func `a subclass takes part in what is added and removed`() {
    let (layer, child) = (Watching(), CALayer())
    let plain: CALayer = layer
    plain.addSublayer(child)
    #expect(layer.added == 1 && layer.sublayers?.first === child && child.superlayer === layer)
    plain.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
    #expect(layer.keys == ["fade"] && layer.animationKeys() == ["fade"])
    let root = CALayer()
    root.addSublayer(layer)
    let before = layer.removed
    layer.removeFromSuperlayer()
    #expect(layer.removed == before + 1 && layer.superlayer == nil && root.sublayers == nil)
  }
}
