import BlendModes
import Compositing
import EditingModel
import MediaFormats
import PictureRows
import ReferenceCompositing
import SeededRandom
import Testing

/// Layers as plug-ins get them: laid where the instruction says, over one another and the background.
@Suite("Layers on a frame")
struct LayerCanvasTests {
  /// Lays layers over one another and does nothing else.
  private struct Layers: SynchronousVideoCompositing {
    let requiredPixelFormatsForRenderContext = [PixelBuffer.Format.rgba]

    func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
      var canvas = try LayerCanvas(for: request)
      for picture in try request.layerStack().all { try canvas.composite(picture) }
      return try canvas.finish()
    }
  }

  private let red = Pixel(200, 10, 0, 255)
  private let green = Pixel(0, 180, 20, 255)

  @Test func `a layer that fills the frame is the source's own memory`() throws {
    let picture = try PixelBuffer.plain(red, 6, 4)
    let top = try #require(try Frame([.init(picture)], 6, 4).request.layerStack().top)
    #expect(top.frame === picture && top.opacity == 1)
  }

  @Test func `no layers leave the background`() throws {
    var frame = Frame([], 3, 2)
    frame.background = Color(red: 1, green: 0.5, blue: 0)
    #expect(try frame.pixels(by: Layers()) == Array(repeating: Pixel(255, 128, 0, 255), count: 6))
  }

  @Test func `a moved layer lies where it is moved to, and the background shows beside it`() throws {
    let picture = try PixelBuffer.drawn(3, 2) { x, y in Pixel(UInt8(50 * x), UInt8(100 * y), 7, 255) }
    let frame = Frame([.init(picture, transform: .translation(x: 2, y: 1))], 6, 4)
    let pixels = try frame.pixels(by: Layers())
    for y in 0..<4 {
      for x in 0..<6 {
        let isInside = (2..<5).contains(x) && (1..<3).contains(y)
        #expect(
          pixels[6 * y + x] == (isInside ? Pixel(UInt8(50 * (x - 2)), UInt8(100 * (y - 1)), 7, 255) : [0, 0, 0, 255]))
      }
    }
  }

  @Test func `a cropped layer shows its part`() throws {
    let picture = try PixelBuffer.plain(red, 4, 2)
    let frame = Frame([.init(picture, crop: Rectangle(x: 1, y: 0, width: 2, height: 2))], 4, 2)
    let row = [Pixel(0, 0, 0, 255), red, red, Pixel(0, 0, 0, 255)]
    #expect(try frame.pixels(by: Layers()) == row + row)
  }

  @Test func `a film that is scaled shrinks its layers`() throws {
    let (below, above) = (try PixelBuffer.plain(green, 8, 4), try PixelBuffer.plain(red, 4, 4))
    var frame = Frame([.init(above, transform: .translation(x: 4, y: 0)), .init(below)], 4, 2)
    frame.renderScale = 0.5
    #expect(try frame.pixels(by: Layers()) == [green, green, red, red, green, green, red, red])
  }

  @Test func `pixels that are not square are as wide as they are shown`() throws {
    let picture = try PixelBuffer(
      format: .rgba, width: 2, height: 2, pixelAspectRatio: PixelAspectRatio(horizontalSpacing: 2, verticalSpacing: 1))
    try picture.copyBytes(of: try PixelBuffer.plain(red, 2, 2))
    #expect(try Frame([.init(picture)], 4, 2).pixels(by: Layers()) == Array(repeating: red, count: 8))
  }

  @Test func `turned, translucent and faded layers are where the reference compositor draws them`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<12 {
      let below = try PixelBuffer.noise(24, 18, using: &random)
      let above = try PixelBuffer.noise(14, 10, alpha: true, using: &random)
      let (angle, scale) = (
        Double.random(in: 0..<6.3, using: &random), Double.random(in: 0.5...2, using: &random)
      )
      let transform = Transform.translation(x: -7, y: -5).concatenating(.rotation(angle))
        .concatenating(.scale(x: scale, y: scale)).concatenating(.translation(x: 12, y: 9))
      let opacity = Double.random(in: 0.3...1, using: &random)
      let made = try Frame([.init(above, opacity: opacity, transform: transform), .init(below)], 24, 18)
        .pixels(by: Layers())
      let wanted = try ReferenceCompositor().compose(
        [ReferenceCompositor.Layer(picture: try above.planar(), transform: transform, opacity: opacity)],
        over: try below.planar(isOpaque: true))
      for component in 0..<3 {
        #expect(furthest(made.map { Double($0[component]) }, wanted[component]) < 3)
      }
    }
  }

  @Test func `an opacity counts half where it is one half`() throws {
    let (below, above) = (try PixelBuffer.plain(green, 2, 1), try PixelBuffer.plain(red, 2, 1))
    let pixels = try Frame([.init(above, opacity: 0.5), .init(below)], 2, 1).pixels(by: Layers())
    #expect(pixels.allSatisfy { abs(Int($0.x) - 100) <= 1 && abs(Int($0.y) - 95) <= 1 && $0.w == 255 })
  }

  @Test func `numbers out of reach are an error`() throws {
    let picture = try PixelBuffer.plain(red, 2, 2)
    let error = try #require(throws: CompositingError.self) {
      try Frame([.init(picture, transform: .translation(x: .nan, y: 0))], 2, 2).pixels(by: Layers())
    }
    #expect(error.code == .invalidGeometry)
  }
}

extension Transform {
  /// The quarter turns' continuous kin: by `angle`, in radians.
  fileprivate static func rotation(_ angle: Double) -> Transform {
    // sin and cos by their series: the tests of pure modules do without a mathematics library.
    func series(_ start: Int) -> Double {
      var (term, sum) = (start == 0 ? 1.0 : angle, 0.0)
      for step in stride(from: start, to: start + 60, by: 2) {
        sum += term
        term *= -angle * angle / Double((step + 1) * (step + 2))
      }
      return sum
    }
    let (sine, cosine) = (series(1), series(0))
    return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }
}

extension PixelBuffer {
  /// Red, green, blue and, unless it is opaque, alpha as the planes of a picture.
  fileprivate func planar(isOpaque: Bool = false) throws -> PlanarPicture {
    let pixels = try pixels()
    return try PlanarPicture(
      width: width, height: height, chromaWidthShift: 0, chromaHeightShift: 0,
      planes: (0..<(isOpaque ? 3 : 4)).map { component in pixels.map { $0[component] } })
  }
}
