import Composition

/// Which colours are the ground behind a figure, how transparent each is, and how the ground's shine is taken off.
///
/// ```
///  alpha
///  1 ┤             ╭──────────
///    │            ╱
///    │           ╱  softness
///  0 ┼──────────╯───┴────────── distance from the key's chroma in the plane of Cb and Cr
///    0      tolerance
/// ```
struct Key: Hashable, Sendable {
  /// The ground's chroma.
  private let chroma: Chroma
  /// Up to this far from the key, in units of Cb and Cr, a colour is all ground.
  private let tolerance: Float
  /// Over this much more it becomes all figure.
  private let softness: Float
  /// How much of the key's shine is taken off, 0…1.
  private let suppression: Float
  /// The direction of the key from grey, one long.
  private let direction: Chroma
  /// The squares of the distances at which the ground ends and the figure begins.
  private let squaredGround: Float
  private let squaredFigure: Float

  /// Colours within this angle of the key's hue have some of its shine. 60° is what lies between green and yellow, which
  /// is nearly left alone.
  private static let tangentOfReach = Float(3).squareRoot()

  /// The key of `color`; nil where that is a grey, or nearly: its hue says nothing.
  init?(color: Color, tolerance: Double, softness: Double, suppression: Double) {
    chroma = Chroma(color)
    guard chroma.strength >= 0.02 else { return nil }
    self.tolerance = Float(tolerance)
    self.softness = Float(softness)
    self.suppression = Float(suppression)
    direction = Chroma(blueness: chroma.blueness / chroma.strength, redness: chroma.redness / chroma.strength)
    squaredGround = self.tolerance * self.tolerance
    squaredFigure = (self.tolerance + self.softness) * (self.tolerance + self.softness)
  }

  /// How much of a colour is figure, 0…1.
  func alpha(of color: Chroma) -> Float {
    let squared = color.squaredDistance(to: chroma)
    guard squared > squaredGround else { return 0 }
    guard squared < squaredFigure else { return 1 }
    return (squared.squareRoot() - tolerance) / softness
  }

  /// `color` without the ground's shine: as light as before, and no nearer to the key's hue than its reach.
  func suppressed(_ color: Chroma) -> Chroma {
    let along = color.blueness * direction.blueness + color.redness * direction.redness
    let beside = color.blueness * direction.redness - color.redness * direction.blueness
    let excess = suppression * (along - abs(beside) / Self.tangentOfReach)
    guard excess > 0 else { return color }
    return Chroma(
      blueness: color.blueness - excess * direction.blueness, redness: color.redness - excess * direction.redness)
  }

  /// Keys a row of `rgba` pixels in place: colours without the ground's shine, alpha times how much is figure. The ground
  /// loses its hue as well, for where a soft edge lets some of it be seen.
  func apply(to row: inout MutableSpan<UInt8>) {
    for pixel in 0..<row.count / 4 {
      let index = 4 &* pixel
      let (red, green, blue) = (Float(row[index]), Float(row[index &+ 1]), Float(row[index &+ 2]))
      let own = Chroma(red: red / 255, green: green / 255, blue: blue / 255)
      let share = alpha(of: own)
      row[index &+ 3] = UInt8(Float(row[index &+ 3]) * share + 0.5)
      let kept = suppressed(own)
      guard kept != own else { continue }
      let luma = Chroma.luma(red, green, blue)
      let newRed = luma + 255 * Chroma.redSpan * kept.redness
      let newBlue = luma + 255 * Chroma.blueSpan * kept.blueness
      let newGreen = (luma - Chroma.red * newRed - Chroma.blue * newBlue) / Chroma.green
      row[index] = Self.byte(newRed)
      row[index &+ 1] = Self.byte(newGreen)
      row[index &+ 2] = Self.byte(newBlue)
    }
  }

  private static func byte(_ component: Float) -> UInt8 { UInt8(min(255, max(0, component)) + 0.5) }
}
