import EditingModel
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// What must not change a single bit.
struct ExactCopyTests {
  @Test(arguments: Subsampling.allCases, [false, true])
  func `the identity reproduces the layer bit for bit`(subsampling: Subsampling, hasAlpha: Bool) throws {
    // There is no format like this.
    guard !(hasAlpha && subsampling == .across) else { return }
    var random = SeededGenerator(seed: 2)
    var picture = try PlanarPicture.noise(13, 9, subsampling, using: &random)
    let expected = picture
    if hasAlpha { picture.planes.append(Array(repeating: 255, count: 13 * 9)) }
    let composed = try compose(picture, .identity, over: .plain((1, 2, 3), 13, 9, subsampling))
    #expect(composed == expected)
  }

  @Test func `a layer on even pixels is copied bit for bit and changes nothing around it`() throws {
    var random = SeededGenerator(seed: 3)
    let picture = try PlanarPicture.noise(8, 6, using: &random)
    let background = try PlanarPicture.noise(20, 14, using: &random)
    var expected = background
    for plane in 0..<3 {
      let (width, height, x, y) = plane == 0 ? (8, 6, 4, 2) : (4, 3, 2, 1)
      for row in 0..<height {
        for column in 0..<width {
          expected.planes[plane][(y + row) * (plane == 0 ? 20 : 10) + x + column] = picture.sample(plane, column, row)
        }
      }
    }
    #expect(try compose(picture, .translation(x: 4, y: 2), over: background) == expected)
  }

  @Test(arguments: [(-3, -2), (-3, 5), (9, -2), (9, 5), (-12, 0), (0, 40)])
  func `a layer that hangs over the edge is cut there`(x: Int, y: Int) throws {
    var random = SeededGenerator(seed: 4)
    let picture = try PlanarPicture.noise(10, 8, .none, using: &random)
    let background = try PlanarPicture.noise(12, 9, .none, using: &random)
    let composed = try compose(picture, .translation(x: Double(x), y: Double(y)), over: background)
    for row in 0..<9 {
      for column in 0..<12 {
        let isInside = (0..<10).contains(column - x) && (0..<8).contains(row - y)
        let expected = isInside ? picture.sample(0, column - x, row - y) : background.sample(0, column, row)
        #expect(composed.sample(0, column, row) == expected)
      }
    }
  }

  @Test func `odd offsets copy the luma bit for bit, where chroma has to be mixed`() throws {
    var random = SeededGenerator(seed: 5)
    let picture = try PlanarPicture.noise(20, 14, using: &random)
    let composed = try compose(picture, .translation(x: 3, y: 5), over: .plain((0, 0, 0), 20, 14))
    for row in 5..<14 {
      for column in 3..<20 {
        #expect(composed.sample(0, column, row) == picture.sample(0, column - 3, row - 5))
      }
    }
  }

  /// The eight ways to lay a picture down; the sine of a half turn is not quite zero in floating point.
  @Test(arguments: [
    (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 1.2246467991473532e-16, -1.2246467991473532e-16, -1),
    (0, 1, 1, 0), (0, -1, 1, 0), (6.123233995736766e-17, 1, -1, 6.123233995736766e-17), (0, -1, -1, 0),
  ])
  func `quarter turns and mirrors only move samples`(a: Double, b: Double, c: Double, d: Double) throws {
    var random = SeededGenerator(seed: 6)
    let picture = try PlanarPicture.noise(9, 9, .none, using: &random)
    let transform = Transform(
      a: a, b: b, c: c, d: d, tx: min(a.rounded(), 0) * -9 + min(c.rounded(), 0) * -9,
      ty: min(b.rounded(), 0) * -9 + min(d.rounded(), 0) * -9)
    let composed = try compose(picture, transform, over: .plain((0, 0, 0), 9, 9, .none))
    for row in 0..<9 {
      for column in 0..<9 {
        let place = transform.apply(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        for plane in 0..<3 {
          #expect(composed.sample(plane, Int(place.x), Int(place.y)) == picture.sample(plane, column, row))
        }
      }
    }
  }

  @Test func `an invisible layer changes nothing`() throws {
    var random = SeededGenerator(seed: 8)
    let background = try PlanarPicture.noise(11, 7, using: &random)
    let picture = try PlanarPicture.noise(11, 7, using: &random)
    var transparent = picture
    transparent.planes.append(Array(repeating: 0, count: 77))
    let turned = Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 2, ty: 0)
    let layers = [
      PlanarLayer(picture: picture, transform: turned, opacity: 0),
      PlanarLayer(picture: picture, transform: turned, opacity: -1),
      PlanarLayer(picture: transparent, transform: turned),
      PlanarLayer(picture: picture, transform: .scale(x: 0, y: 1)),
      PlanarLayer(picture: picture, transform: .translation(x: 11, y: 0)),
      PlanarLayer(picture: picture, transform: turned, crop: Rectangle(x: 20, y: 0, width: 5, height: 5)),
      PlanarLayer(picture: picture, transform: turned, crop: Rectangle(x: 2, y: 2, width: 0, height: 5)),
    ]
    #expect(try AffineCompositor().compose(layers, over: background) == background)
  }

  @Test func `no layers leave the background`() throws {
    var random = SeededGenerator(seed: 9)
    let background = try PlanarPicture.noise(5, 3, using: &random)
    #expect(try AffineCompositor().compose([], over: background) == background)
  }

  @Test func `an opacity beyond 1 is 1`() throws {
    var random = SeededGenerator(seed: 10)
    let picture = try PlanarPicture.noise(6, 6, using: &random)
    let layer = PlanarLayer(picture: picture, transform: .identity, opacity: 1.5)
    #expect(try AffineCompositor().compose([layer], over: .plain((0, 0, 0), 6, 6)) == picture)
  }

  private func compose(_ picture: PlanarPicture, _ transform: Transform, over background: PlanarPicture) throws
    -> PlanarPicture
  {
    try AffineCompositor().compose([PlanarLayer(picture: picture, transform: transform)], over: background)
  }
}
