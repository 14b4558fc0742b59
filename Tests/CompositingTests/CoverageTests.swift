import EditingModel
import SeededRandom
import Testing

@testable import Compositing
@testable import ReferenceCompositing

/// How much of each pixel a layer covers.
struct CoverageTests {
  @Test func `an edge inside a pixel covers the pixel in part`() throws {
    let mask = try mask(of: Rectangle(x: 1.25, y: 1.5, width: 3.5, height: 2), width: 8, height: 6)
    #expect(shares(mask, row: 0, width: 8) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(shares(mask, row: 1, width: 8) == [0, 0.375, 0.5, 0.5, 0.375, 0, 0, 0])
    #expect(shares(mask, row: 2, width: 8) == [0, 0.75, 1, 1, 0.75, 0, 0, 0])
    #expect(shares(mask, row: 3, width: 8) == [0, 0.375, 0.5, 0.5, 0.375, 0, 0, 0])
    #expect(shares(mask, row: 4, width: 8) == [0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `a layer thinner than a pixel covers what it covers`() throws {
    let mask = try mask(of: Rectangle(x: 2.25, y: 0, width: 0.125, height: 3), width: 5, height: 3)
    #expect(shares(mask, row: 1, width: 5) == [0, 0, 0.125, 0, 0])
  }

  @Test func `a diagonal edge halves the pixels that it crosses from corner to corner`() throws {
    let turned = Transform(a: 1, b: 1, c: -1, d: 1, tx: 4, ty: 0)
    let mask = try mask(of: Rectangle(x: 0, y: 0, width: 4, height: 4), under: turned, width: 8, height: 8)
    #expect(shares(mask, row: 0, width: 8) == [0, 0, 0, 0.5, 0.5, 0, 0, 0])
    #expect(shares(mask, row: 3, width: 8) == [0.5, 1, 1, 1, 1, 1, 1, 0.5])
    #expect(shares(mask, row: 7, width: 8) == [0, 0, 0, 0.5, 0.5, 0, 0, 0])
  }

  @Test func `opacity is part of the shares`() throws {
    let mask = try mask(of: Rectangle(x: 0.5, y: 0, width: 2, height: 1), opacity: 0.25, width: 3, height: 1)
    #expect(shares(mask, row: 0, width: 3) == [0.125, 0.25, 0.125])
  }

  @Test(arguments: 0..<50)
  func `the shares of a parallelogram that is all on the output add up to its area`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let angle = Double.random(in: -1...1, using: &random)
    let transform = Transform(
      a: Double.random(in: 0.2...1, using: &random), b: angle, c: -angle * 0.7,
      d: Double.random(in: -1 ... -0.2, using: &random), tx: 30 + angle, ty: 30)
    let rectangle = Rectangle(x: 1, y: 2, width: 14, height: 9)
    let mask = try mask(of: rectangle, under: transform, width: 60, height: 60)
    let sum = mask.rows.reduce(0.0) { $0 + shares(mask, row: $1, width: 60).reduce(0, +) }
    #expect(abs(sum - 14 * 9 * abs(transform.determinant)) < 0.01)
  }

  @Test(arguments: 0..<50)
  func `each share is the area inside its pixel, also where the output cuts the layer`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let layer = try PlanarLayer.random(using: &random)
    let whole = Rectangle(
      x: 0, y: 0, width: Double(layer.picture.width), height: Double(layer.picture.height))
    let polygon = ConvexPolygon(whole, under: layer.transform)
    let mask = try mask(of: whole, under: layer.transform, width: 30, height: 20)
    for row in 0..<20 {
      for (column, share) in shares(mask, row: row, width: 30).enumerated() {
        let area = ReferenceCompositor.area(of: polygon.corners, insidePixelAt: Double(column), Double(row))
        #expect(abs(share - area) < 1 / Double(Share.one))
      }
    }
  }

  @Test(arguments: [
    Rectangle(x: -5, y: 0, width: 5, height: 4), Rectangle(x: 8, y: 0, width: 5, height: 4),
    Rectangle(x: 0, y: -4, width: 8, height: 4), Rectangle(x: 0, y: 4, width: 8, height: 1e9),
  ])
  func `what lies beside the output has no mask`(rectangle: Rectangle) {
    let polygon = ConvexPolygon(rectangle, under: .identity)
    #expect(CoverageMask(polygon, opacity: 1, width: 8, height: 4) == nil)
  }

  @Test func `a chroma sample is covered as much as the pixels that share it`() throws {
    let mask = try mask(of: Rectangle(x: 0, y: 0, width: 3, height: 1.5), width: 5, height: 5)
    let chroma = mask.averaged(
      over: PlaneSampling(pictureWidth: 5, pictureHeight: 5, widthShift: 1, heightShift: 1))
    #expect(shares(chroma, row: 0, width: 3) == [0.75, 0.375, 0])
    #expect(shares(chroma, row: 1, width: 3) == [0, 0, 0])
  }

  @Test func `the last chroma sample of an odd picture serves fewer pixels`() throws {
    let mask = try mask(of: Rectangle(x: 0, y: 0, width: 5, height: 5), width: 5, height: 5)
    let chroma = mask.averaged(
      over: PlaneSampling(pictureWidth: 5, pictureHeight: 5, widthShift: 1, heightShift: 1))
    for row in 0..<3 {
      #expect(shares(chroma, row: row, width: 3) == [1, 1, 1])
    }
  }

  private func mask(
    of rectangle: Rectangle, under transform: Transform = .identity, opacity: Double = 1, width: Int, height: Int
  ) throws -> CoverageMask {
    try #require(
      CoverageMask(ConvexPolygon(rectangle, under: transform), opacity: opacity, width: width, height: height))
  }

  /// The shares of a row as numbers, zero where the mask does not reach.
  private func shares(_ mask: CoverageMask, row: Int, width: Int) -> [Double] {
    let run = mask.run(ofRow: row)
    return (0..<width).map { Double(mask.share(at: $0, in: run)) / Double(Share.one) }
  }
}
