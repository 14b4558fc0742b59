import EditingModel
import PictureRows

/// The colors of the ground behind a figure, the transparency of each, and the removal of the ground's shine.
///
/// ```
///  alpha
///  1 ┤             ╭──────────
///    │            ╱
///    │           ╱  softness
///  0 ┼──────────╯───┴────────── distance from the key's chroma in the plane of Cb and Cr
///    0      tolerance
/// ```
///
/// The plane is turned so that the key lies on its first axis: where a color lies in it are two weighted sums of its
/// components, and to take shine off is to take some multiple of one color off.
struct Key: Hashable, Sendable {
  /// The distance of the key from gray.
  private let strength: Float
  /// Up to this far from the key, in units of Cb and Cr, a color is all ground.
  private let tolerance: Float
  /// The increase of the figure's share in each unit of distance beyond that.
  private let slope: Float
  /// The squares of the distances at which the ground ends and the figure begins.
  private let squaredGround: Float
  private let squaredFigure: Float
  /// The share of the key's shine that is taken off, 0…1.
  private let suppression: Float
  /// The weights of red, green and blue, each 0…255, along the key's hue.
  private let alongHue: Weights
  /// Their weights across it.
  private let acrossHue: Weights
  /// The levels of red, green and blue that one unit of the key's hue is, without any luma.
  private let shine: Weights

  /// A number for each component.
  private struct Weights: Hashable {
    var red: Float
    var green: Float
    var blue: Float
  }

  /// Colors within this angle of the key's hue have some of its shine. 60° is what lies between green and yellow, which
  /// is nearly left alone.
  private static let cotangentOfReach: Float = 0.577_350_27

  /// The key of `color`; nil where that is a gray, or nearly, whose hue is meaningless.
  init?(color: Color, tolerance: Double, softness: Double, suppression: Double) {
    let chroma = Chroma(color)
    strength = chroma.strength
    guard strength >= 0.02 else { return nil }
    self.tolerance = Float(tolerance)
    slope = softness > 0 ? 1 / Float(softness) : 0
    squaredGround = Float(tolerance * tolerance)
    squaredFigure = Float((tolerance + softness) * (tolerance + softness))
    self.suppression = Float(suppression)
    let (blueness, redness) = (chroma.blueness / strength, chroma.redness / strength)
    func weights(_ weight: (Chroma) -> Float) -> Weights {
      Weights(
        red: weight(Chroma(red: 1, green: 0, blue: 0)) / 255, green: weight(Chroma(red: 0, green: 1, blue: 0)) / 255,
        blue: weight(Chroma(red: 0, green: 0, blue: 1)) / 255)
    }
    alongHue = weights { $0.blueness * blueness + $0.redness * redness }
    acrossHue = weights { $0.blueness * redness - $0.redness * blueness }
    let (red, blue) = (255 * Chroma.redSpan * redness, 255 * Chroma.blueSpan * blueness)
    shine = Weights(red: red, green: -(Chroma.red * red + Chroma.blue * blue) / Chroma.green, blue: blue)
  }

  /// Keys a row of `rgba` pixels: colors without the ground's shine, as light as before and no nearer to the key's hue
  /// than its reach; alpha times how much is figure. The ground loses its hue as well, for where a soft edge lets some of
  /// it be seen.
  func apply(to source: Span<UInt8>, giving row: inout MutableSpan<UInt8>) {
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let (red, green, blue) = (Float(source[index]), Float(source[index &+ 1]), Float(source[index &+ 2]))
      let alongHue = red * alongHue.red + green * alongHue.green + blue * alongHue.blue
      let acrossHue = red * acrossHue.red + green * acrossHue.green + blue * acrossHue.blue
      let excess = suppression * max(0, alongHue - abs(acrossHue) * Self.cotangentOfReach)
      row[index] = UInt8(nearest: red - excess * shine.red)
      row[index &+ 1] = UInt8(nearest: green - excess * shine.green)
      row[index &+ 2] = UInt8(nearest: blue - excess * shine.blue)
      let squared = (alongHue - strength) * (alongHue - strength) + acrossHue * acrossHue
      row[index &+ 3] = UInt8(nearest: Float(source[index &+ 3]) * figure(atSquaredDistance: squared))
    }
  }

  /// The figure's share of a color at this distance from the key, 0…1.
  @inline(__always)
  private func figure(atSquaredDistance squared: Float) -> Float {
    guard squared > squaredGround else { return 0 }
    guard squared < squaredFigure else { return 1 }
    return (squared.squareRoot() - tolerance) * slope
  }
}

/// The chroma of a color: Cb and Cr, each -½…½ (ITU-R BT.709, full range).
///
/// Any color can be keyed by it, whatever the film's own matrix: it is worked out from R′G′B′.
struct Chroma: Hashable, Sendable {
  let blueness: Float
  let redness: Float

  /// The weights of red, green and blue in luma.
  static let red: Float = 0.2126
  static let green: Float = 0.7152
  static let blue: Float = 0.0722
  /// The greatest distances of blue and red from luma, twice.
  static let blueSpan: Float = 2 * (1 - blue)
  static let redSpan: Float = 2 * (1 - red)

  /// The chroma of a color whose components are 0…1.
  init(_ color: Color) {
    self.init(red: Float(color.red), green: Float(color.green), blue: Float(color.blue))
  }

  /// The chroma of a color whose components are 0…1.
  init(red: Float, green: Float, blue: Float) {
    let luma = Self.red * red + Self.green * green + Self.blue * blue
    blueness = (blue - luma) / Self.blueSpan
    redness = (red - luma) / Self.redSpan
  }

  /// Its distance from gray: at most about 0.6.
  var strength: Float { (blueness * blueness + redness * redness).squareRoot() }
}
