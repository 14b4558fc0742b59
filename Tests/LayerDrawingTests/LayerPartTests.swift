import Compositing
import EditingModel
import Layers
import MediaFormats
import ModelValues
import SeededRandom
import Testing

@testable import LayerDrawing

/// Trees that are drawn part by part, against the same ones drawn whole.
@Suite struct LayerPartTests {
  private static let size = PixelSize(width: 32, height: 24)

  /// The parts laid over one another, as premultiplied colors and opacity of each pixel.
  private func laid(_ parts: [LayerPart], _ renderer: LayerRenderer) throws -> [[Double]] {
    let size = Self.size
    var pixels = Array(repeating: [0.0, 0, 0, 0], count: size.width * size.height)
    for part in parts {
      guard let drawing = try renderer.draw(part) else { continue }
      let (area, plane) = (drawing.area, drawing.picture.planes[0])
      #expect(
        area.x.isMultiple(of: 2) && area.y.isMultiple(of: 2) && part.x.isMultiple(of: 2) && part.y.isMultiple(of: 2))
      try drawing.picture.withBytes(ofPlane: 0) { bytes in
        for row in 0..<area.height {
          for column in 0..<area.width {
            let (x, y) = (area.x + column + part.x, area.y + row + part.y)
            guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { continue }
            let at = plane.row(row).lowerBound + 4 * column
            let alpha = Double(bytes[at + 3]) / 255 * part.opacity
            let place = y * size.width + x
            for index in 0..<3 {
              pixels[place][index] = pixels[place][index] * (1 - alpha) + Double(bytes[at + index]) * alpha
            }
            pixels[place][3] = pixels[place][3] * (1 - alpha) + 255 * alpha
          }
        }
      }
    }
    return pixels
  }

  private func whole(_ tree: PresentationLayer, _ renderer: LayerRenderer) throws -> [[Double]] {
    let bytes = try DrawnFrame(renderer.draw(tree), size: Self.size).bytes
    return stride(from: 0, to: bytes.count, by: 4).map { at in
      let alpha = Double(bytes[at + 3])
      return (0..<3).map { Double(bytes[at + $0]) * alpha / 255 } + [alpha]
    }
  }

  private func tree(_ layers: [Layer]) throws -> PresentationLayer {
    var root = Layer()
    root.sublayers = layers
    return try root.present()
  }

  private func renderer(_ random: RandomDrawingTree, scale: Double = 1) -> LayerRenderer {
    LayerRenderer(
      size: Self.size, transform: .scale(x: scale, y: scale), pictures: random.pictures.mapValues(\.buffer),
      step: PixelSize(width: 2, height: 2))
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func `parts laid over one another are the tree`(part: UInt64) throws {
    var (groups, moved) = (0, 0)
    for seed in stride(from: part, to: 4 * RandomTreeTests.count, by: 4) {
      var random = try RandomDrawingTree(seed: seed)
      var root = random.tree(size: 32)
      var places = SeededGenerator(seed: seed)
      for index in root.sublayers.indices {
        // On eighths of a pixel, which are kept, some beyond the frame.
        func place() -> Double { Double(Int.random(in: -80...336, using: &places)) / 8 }
        root.sublayers[index].position = Point(x: place(), y: place())
      }
      let tree = try tree(root.sublayers)
      let renderer = renderer(random)
      let parts = try renderer.parts(of: tree)
      groups += parts.count > 1 ? 1 : 0
      moved += parts.count { $0.x != 0 || $0.y != 0 }
      let differences = zip(try laid(parts, renderer), try whole(tree, renderer)).flatMap {
        zip($0, $1).map { abs($0 - $1) }
      }
      let largest = differences.max() ?? 0
      // Opacity is rounded elsewhere, and at a slanted edge Cairo's 15 rows in a pixel are crossed one earlier or later: 17 levels.
      let count = differences.count { $0 > 5 }
      #expect(largest <= 24 && count <= 32, "tree \(seed): \(largest), \(count)")
    }
    #expect(groups > 0 && moved > 0)
  }

  @Test func `a layer that only moves, by its place or its transform, or fades, is the same picture elsewhere`() throws
  {
    let random = try RandomDrawingTree(seed: 1)
    let renderer = renderer(random)
    func part(_ change: (inout Layer) -> Void) throws -> LayerPart {
      var square = Layer(x: 0, y: 0, width: 6, height: 6)
      square.backgroundColor = .white
      square.position = Point(x: 10, y: 10)
      change(&square)
      return try #require(try renderer.parts(of: tree([square])).first)
    }
    let first = try part { _ in }
    let right = try part { $0.position.x += 4 }
    #expect(right.tree == first.tree && right.x == first.x + 4 && right.y == first.y)
    let down = try part { $0.transform = .translation(x: 0, y: 6) }
    #expect(down.tree == first.tree && down.x == first.x && down.y == first.y + 6)
    let faded = try part { $0.opacity = 0.3 }
    #expect(faded.tree == first.tree && faded.opacity == 0.3)
    let beyond = try part { $0.position.x = -1.75 }
    #expect(beyond.atRest == first.atRest && beyond.x < 0)
    // A step of chroma further, a quarter of a pixel, and less than a sixteenth.
    let odd = try part { $0.position.x += 1 }
    #expect(odd.tree != first.tree && odd.atRest == first.atRest)
    let quarter = try part { $0.position.x += 0.25 }
    #expect(quarter.tree != first.tree && quarter.atRest == first.atRest)
    let less = try part { $0.position.x += 0.06 }
    #expect(less.tree == first.tree && less.x == first.x)
    let other = try part { $0.backgroundColor = .black }
    #expect(other.atRest != first.atRest)
  }

  @Test func `a layer beyond the frame is no part, and a much larger one is drawn as far as it is seen`() throws {
    let random = try RandomDrawingTree(seed: 1)
    let renderer = renderer(random)
    func parts(_ change: (inout Layer) -> Void) throws -> [LayerPart] {
      var square = Layer(x: 0, y: 0, width: 6, height: 6)
      square.backgroundColor = .white
      change(&square)
      return try renderer.parts(of: tree([square]))
    }
    for place in [Point(x: -4, y: 10), Point(x: 10, y: 28), Point(x: 1e12, y: 0), Point(x: -1e300, y: 0)] {
      #expect(try parts { $0.position = place }.isEmpty)
    }
    #expect(try parts { $0.opacity = 0 }.isEmpty)
    #expect(try parts { $0.isHidden = true }.isEmpty)
    for side in [2_000.0, 20_000, 1e7] {
      let large = try #require(try parts { $0.bounds = Rectangle(x: 0, y: 0, width: side, height: side) }.first)
      let drawing = try #require(try renderer.draw(large))
      #expect(drawing.area.width <= 32 && drawing.area.height <= 24 && large.x == 0)
    }
    // A line that runs through is drawn once, and moved.
    let long = try #require(try parts { $0.bounds = Rectangle(x: 0, y: 0, width: 900, height: 6) }.first)
    #expect(try #require(try renderer.draw(long)).area.width >= 900)
  }

  @Test func `a tree that is more than its layers one over another is one part`() throws {
    let random = try RandomDrawingTree(seed: 1)
    let renderer = renderer(random)
    func square() -> Layer {
      var square = Layer(x: 4, y: 4, width: 9, height: 9)
      square.backgroundColor = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
      return square
    }
    func count(_ change: (inout Layer) -> Void) throws -> Int {
      var root = Layer()
      root.sublayers = [square(), square()]
      change(&root)
      return try renderer.parts(of: root.present()).count
    }
    #expect(try count { _ in } == 2)
    #expect(try count { $0.opacity = 0.5 } == 1)
    #expect(try count { $0.backgroundColor = .white } == 1)
    #expect(try count { $0.sublayers[1].blendMode = .multiply } == 1)
    #expect(try count { $0.sublayers[1].sublayers = [square()] } == 2)
    #expect(
      try count {
        var inner = square()
        inner.blendMode = .add
        $0.sublayers[0].sublayers = [inner]
      } == 1)
  }

  @Test func `a frame of another size moves by its own pixels`() throws {
    var random = try RandomDrawingTree(seed: 3)
    var root = random.tree(size: 32)
    root.sublayers[0].position = Point(x: 13, y: 11.5)
    let tree = try tree([root.sublayers[0]])
    let renderer = renderer(random, scale: 0.5)
    let differences = zip(try laid(renderer.parts(of: tree), renderer), try whole(tree, renderer))
      .flatMap { zip($0, $1).map { abs($0 - $1) } }
    #expect(try #require(differences.max()) <= 5)
  }
}
