import EditingModel
import Layers

/// A drawn scene that a style of titles is shown over, as it would be over a film: a sky, what stands before it, and its light.
struct TitleGround: Sendable {
  /// The sky's colors, from the top to the horizon.
  var sky: [Color]
  /// The sun, a lamp or the moon.
  var light: Light?
  /// Blurred lights, as behind what a lens is focused on.
  var bokeh: [Color] = []
  /// The number of stars.
  var stars = 0
  /// The ridges before the sky, the furthest first.
  var ridges: [Ridge] = []
  /// The darkness of the corners, 0…1.
  var vignette = 0.35

  /// A light and its glow.
  struct Light: Sendable {
    /// Its place, in parts of the picture.
    var place: Point
    /// The radius of its glow, as a part of the picture's height.
    var radius: Double
    var color: Color
    /// Whether the light itself is seen in its glow.
    var hasDisc = false
  }

  /// A line of hills, waves, trees, houses or heads, and all below it.
  struct Ridge: Sendable {
    var shape: GroundShape
    /// The distance of its middle from the picture's top, as a part of its height.
    var height: Double
    /// The color along the line, and at the picture's bottom.
    var colors: [Color]
  }

  /// The ground of style number `number`, in a picture of `size`.
  static func layer(_ number: Int, size: Size) -> Layer {
    let scenes = scenes
    return scenes[number % scenes.count].layer(size: size, seed: UInt64(number + 1))
  }

  /// The scenes, one for each style.
  static var scenes: [TitleGround] {
    [
      alps, eveningSea, snowyWood, office, night, oldBeach, fog, stadium, desk, concert, city, dunes, meadow, cityNight,
      forest,
    ]
  }

  private static func color(_ hexadecimal: String) -> Color { Color(hexadecimal: hexadecimal) ?? .black }
  private static func colors(_ list: String) -> [Color] { list.split(separator: " ").map { color(String($0)) } }

  private static func ridge(_ shape: GroundShape, _ height: Double, _ list: String) -> Ridge {
    Ridge(shape: shape, height: height, colors: colors(list))
  }

  private static func light(_ x: Double, _ y: Double, _ radius: Double, _ hue: String, disc: Bool = false) -> Light {
    Light(place: Point(x: x, y: y), radius: radius, color: color(hue), hasDisc: disc)
  }

  private static let alps = TitleGround(
    sky: colors("#3d4a7a #8d7fa8 #f2b59b"), light: light(0.72, 0.5, 0.7, "#ffd9a8"),
    ridges: [
      ridge(.mountains, 0.5, "#8b86ad #b59ab0"), ridge(.mountains, 0.64, "#5a5f8c #6f6a92"),
      ridge(.hills, 0.82, "#232a48 #171b31"),
    ])
  private static let eveningSea = TitleGround(
    sky: colors("#22325e #9a5f7d #f08a5d #ffc371"), light: light(0.5, 0.6, 0.6, "#ffe0a0", disc: true),
    ridges: [ridge(.waves, 0.66, "#e79a74 #4a3a5e"), ridge(.dunes, 0.92, "#241b33 #120d1c")])
  private static let snowyWood = TitleGround(
    sky: colors("#b9cbd8 #dfe8ec #f4f5f2"),
    ridges: [
      ridge(.trees, 0.5, "#a9bcc4 #c9d6da"), ridge(.trees, 0.62, "#6d8890 #a5b9be"),
      ridge(.hills, 0.78, "#f4f7f8 #d4dfe6"),
    ], vignette: 0.2)
  private static let office = TitleGround(
    sky: colors("#3a2a22 #6b4a34 #8a6442"), light: light(0.82, 0.2, 0.8, "#ffcf8a"),
    bokeh: colors("#ffd08a #ff9e5e #ffe6b8 #d9713c"),
    ridges: [ridge(.person(0.64), 0.3, "#1d1a20 #111015")])
  private static let night = TitleGround(
    sky: colors("#05070f #0d1730 #243a5e"), light: light(0.78, 0.22, 0.25, "#dfe8ff", disc: true), stars: 140,
    ridges: [ridge(.mountains, 0.8, "#0d1526 #060a14"), ridge(.trees, 0.9, "#04070d #020408")])
  private static let oldBeach = TitleGround(
    sky: colors("#cbb48b #dcc9a4 #e8d9ba"),
    ridges: [
      ridge(.houses, 0.5, "#a58a63 #b29a74"), ridge(.waves, 0.6, "#c3ad86 #9a8058"),
      ridge(.hills, 0.8, "#8a6f49 #5f4a2e"),
    ], vignette: 0.55)
  private static let fog = TitleGround(
    sky: colors("#5d716b #8fa39a #b6c2b8"),
    ridges: [
      ridge(.hills, 0.46, "#7f958b #9fb0a5"), ridge(.trees, 0.6, "#52695f #7d9287"),
      ridge(.trees, 0.8, "#21332c #182620"),
    ])
  private static let stadium = TitleGround(
    sky: colors("#071a3a #0e3a73 #1c63a8"), light: light(0.5, 0.05, 0.9, "#9fd4ff"),
    bokeh: colors("#bfe4ff #6fb7ff #ffffff #3a8be0"),
    ridges: [ridge(.heads, 0.86, "#061228 #030a18")])
  private static let desk = TitleGround(
    sky: colors("#0e0b0a #1f1610 #2e2016"), light: light(0.2, 0.35, 0.9, "#c98a45"),
    bokeh: colors("#8a5a2b #5f3d1d"), ridges: [ridge(.hills, 0.92, "#3c2816 #1a110a")], vignette: 0.6)
  private static let concert = TitleGround(
    sky: colors("#1a0733 #4a0f6b #a01d7a"), light: light(0.35, 0.1, 0.9, "#ff7ad9"),
    bokeh: colors("#ff5fb8 #7a5cff #ffd1f0 #36c3ff"),
    ridges: [ridge(.heads, 0.72, "#1b0628 #0a0212"), ridge(.heads, 0.88, "#0d0216 #050009")])
  private static let city = TitleGround(
    sky: colors("#6fa8d6 #a9cce6 #e3eef2"), light: light(0.2, 0.2, 0.6, "#fff6d8"),
    ridges: [
      ridge(.houses, 0.42, "#9fb6c8 #b4c5d0"), ridge(.houses, 0.58, "#6c8499 #8499a8"),
      ridge(.houses, 0.76, "#3a4c5e #2b3947"),
    ], vignette: 0.25)
  private static let dunes = TitleGround(
    sky: colors("#4b6a94 #a58e94 #e7b184"), light: light(0.3, 0.45, 0.6, "#ffe3b0"),
    ridges: [
      ridge(.dunes, 0.52, "#c98f5f #b5774a"), ridge(.dunes, 0.64, "#a9683d #8a4f2d"),
      ridge(.dunes, 0.82, "#6d3b22 #3f2012"),
    ])
  private static let meadow = TitleGround(
    sky: colors("#5fa9e6 #a5d3f2 #eaf5f7"), light: light(0.2, 0.15, 0.7, "#ffffff"),
    ridges: [
      ridge(.hills, 0.56, "#9fc27a #86b05c"), ridge(.trees, 0.66, "#5f9447 #6fa04c"),
      ridge(.hills, 0.78, "#9ccb52 #5f9a34"),
    ], vignette: 0.15)
  private static let cityNight = TitleGround(
    sky: colors("#0a0f22 #1c2445 #4a3d63"), bokeh: colors("#ffb45e #ff7a5e #6fd0ff #ffe6a0"), stars: 40,
    ridges: [ridge(.houses, 0.6, "#141a30 #0c1020"), ridge(.houses, 0.8, "#080b18 #04060e")])
  private static let forest = TitleGround(
    sky: colors("#2e4a2c #6d8f46 #c4cf7a"), light: light(0.55, 0.3, 0.7, "#fff5b8"),
    bokeh: colors("#d8e88a #a9c95e"),
    ridges: [ridge(.trees, 0.62, "#3f5f33 #2e4827"), ridge(.trees, 0.86, "#182a16 #0e1a0d")])
}
