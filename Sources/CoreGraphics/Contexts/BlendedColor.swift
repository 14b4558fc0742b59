/// A color without opacity, for blending by hue, saturation and luminosity (PDF Reference §7.2.4).
struct BlendedColor {
  /// Red, green and blue, 0…1.
  var components: [Double]

  init(_ components: [Double]) { self.components = components }

  /// Its luminosity.
  var luminosity: Double { 0.3 * components[0] + 0.59 * components[1] + 0.11 * components[2] }
  /// Its saturation: the distance of its components.
  var saturation: Double { (components.max() ?? 0) - (components.min() ?? 0) }

  /// The same hue and saturation with `luminosity`, as far as there is such a color.
  func with(luminosity: Double) -> BlendedColor {
    let change = luminosity - self.luminosity
    let moved = BlendedColor(components.map { $0 + change })
    let (low, high, level) = (moved.components.min() ?? 0, moved.components.max() ?? 0, moved.luminosity)
    var fitting = moved
    if low < 0 { fitting.components = fitting.components.map { level + ($0 - level) * level / (level - low) } }
    if high > 1 {
      fitting.components = fitting.components.map { level + ($0 - level) * (1 - level) / (high - level) }
    }
    return fitting
  }

  /// The same hue with `saturation`; black of a color that has no hue.
  func with(saturation: Double) -> BlendedColor {
    let (low, range) = (components.min() ?? 0, self.saturation)
    guard range > 0 else { return BlendedColor([0, 0, 0]) }
    return BlendedColor(components.map { ($0 - low) * saturation / range })
  }

  /// It, of opacity `alpha`.
  func premultiplied(by alpha: Double) -> PremultipliedColor {
    PremultipliedColor(
      red: components[0] * alpha, green: components[1] * alpha, blue: components[2] * alpha, alpha: alpha)
  }
}

extension PremultipliedColor {
  /// The color without its opacity; black of what is clear.
  var straight: BlendedColor { BlendedColor([red, green, blue].map { alpha > 0 ? min(max($0 / alpha, 0), 1) : 0 }) }
}

extension CGBlendMode {
  /// A component of `source`, drawn on one of `below`, of a mode that takes each component by itself.
  func mixed(_ source: Double, _ below: Double) -> Double {
    switch self {
    case .multiply: return source * below
    case .screen: return source + below - source * below
    case .overlay: return CGBlendMode.hardLight.mixed(below, source)
    case .darken: return min(source, below)
    case .lighten: return max(source, below)
    case .colorDodge: return below == 0 ? 0 : source >= 1 ? 1 : min(1, below / (1 - source))
    case .colorBurn: return below >= 1 ? 1 : source <= 0 ? 0 : 1 - min(1, (1 - below) / source)
    case .hardLight:
      return source <= 0.5 ? 2 * source * below : CGBlendMode.screen.mixed(2 * source - 1, below)
    case .softLight:
      guard source > 0.5 else { return below - (1 - 2 * source) * below * (1 - below) }
      let root = below <= 0.25 ? ((16 * below - 12) * below + 4) * below : below.squareRoot()
      return below + (2 * source - 1) * (root - below)
    case .difference: return abs(source - below)
    case .exclusion: return source + below - 2 * source * below
    default: return source
    }
  }
}
