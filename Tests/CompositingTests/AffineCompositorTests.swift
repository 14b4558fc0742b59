import Composition
import Testing

@testable import Compositing

struct AffineCompositorTests {
  @Test func `a layer through the identity replaces the background bit for bit`() throws {
    let background = try PlanarPicture(
      filledWith: (16, 128, 128), width: 7, height: 5, chromaWidthShift: 1, chromaHeightShift: 1)
    var picture = background
    picture.planes = picture.planes.map { $0.indices.map { UInt8(truncatingIfNeeded: $0 * 37) } }
    let layer = AffineLayer(picture: picture, transform: .identity)
    #expect(try AffineCompositor().compose([layer], over: background) == picture)
  }
}
