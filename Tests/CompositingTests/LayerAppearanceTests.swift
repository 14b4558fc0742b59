import EditingModel
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// What a person sees: blending, alpha, crops, chroma in its place, and no shimmer where pictures shrink.
struct LayerAppearanceTests {
  @Test(arguments: [
    (0, 255, 0.5, 128), (0, 255, 0.25, 64), (16, 235, 0.1, 38), (235, 16, 1.0, 16), (100, 101, 0.5, 101),
    (200, 100, 1.0 / 3, 167),
  ])
  func `opacity mixes layer and background, rounded to nearest`(
    below: UInt8, above: UInt8, opacity: Double, expected: UInt8
  ) throws {
    let layer = PlanarLayer(
      picture: try .plain((above, above, above), 4, 4), transform: .identity, opacity: opacity)
    let composed = try AffineCompositor().compose([layer], over: .plain((below, below, below), 4, 4))
    #expect(composed == (try .plain((expected, expected, expected), 4, 4)))
  }

  @Test func `alpha and opacity multiply`() throws {
    let layer = PlanarLayer(
      picture: try .plain((200, 200, 200), 4, 4, alpha: 51), transform: .identity, opacity: 0.5)
    let composed = try AffineCompositor().compose([layer], over: .plain((100, 0, 255), 4, 4))
    #expect(composed == (try .plain((110, 20, 250), 4, 4)))
  }

  @Test func `later layers lie over earlier ones`() throws {
    let layers = try [(50, 1.0), (150, 1.0), (250, 0.5)].map { luma, opacity in
      PlanarLayer(
        picture: try .plain((UInt8(luma), 128, 128), 2, 2), transform: .identity, opacity: opacity)
    }
    let composed = try AffineCompositor().compose(layers, over: .plain((0, 128, 128), 2, 2))
    #expect(composed == (try .plain((200, 128, 128), 2, 2)))
  }

  @Test func `what is invisible does not bleed into what is not`() throws {
    // A white square whose transparent surroundings are black, moved by half a pixel over white.
    var picture = try PlanarPicture.plain((16, 128, 128), 8, 8, .none, alpha: 0)
    for row in 2..<6 {
      for column in 2..<6 {
        picture.planes[0][row * 8 + column] = 235
        picture.planes[3][row * 8 + column] = 255
      }
    }
    let layer = PlanarLayer(picture: picture, transform: .translation(x: 0.5, y: 0.5))
    let white = try PlanarPicture.plain((235, 128, 128), 10, 10, .none)
    #expect(try AffineCompositor().compose([layer], over: white) == white)
  }

  @Test func `what is cropped away does not bleed in`() throws {
    var random = SeededGenerator(seed: 11)
    var picture = try PlanarPicture.noise(12, 12, using: &random)
    // Inside the crop, all is 90; the chroma samples that it shows belong to it.
    for row in 4..<8 {
      for column in 4..<8 {
        picture.planes[0][row * 12 + column] = 90
        picture.planes[1][row / 2 * 6 + column / 2] = 90
        picture.planes[2][row / 2 * 6 + column / 2] = 90
      }
    }
    let crop = Rectangle(x: 4, y: 4, width: 4, height: 4)
    let background = try PlanarPicture.plain((90, 90, 90), 40, 40)
    for scale in [0.2, 0.45, 0.9, 1, 3.7] {
      let turned = Transform(
        a: 0.96 * scale, b: 0.28 * scale, c: -0.28 * scale, d: 0.96 * scale, tx: 10.3, ty: 5.1)
      let layer = PlanarLayer(picture: picture, transform: turned, crop: crop)
      #expect(try AffineCompositor().compose([layer], over: background) == background)
    }
  }

  @Test func `a crop can begin inside a pixel`() throws {
    let layer = PlanarLayer(
      picture: try .plain((200, 128, 128), 6, 2, .none), transform: .identity,
      crop: Rectangle(x: 1.75, y: 0, width: 2.5, height: 2))
    let composed = try AffineCompositor().compose([layer], over: .plain((100, 128, 128), 6, 2, .none))
    #expect(composed.planes[0].prefix(6) == [100, 125, 200, 200, 125, 100])
  }

  @Test func `a chroma sample sits on the first pixel that it serves across`() throws {
    // Mirrored, it would have to sit on the last: what is wanted lies between two samples.
    let layer = PlanarLayer(
      picture: try chromaRamp(across: 4, down: 0), transform: Transform(a: -1, b: 0, c: 0, d: 1, tx: 32, ty: 0))
    let composed = try AffineCompositor().compose([layer], over: .plain((0, 0, 0), 32, 8))
    for column in 1..<16 {
      #expect(composed.sample(1, column, 1) == UInt8(40 + 4 * (15 - column) + 2))
    }
  }

  @Test func `a chroma sample sits in the middle of the pixels that it serves down`() throws {
    // Mirrored about the middle row of pixels, the rows of chroma change places; were they on the first row, they would
    // be half a sample off.
    let layer = PlanarLayer(
      picture: try chromaRamp(across: 0, down: 8), transform: Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 8))
    let composed = try AffineCompositor().compose([layer], over: .plain((0, 0, 0), 32, 8))
    for row in 0..<4 {
      #expect(composed.sample(1, 5, row) == UInt8(40 + 8 * (3 - row)))
    }
  }

  @Test func `layers may be subsampled otherwise than the output`() throws {
    // 4:4:4 chroma that rises by 1 a pixel: 4:2:0 takes the first pixel's across, and between two pixels down.
    var picture = try PlanarPicture.plain((90, 0, 128), 16, 8, .none)
    for (row, column) in places(height: 8, width: 16) {
      picture.planes[1][row * 16 + column] = UInt8(80 + column + 20 * row)
    }
    let layer = PlanarLayer(picture: picture, transform: .identity)
    let composed = try AffineCompositor().compose([layer], over: .plain((0, 0, 0), 16, 8))
    #expect(composed.planes[0] == picture.planes[0])
    // The first and the last row, where the rise ends, are repeated.
    for row in 1..<3 {
      for column in 0..<8 {
        #expect(composed.sample(1, column, row) == UInt8(80 + 2 * column + 20 * (2 * row) + 10))
      }
    }
  }

  @Test(arguments: [0.05, 0.11, 0.2, 0.37, 0.49])
  func `a checkerboard scaled down and turned is an even grey`(scale: Double) throws {
    var board = try PlanarPicture.plain((0, 128, 128), 200, 200, .none)
    board.planes[0] = (0..<40_000).map { ($0 / 200 + $0 % 200) % 2 == 0 ? 16 : 235 }
    let turned = Transform(a: 0.8 * scale, b: 0.6 * scale, c: -0.6 * scale, d: 0.8 * scale, tx: 15, ty: 0)
    let side = 2 / scale
    let crop = Rectangle(x: side, y: side, width: 200 - 2 * side, height: 200 - 2 * side)
    let grey = try PlanarPicture.plain((126, 128, 128), 30, 30, .none)
    let composed = try AffineCompositor().compose(
      [PlanarLayer(picture: board, transform: turned, crop: crop)], over: grey)
    for sample in composed.planes[0] {
      #expect(abs(Int(sample) - 126) <= 24)
    }
  }

  /// 4:2:0, 32 × 8, whose first chroma plane rises by this much a sample from 40 on.
  private func chromaRamp(across: Int, down: Int) throws -> PlanarPicture {
    var picture = try PlanarPicture.plain((0, 0, 128), 32, 8)
    for (row, column) in places(height: 4, width: 16) {
      picture.planes[1][row * 16 + column] = UInt8(40 + across * column + down * row)
    }
    return picture
  }

  /// Every row with every column.
  private func places(height: Int, width: Int) -> [(row: Int, column: Int)] {
    (0..<height).flatMap { row in (0..<width).map { (row, $0) } }
  }
}
