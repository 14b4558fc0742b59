import BlendModes
import Compositing
import EditingModel
import SeededRandom
import Testing

@Suite("Blend modes")
struct BlendModesTests {
  private func compositor(_ mode: BlendMode, opacity: String = "1") -> BlendCompositor {
    BlendCompositor(parameters: .object(["mode": .string(mode.rawValue), "opacity": .number(opacity)]))
  }

  private func color(_ pixel: Pixel) -> BlendFormulas.Color {
    BlendFormulas.Color(Double(pixel.x), Double(pixel.y), Double(pixel.z)) / 255
  }

  /// Levels, one component after the other.
  private func levels(_ pixels: [Pixel]) -> [Double] {
    pixels.flatMap { [Double($0.x), Double($0.y), Double($0.z)] }
  }

  @Test func `there are the standard's sixteen, by its names`() {
    #expect(
      BlendMode.allCases.map(\.rawValue) == [
        "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
        "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
      ])
  }

  @Test(arguments: BlendMode.allCases)
  func `opaque pictures mix to the nearest level of the formula`(mode: BlendMode) throws {
    var random = SeededGenerator(seed: 11)
    let (below, above) = (try PixelBuffer.noise(48, 32, using: &random), try PixelBuffer.noise(48, 32, using: &random))
    let made = try Frame([.init(above), .init(below)], 48, 32).pixels(by: compositor(mode))
    let wanted = zip(try below.pixels(), try above.pixels()).flatMap { backdrop, source in
      let mixed = BlendFormulas.mix(mode, color(backdrop), color(source)) * 255
      return [mixed.x, mixed.y, mixed.z]
    }
    #expect(furthest(levels(made), wanted) < 0.5005)
    #expect(made.allSatisfy { $0.w == 255 })
  }

  @Test(arguments: BlendMode.allCases)
  func `black, white and the primary colors mix as the formula says`(mode: BlendMode) throws {
    let corners = (0..<8).map { Pixel($0 & 1 > 0 ? 255 : 0, $0 & 2 > 0 ? 255 : 0, $0 & 4 > 0 ? 255 : 0, 255) }
    let below = try PixelBuffer.drawn(8, 8) { x, _ in corners[x] }
    let above = try PixelBuffer.drawn(8, 8) { _, y in corners[y] }
    let made = try Frame([.init(above), .init(below)], 8, 8).pixels(by: compositor(mode))
    let wanted = (0..<64).flatMap { index in
      let mixed = BlendFormulas.mix(mode, color(corners[index % 8]), color(corners[index / 8])) * 255
      return [mixed.x, mixed.y, mixed.z]
    }
    #expect(furthest(levels(made), wanted) < 0.5005)
  }

  /// Each rounds at most: the mixed color, the group's color, its alpha, and the frame.
  @Test(arguments: BlendMode.allCases)
  func `translucent pictures are laid over one another and the background as the formula says`(
    mode: BlendMode
  ) throws {
    var random = SeededGenerator(seed: 12)
    let below = try PixelBuffer.noise(48, 32, alpha: true, using: &random)
    let above = try PixelBuffer.noise(48, 32, alpha: true, using: &random)
    let background = BlendFormulas.Color(0.2, 0.6, 1)
    var frame = Frame([.init(above, opacity: 0.75), .init(below)], 48, 32)
    frame.background = Color(red: background.x, green: background.y, blue: background.z)
    let made = try frame.pixels(by: compositor(mode, opacity: "0.8"))
    let wanted = zip(try below.pixels(), try above.pixels()).flatMap { backdrop, source in
      let group = BlendFormulas.composite(
        mode, backdrop: color(backdrop), alpha: Double(backdrop.w) / 255, source: color(source),
        alpha: Double(source.w) / 255 * 0.6)
      let shown = (group.alpha * group.color + (1 - group.alpha) * background) * 255
      return [shown.x, shown.y, shown.z]
    }
    #expect(furthest(levels(made), wanted) < 2)
    let mean = zip(levels(made), wanted).map { abs($0 - $1) }.reduce(0, +) / Double(wanted.count)
    #expect(mean < 0.45)
  }

  @Test(arguments: [
    (BlendMode.normal, Pixel(100, 100, 100, 255), Pixel(200, 0, 7, 255), Pixel(200, 0, 7, 255)),
    (.multiply, Pixel(100, 0, 255, 255), Pixel(200, 200, 77, 255), Pixel(78, 0, 77, 255)),
    (.screen, Pixel(100, 0, 255, 255), Pixel(200, 200, 77, 255), Pixel(222, 200, 255, 255)),
    (.overlay, Pixel(100, 200, 0, 255), Pixel(200, 100, 90, 255), Pixel(157, 188, 0, 255)),
    (.hardLight, Pixel(200, 100, 90, 255), Pixel(100, 200, 0, 255), Pixel(157, 188, 0, 255)),
    (.darken, Pixel(100, 9, 80, 255), Pixel(99, 10, 80, 255), Pixel(99, 9, 80, 255)),
    (.lighten, Pixel(100, 9, 80, 255), Pixel(99, 10, 80, 255), Pixel(100, 10, 80, 255)),
    (.colorDodge, Pixel(40, 0, 100, 255), Pixel(128, 255, 200, 255), Pixel(80, 0, 255, 255)),
    (.colorBurn, Pixel(200, 255, 100, 255), Pixel(128, 0, 55, 255), Pixel(145, 255, 0, 255)),
    (.softLight, Pixel(64, 128, 128, 255), Pixel(255, 0, 255, 255), Pixel(128, 64, 181, 255)),
    (.difference, Pixel(100, 200, 5, 255), Pixel(200, 100, 5, 255), Pixel(100, 100, 0, 255)),
    (.exclusion, Pixel(100, 255, 0, 255), Pixel(200, 100, 9, 255), Pixel(143, 155, 9, 255)),
    (.hue, Pixel(255, 0, 0, 255), Pixel(0, 255, 0, 255), Pixel(0, 130, 0, 255)),
    (.saturation, Pixel(0, 255, 0, 255), Pixel(99, 99, 99, 255), Pixel(150, 150, 150, 255)),
    (.color, Pixel(51, 51, 51, 255), Pixel(0, 0, 255, 255), Pixel(26, 26, 255, 255)),
    (.luminosity, Pixel(255, 0, 0, 255), Pixel(128, 128, 128, 255), Pixel(255, 74, 74, 255)),
  ])
  func `values worked out by hand`(mode: BlendMode, backdrop: Pixel, source: Pixel, wanted: Pixel) throws {
    let (below, above) = (try PixelBuffer.plain(backdrop, 2, 2), try PixelBuffer.plain(source, 2, 2))
    #expect(
      try Frame([.init(above), .init(below)], 2, 2).pixels(by: compositor(mode)) == Array(repeating: wanted, count: 4))
  }

  @Test func `where nothing lies below, a layer shows itself`() throws {
    let blue = try PixelBuffer.plain(Pixel(0, 0, 200, 255), 4, 2)
    var frame = Frame([.init(blue), .init(nil)], 4, 2)
    frame.background = Color(red: 1, green: 0, blue: 0)
    #expect(try frame.pixels(by: compositor(.multiply)) == (try blue.pixels()))
  }

  @Test func `where the topmost layer has a gap or is transparent, those below are shown`() throws {
    let red = try PixelBuffer.plain(Pixel(200, 10, 0, 255), 4, 2)
    let blue = try PixelBuffer.plain(Pixel(0, 0, 200, 255), 4, 2)
    for top in [Frame.Layer(nil), .init(blue, opacity: 0)] {
      #expect(try Frame([top, .init(red)], 4, 2).pixels(by: compositor(.difference)) == (try red.pixels()))
    }
    #expect(
      try Frame([.init(blue), .init(red)], 4, 2).pixels(by: compositor(.difference, opacity: "0")) == (try red.pixels())
    )
  }

  @Test func `an instruction's mode goes before the film's`() throws {
    let (white, blue) = (
      try PixelBuffer.plain(Pixel(255, 255, 255, 255), 2, 2), try PixelBuffer.plain(Pixel(0, 0, 200, 255), 2, 2)
    )
    var frame = Frame([.init(white), .init(blue)], 2, 2)
    frame.parameters = .object(["mode": .string("difference")])
    #expect(try frame.pixels(by: compositor(.multiply)) == Array(repeating: Pixel(255, 255, 55, 255), count: 4))
  }
}
