import EditingModel
import Layers

/// A color times its opacity, in double precision, and the formulas of W3C's Compositing and Blending Level 1.
struct ReferenceColor {
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  var alpha = 0.0

  static let clear = ReferenceColor()

  init() {}

  init(_ color: Color) {
    alpha = color.alpha
    red = color.red * color.alpha
    green = color.green * color.alpha
    blue = color.blue * color.alpha
  }

  func scaled(by factor: Double) -> ReferenceColor {
    var result = self
    result.red *= factor
    result.green *= factor
    result.blue *= factor
    result.alpha *= factor
    return result
  }

  func adding(_ other: ReferenceColor) -> ReferenceColor {
    var result = self
    result.red += other.red
    result.green += other.green
    result.blue += other.blue
    result.alpha += other.alpha
    return result
  }

  /// Draws `source` on this color.
  mutating func draw(_ source: ReferenceColor, _ mode: LayerBlendMode = .normal) {
    switch mode {
    case .normal: self = source.adding(scaled(by: 1 - source.alpha))
    case .add:
      let sum = adding(source)
      red = min(1, sum.red)
      green = min(1, sum.green)
      blue = min(1, sum.blue)
      alpha = min(1, sum.alpha)
    default:
      guard source.alpha > 0 else { return }
      let own = [source.red, source.green, source.blue].map { $0 / source.alpha }
      let below = alpha > 0 ? [red, green, blue].map { $0 / alpha } : [0, 0, 0]
      let mixed = Self.blend(below, own, mode)
      // co = cs·αs·(1 − αb) + cb·αb·(1 − αs) + αs·αb·B(cb, cs)
      func composed(_ index: Int) -> Double {
        own[index] * source.alpha * (1 - alpha) + below[index] * alpha * (1 - source.alpha)
          + source.alpha * alpha * mixed[index]
      }
      (red, green, blue) = (composed(0), composed(1), composed(2))
      alpha = source.alpha + alpha * (1 - source.alpha)
    }
  }

  /// B(cb, cs) of all three components.
  private static func blend(_ below: [Double], _ source: [Double], _ mode: LayerBlendMode) -> [Double] {
    switch mode {
    case .hue: return withLuminosity(withSaturation(source, saturation(below)), luminosity(below))
    case .saturation: return withLuminosity(withSaturation(below, saturation(source)), luminosity(below))
    case .color: return withLuminosity(source, luminosity(below))
    case .luminosity: return withLuminosity(below, luminosity(source))
    default: return zip(below, source).map { separable($0, $1, mode) }
    }
  }

  private static func separable(_ below: Double, _ source: Double, _ mode: LayerBlendMode) -> Double {
    switch mode {
    case .multiply: return below * source
    case .screen: return below + source - below * source
    case .overlay: return separable(source, below, .hardLight)
    case .darken: return min(below, source)
    case .lighten: return max(below, source)
    case .colorDodge: return below == 0 ? 0 : source == 1 ? 1 : min(1, below / (1 - source))
    case .colorBurn: return below == 1 ? 1 : source == 0 ? 0 : 1 - min(1, (1 - below) / source)
    case .hardLight:
      return source <= 0.5 ? below * 2 * source : separable(below, 2 * source - 1, .screen)
    case .softLight:
      guard source > 0.5 else { return below - (1 - 2 * source) * below * (1 - below) }
      let bent = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
      return below + (2 * source - 1) * (bent - below)
    case .difference: return abs(below - source)
    case .exclusion: return below + source - 2 * below * source
    default: return source
    }
  }

  private static func luminosity(_ color: [Double]) -> Double { 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2] }

  private static func saturation(_ color: [Double]) -> Double { (color.max() ?? 0) - (color.min() ?? 0) }

  private static func withLuminosity(_ color: [Double], _ level: Double) -> [Double] {
    let difference = level - luminosity(color)
    var result = color.map { $0 + difference }
    let (middle, least, most) = (luminosity(result), result.min() ?? 0, result.max() ?? 0)
    if least < 0 { result = result.map { middle + (($0 - middle) * middle) / (middle - least) } }
    if most > 1 { result = result.map { middle + (($0 - middle) * (1 - middle)) / (most - middle) } }
    return result
  }

  private static func withSaturation(_ color: [Double], _ saturation: Double) -> [Double] {
    let (least, most) = (color.min() ?? 0, color.max() ?? 0)
    guard most > least else { return [0, 0, 0] }
    return color.map { ($0 - least) * saturation / (most - least) }
  }
}
