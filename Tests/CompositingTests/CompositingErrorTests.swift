import EditingModel
import MediaFormats
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// What is refused, by name; and what is strange but must not trap.
struct CompositingErrorTests {
  @Test(arguments: [(0, 4), (4, 0), (-1, 4), (32_769, 4), (4, .max)])
  func `sizes out of reach are refused`(width: Int, height: Int) {
    let error = #expect(throws: CompositingError.self) { try PlanarPicture.plain((0, 0, 0), width, height) }
    #expect(error?.code == .invalidPictureFormat)
    #expect(error?.message == "A picture is \(width) × \(height) pixels.")
  }

  @Test(arguments: [(-1, 0), (0, -1), (3, 0), (0, 3), (.max, .min)])
  func `chroma shifts out of reach are refused`(across: Int, down: Int) {
    let error = #expect(throws: CompositingError.self) {
      try PlanarPicture(filledWith: (0, 0, 0), width: 4, height: 4, chromaWidthShift: across, chromaHeightShift: down)
    }
    #expect(error?.code == .invalidPictureFormat)
  }

  @Test(arguments: [[], [12], [12, 4], [12, 4, 3], [12, 3, 4], [11, 4, 4], [12, 4, 4, 4], [12, 4, 4, 12, 12]])
  func `planes of another size or number are refused`(sizes: [Int]) {
    let error = #expect(throws: CompositingError.self) {
      try PlanarPicture(
        width: 4, height: 3, chromaWidthShift: 1, chromaHeightShift: 1,
        planes: sizes.map { Array(repeating: 0, count: $0) })
    }
    #expect(error?.code == .planesDoNotFit)
  }

  @Test func `chroma planes of odd pictures are rounded up`() throws {
    let picture = try PlanarPicture(
      width: 5, height: 3, chromaWidthShift: 1, chromaHeightShift: 1,
      planes: [15, 6, 6, 15].map { Array(repeating: 0, count: $0) })
    #expect(picture.hasAlpha)
  }

  @Test func `a picture that was changed for the worse is found out, with its place`() throws {
    let good = try PlanarPicture.plain((0, 0, 0), 4, 4)
    var short = good
    short.planes[2].removeLast()
    var huge = good
    huge.width = .max
    let cases = [(short, CompositingError.Code.planesDoNotFit), (huge, .invalidPictureFormat)]
    for (bad, code) in cases {
      let layers = [good, bad].map { PlanarLayer(picture: $0, transform: .identity) }
      let error = #expect(throws: CompositingError.self) { try ReferenceCompositor().compose(layers, over: good) }
      #expect(error?.code == code)
      #expect(error?.layer == 1)
      #expect(error?.description.hasPrefix("layer 1: ") == true)
      let other = #expect(throws: CompositingError.self) { try ReferenceCompositor().compose([], over: bad) }
      #expect(other?.code == code)
      #expect(other?.layer == nil)
    }
  }

  @Test(arguments: [PixelBuffer.Format.nv12, .v308, .p010, .v210, .rgb24, .rgba])
  func `formats that cannot be drawn on are refused`(format: PixelBuffer.Format) throws {
    let target = try PixelBuffer(format: format, width: 4, height: 4)
    let error = #expect(throws: CompositingError.self) { try AffineCompositor().draw([], on: target) }
    #expect(error?.code == .invalidPictureFormat)
  }

  @Test(arguments: [PixelBuffer.Format.v210, .rgb24, .rgba])
  func `layers that cannot be drawn are refused, with their place`(format: PixelBuffer.Format) throws {
    let target = try PixelBuffer(format: .yuv420p, width: 4, height: 4)
    let layers = try [PixelBuffer.Format.yuv420p, format].map {
      AffineLayer(picture: try PixelBuffer(format: $0, width: 4, height: 4), transform: .identity)
    }
    let error = #expect(throws: CompositingError.self) { try AffineCompositor().draw(layers, on: target) }
    #expect(error?.code == .invalidPictureFormat && error?.layer == 1)
  }

  @Test func `a picture is not drawn on itself`() throws {
    let target = try PixelBuffer(format: .yuv420p, width: 4, height: 4)
    let layer = AffineLayer(picture: target, transform: .identity)
    let error = #expect(throws: CompositingError.self) { try AffineCompositor().draw([layer], on: target) }
    #expect(error?.code == .pixelBufferInUse)
  }

  @Test(
    arguments: [
      (Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0), nil, 1),
      (.translation(x: .infinity, y: 0), nil, 1),
      (.identity, Rectangle(x: 0, y: .nan, width: 1, height: 1), 1),
      (.identity, Rectangle(x: 0, y: 0, width: .infinity, height: 1), 1),
      (.identity, nil, Double.nan),
      (.translation(x: 1e13, y: 0), nil, 1),
      (.scale(x: 1e308, y: 1e308), nil, 1),
      (Transform(a: 1e308, b: 1e308, c: -1e308, d: 1e308, tx: 0, ty: 0), nil, 1),
    ] as [(Transform, Rectangle?, Double)])
  func `numbers that cannot be computed with are refused`(
    transform: Transform, crop: Rectangle?, opacity: Double
  ) throws {
    let picture = try PlanarPicture.plain((0, 0, 0), 4, 4)
    let layer = PlanarLayer(picture: picture, transform: transform, crop: crop, opacity: opacity)
    let error = #expect(throws: CompositingError.self) { try AffineCompositor().compose([layer], over: picture) }
    #expect(error?.code == .invalidGeometry)
    #expect(error?.layer == 0)
  }

  @Test(arguments: [1e-3, 1e-5, 1e-9, 1e-12, 1e-150], [3.0, 100, -7])
  func `a sliver that leans over many pixels a row is drawn all the same`(width: Double, lean: Double) throws {
    var random = SeededGenerator(seed: 16)
    let background = try PlanarPicture.plain((77, 77, 77), 90, 7)
    let picture = try PlanarPicture.plain((77, 77, 77), 40, 9)
    let slanted = Transform(a: width, b: 0, c: lean, d: 1, tx: 40, ty: -1)
    let layer = PlanarLayer(picture: picture, transform: slanted)
    #expect(try AffineCompositor().compose([layer], over: background) == background)
    let noise = try PlanarPicture.noise(40, 9, alpha: true, using: &random)
    _ = try AffineCompositor().compose([PlanarLayer(picture: noise, transform: slanted)], over: background)
  }

  /// Every pair of these is finite and within reach; some are all but flat, some all but infinite.
  @Test(arguments: [1e-300, 1e-160, 1e-20, 1e-9, 0.001, 1, 1e6, 1e10])
  func `strange geometry gives a picture all the same`(magnitude: Double) throws {
    var random = SeededGenerator(seed: 13)
    let background = try PlanarPicture.plain((77, 77, 77), 9, 7)
    let picture = try PlanarPicture.noise(11, 5, alpha: true, using: &random)
    for other in [1e-300, 1e-20, 0.1, 1, 1e6] {
      for transform in [
        Transform(a: magnitude, b: 0, c: 0, d: other, tx: 3, ty: 3),
        Transform(a: magnitude, b: other, c: -other, d: magnitude, tx: -other, ty: 4),
        Transform(a: 1, b: magnitude, c: 1, d: magnitude + other, tx: 2.5, ty: -magnitude),
        Transform(a: -magnitude, b: 0, c: other, d: -1, tx: 5 * magnitude, ty: 1e11),
      ] {
        for crop in [nil, Rectangle(x: 0, y: 0, width: 11.000000000000002, height: 1e-9)] {
          var layer = PlanarLayer(picture: picture, transform: transform, crop: crop)
          _ = try AffineCompositor().compose([layer], over: background)
          layer.picture.planes.removeLast()
          layer.picture.planes = layer.picture.planes.map { $0.map { _ in 77 } }
          #expect(try AffineCompositor().compose([layer], over: background) == background)
        }
      }
    }
  }
}
