import EditingModel
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// A layer drawn by itself against the same layer drawn on black, and a white one of its shape, in double precision.
struct LayerCutoutTests {
  @Test(arguments: 0..<48)
  func `random layers come out as the ideal, and nothing of them lies beside the cutout`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let layer = try PlanarLayer.random(using: &random)
    var white = layer
    white.picture = try .plain((255, 255, 255), layer.picture.width, layer.picture.height, .none)
    white.picture.planes += layer.picture.planes[3...]
    let black = try PlanarPicture.plain((0, 0, 0), 30, 20, .none)
    let components = try ReferenceCompositor().compose([layer], over: black)
    let alphas = try ReferenceCompositor().compose([white], over: black)[0]

    let cutout = try LayerMask(of: AffineLayer(layer), width: 30, height: 20)
    for (plane, wanted) in (components + [alphas]).enumerated() {
      let made = cutout.map { plane < 3 ? $0.components[plane] : $0.alphas } ?? []
      for index in wanted.indices {
        let sample = cutout?.number(ofPixelAt: index % 30, index / 30).map { made[$0] } ?? 0
        #expect(abs(Double(sample) - wanted[index]) <= ReferenceComparisonTests.tolerance)
      }
    }
  }

  @Test func `a layer beside the output has none`() throws {
    let picture = try PlanarPicture.plain((1, 2, 3), 4, 4, .none)
    let layer = PlanarLayer(picture: picture, transform: .translation(x: 30, y: 0))
    let cutout = try LayerMask(of: AffineLayer(layer), width: 30, height: 20)
    #expect(cutout == nil)
  }
}

extension LayerMask {
  /// The number among its samples of the output's pixel at (`x`, `y`); nil where that lies beside it.
  fileprivate func number(ofPixelAt x: Int, _ y: Int) -> Int? {
    guard columns.contains(x), rows.contains(y) else { return nil }
    return (y - rows.lowerBound) * columns.count + x - columns.lowerBound
  }
}
