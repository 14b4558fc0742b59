import Compositing
import EditingModel
import SeededRandom
import Testing

@testable import ChromaKey

@Suite("The chroma key")
struct ChromaKeyTests {
  private static let ground = Pixel(0, 177, 64, 255)

  private func compositor(_ parameters: [String: JSONValue] = [:]) throws -> ChromaKeyCompositor {
    try ChromaKeyCompositor(parameters: .object(parameters))
  }

  /// What the key does, in double precision, straight from its description: alpha, and the color that is left.
  private func keyed(
    _ pixel: Pixel, key: Pixel, tolerance: Double, softness: Double, spill: Double
  ) -> (alpha: Double, color: SIMD3<Double>) {
    func components(_ pixel: Pixel) -> SIMD3<Double> { SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z)) / 255 }
    func luma(_ c: SIMD3<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }
    func chroma(_ c: SIMD3<Double>) -> SIMD2<Double> { SIMD2((c.z - luma(c)) / 1.8556, (c.x - luma(c)) / 1.5748) }
    func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
    let (own, ground) = (chroma(components(pixel)), chroma(components(key)))
    let alpha = min(1, max(0, (length(own - ground) - tolerance) / softness))
    let direction = ground / length(ground)
    let (along, beside) = ((own * direction).sum(), abs(own.x * direction.y - own.y * direction.x))
    let kept = own - max(0, spill * (along - beside / 3.0.squareRoot())) * direction
    let y = luma(components(pixel))
    let (red, blue) = (y + 1.5748 * kept.y, y + 1.8556 * kept.x)
    let green = (y - 0.2126 * red - 0.0722 * blue) / 0.7152
    return (alpha, SIMD3(red, green, blue).clamped(lowerBound: .zero, upperBound: .one) * 255)
  }

  /// Each rounds at most: the color, the alpha and the frame.
  @Test(arguments: [("#00b140", 1.0), ("#00b140", 0.3), ("#0047bb", 1.0), ("#ff00ff", 0.0)])
  func `random pixels are keyed as the description says`(text: String, spill: Double) throws {
    var random = SeededGenerator(seed: 5)
    let (above, below) = (try PixelBuffer.noise(64, 48, using: &random), try PixelBuffer.noise(64, 48, using: &random))
    let color = try #require(Color(hexadecimal: text))
    let key = Pixel(UInt8(color.red * 255), UInt8(color.green * 255), UInt8(color.blue * 255), 255)
    let compositor = try compositor([
      "color": .string(text), "tolerance": .number("0.2"), "softness": .number("0.25"), "spill": .number("\(spill)"),
    ])
    let made = try Frame([.init(above), .init(below)], 64, 48).pixels(by: compositor)
    var count = (ground: 0, edge: 0)
    for (made, (above, below)) in zip(made, zip(try above.pixels(), try below.pixels())) {
      let wanted = keyed(above, key: key, tolerance: 0.2, softness: 0.25, spill: spill)
      count.ground += wanted.alpha == 0 ? 1 : 0
      count.edge += wanted.alpha > 0 && wanted.alpha < 1 ? 1 : 0
      for component in 0..<3 {
        let shown = wanted.alpha * wanted.color[component] + (1 - wanted.alpha) * Double(below[component])
        #expect(abs(Double(made[component]) - shown) < 1.6)
      }
    }
    #expect(count.ground > 20 && count.edge > 100, "the noise has \(count) pixels of the ground and its edge")
  }

  @Test func `the ground goes, in light and in shade, and the figure stays`() throws {
    let figure = Pixel(190, 60, 40, 255)
    let above = try PixelBuffer.drawn(4, 1) { x, _ in
      [Self.ground, Pixel(20, 188, 82, 255), Pixel(0, 150, 54, 255), figure][x]
    }
    let below = try PixelBuffer.plain(Pixel(10, 20, 200, 255), 4, 1)
    let made = try Frame([.init(above), .init(below)], 4, 1).pixels(by: compositor())
    #expect(made == Array(try below.pixels()[..<3]) + [figure])
  }

  @Test func `the ground's shine is taken off, and lightness stays`() throws {
    let shone = Pixel(120, 150, 125, 255)
    let made = try #require(
      try Frame([.init(try .plain(shone, 1, 1))], 1, 1).pixels(by: compositor(["tolerance": .number("0.05")])).first)
    #expect(made.y <= 143 && abs(Int(made.x) - Int(made.y)) <= 4)
    func luma(_ pixel: Pixel) -> Double {
      0.2126 * Double(pixel.x) + 0.7152 * Double(pixel.y) + 0.0722 * Double(pixel.z)
    }
    #expect(abs(luma(made) - luma(shone)) <= 1)
    let kept = try Frame([.init(try .plain(shone, 1, 1))], 1, 1)
      .pixels(by: compositor(["tolerance": .number("0.05"), "spill": .number("0")]))
    #expect(kept == [shone])
  }

  @Test(arguments: [
    Pixel(224, 172, 105, 255), Pixel(255, 224, 40, 255), Pixel(40, 90, 220, 255), Pixel(128, 128, 128, 255),
  ])
  func `skin, yellow, blue and grey keep their colors before a green ground`(figure: Pixel) throws {
    let made = try #require(try Frame([.init(try .plain(figure, 1, 1))], 1, 1).pixels(by: compositor()).first)
    for component in 0..<3 { #expect(abs(Int(made[component]) - Int(figure[component])) <= 14) }
  }

  @Test(arguments: ["#808080", "#000000", "#ffffff", "#807f80"])
  func `a grey is refused as a key`(color: String) throws {
    let error = try #require(throws: CompositingError.self) { try compositor(["color": .string(color)]) }
    #expect(error.code == .invalidParameter)
    #expect(error.message.contains(color))
  }

  @Test func `a layer's own opacity and alpha count as well`() throws {
    let above = try PixelBuffer.drawn(2, 1) { x, _ in Pixel(200, 0, 0, x == 0 ? 255 : 0) }
    let made = try Frame([.init(above, opacity: 0.5), .init(try .plain(Pixel(0, 0, 100, 255), 2, 1))], 2, 1)
      .pixels(by: compositor())
    #expect(abs(Int(made[0].x) - 100) <= 1 && abs(Int(made[0].z) - 50) <= 1)
    #expect(made[1] == Pixel(0, 0, 100, 255))
  }

  // MARK: The edge

  /// How much is seen of a square of 8 × 8 before the ground: how little of white shines through, against black.
  private func square(_ parameters: [String: JSONValue], scale: Double = 1) throws -> [[Int]] {
    let above = try PixelBuffer.drawn(16, 16) { x, y in
      (4..<12).contains(x) && (4..<12).contains(y) ? Pixel(255, 0, 0, 255) : Self.ground
    }
    let levels = try [Pixel(255, 255, 255, 255), Pixel(0, 0, 0, 255)].map { background in
      let below = Frame.Layer(try .plain(background, 16, 16), transform: .scale(x: 1 / scale, y: 1 / scale))
      var frame = Frame([.init(above, transform: .scale(x: 1 / scale, y: 1 / scale)), below], 16, 16)
      frame.renderScale = scale
      return try frame.pixels(by: compositor(parameters)).map { Int($0.x) }
    }
    return (0..<16).map { y in (0..<16).map { x in 255 - (levels[0][16 * y + x] - levels[1][16 * y + x]) } }
  }

  @Test(arguments: [0, 1, 3]) func `the edge is drawn in from all sides`(distance: Int) throws {
    let rows = try square(["shrink": .number("\(distance)")])
    for y in 0..<16 {
      for x in 0..<16 {
        let inside = 4 + distance..<12 - distance
        #expect(rows[y][x] == (inside.contains(x) && inside.contains(y) ? 255 : 0))
      }
    }
  }

  @Test func `distances count in the film's own pixels`() throws {
    #expect(try square(["shrink": .number("2")], scale: 0.5) == square(["shrink": .number("1")]))
  }

  @Test(arguments: [1, 2, 3]) func `a soft edge rises evenly over its distance`(distance: Int) throws {
    let rows = try square(["feather": .number("\(distance)")])
    let middle = rows[8]
    #expect(middle == Array(middle.reversed()))
    let rise = middle[..<8]
    #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(middle[4 - distance - 1] == 0 && middle[4 - distance] > 0)
    #expect(middle[4 + distance - 1] < 255 && middle[4 + distance] == 255)
  }

  @Test(arguments: [(1, 0), (2, 5), (5, 2), (40, 1), (40, 6), (7, 20)])
  func `a line's least and mean are those of each sample's neighbors`(length: Int, reach: Int) {
    var random = SeededGenerator(seed: UInt64(length))
    let samples = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    var (least, mean) = ([UInt8](repeating: 0, count: length), [UInt8](repeating: 0, count: length))
    let line = Line(length: length, reach: reach)
    var leastSpan = least.mutableSpan
    line.least(samples.span, &leastSpan)
    var meanSpan = mean.mutableSpan
    line.mean(samples.span, &meanSpan)
    for index in 0..<length {
      let near = (index - reach...index + reach).map { samples[min(max($0, 0), length - 1)] }
      #expect(least[index] == near.min())
      let exact = near.map(Double.init).reduce(0, +) / Double(near.count)
      #expect(abs(Double(mean[index]) - exact) <= 0.5)
    }
  }
}
