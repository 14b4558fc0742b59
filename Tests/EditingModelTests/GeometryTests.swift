import EditingModel
import SeededRandom
import Testing

@Suite struct GeometryTests {
  private let turned = Transform(a: 0, b: 1, c: -1, d: 0, tx: 720, ty: 0)

  @Test func `a transform maps points as row vectors`() {
    #expect(turned.apply(to: Point(x: 0, y: 0)) == Point(x: 720, y: 0))
    #expect(turned.apply(to: Point(x: 1280, y: 720)) == Point(x: 0, y: 1280))
  }

  @Test func `concatenating applies the receiver first`() {
    let map = Transform.scale(x: 2, y: 3).concatenating(.translation(x: 10, y: 20))
    #expect(map.apply(to: Point(x: 1, y: 1)) == Point(x: 12, y: 23))
    let other = Transform.translation(x: 10, y: 20).concatenating(.scale(x: 2, y: 3))
    #expect(other.apply(to: Point(x: 1, y: 1)) == Point(x: 22, y: 63))
  }

  @Test func `an inverted transform undoes the transform`() throws {
    var generator = SeededGenerator(seed: 3)
    func number() -> Double { Double(Int.random(in: -16...16, using: &generator)) / 4 }
    var checked = 0
    while checked < 500 {
      let map = Transform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
      guard map.determinant != 0 else { continue }
      checked += 1
      let point = Point(x: number(), y: number())
      let back = try #require(map.inverted).apply(to: map.apply(to: point))
      #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
    }
  }

  @Test func `a transform that flattens the plane has no inverse`() {
    #expect(Transform.scale(x: 1, y: 0).inverted == nil)
    #expect(Transform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverted == nil)
  }

  @Test func `only six finite numbers make a finite transform`() {
    #expect(turned.isFinite)
    #expect(!Transform.translation(x: .infinity, y: 0).isFinite)
    #expect(!Transform.translation(x: 0, y: .nan).isFinite)
  }

  @Test func `the bounding box of a turned picture is the turned size`() {
    #expect(
      turned.boundingBox(of: Rectangle(Size(width: 1280, height: 720)))
        == Rectangle(x: 0, y: 0, width: 720, height: 1280))
  }

  @Test func `rectangles intersect in what both cover`() {
    let first = Rectangle(x: 0, y: 0, width: 10, height: 10)
    #expect(
      first.intersection(Rectangle(x: 5, y: -5, width: 10, height: 10))
        == Rectangle(x: 5, y: 0, width: 5, height: 5))
    #expect(first.intersection(Rectangle(x: 10, y: 0, width: 5, height: 5)) == nil)
  }
}
