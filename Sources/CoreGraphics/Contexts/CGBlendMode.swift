/// The blending of a drawing and its background (`CGBlendMode`).
public enum CGBlendMode: Int32, Sendable {
  /// The drawing lies over the background.
  case normal = 0
  /// The product; the product of the inverted values; one or the other, by the background.
  case multiply, screen, overlay
  /// The darker; the lighter of each component.
  case darken, lighten
  /// The background, made lighter or darker by the drawing.
  case colorDodge, colorBurn, softLight, hardLight
  /// The difference of both; the same with less contrast.
  case difference, exclusion
  /// One or two of hue, saturation and luminosity of the drawing, the others of the background.
  case hue, saturation, color, luminosity
  /// Nothing; what is drawn alone; that where something is there; that where nothing is.
  case clear, copy, sourceIn, sourceOut
  /// The source over the destination, where the destination is.
  case sourceAtop
  /// The background over the drawing; the background within the drawing; the background outside of it.
  case destinationOver, destinationIn, destinationOut
  /// The background within the drawing, over the drawing.
  case destinationAtop
  /// Each where the other is not.
  case xor
  /// The sum of what both lack; the sum of both.
  case plusDarker, plusLighter
}

extension CGContext {
  /// Sets the blend mode of later drawings.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }
}

extension PremultipliedColor {
  /// The color drawn by `mode` on `below`: formulas of the PDF Reference §7.2.4 for the modes of colors, and of Porter and Duff for
  /// those of shapes, as Core Graphics documents them.
  func blended(_ mode: CGBlendMode, onto below: PremultipliedColor) -> PremultipliedColor {
    func sum(_ own: Double, _ other: Double) -> PremultipliedColor { faded(by: own) + below.faded(by: other) }
    switch mode {
    case .normal: return over(below)
    case .clear: return .clear
    case .copy: return self
    case .sourceIn: return sum(below.alpha, 0)
    case .sourceOut: return sum(1 - below.alpha, 0)
    case .sourceAtop: return sum(below.alpha, 1 - alpha)
    case .destinationOver: return below.over(self)
    case .destinationIn: return sum(0, alpha)
    case .destinationOut: return sum(0, 1 - alpha)
    case .destinationAtop: return sum(1 - below.alpha, alpha)
    case .xor: return sum(1 - below.alpha, 1 - alpha)
    case .plusLighter:
      return combined(below) {
        min(1, $0 + $1)
      } alpha: {
        min(1, $0 + $1)
      }
    case .plusDarker:
      let opacity = min(1, alpha + below.alpha)
      let (own, other) = (alpha, below.alpha)
      return combined(below) {
        max(0, opacity - (own - $0) - (other - $1))
      } alpha: { _, _ in
        opacity
      }
    case .hue, .saturation, .color, .luminosity:
      let (own, other) = (straight, below.straight)
      let mixed: BlendedColor =
        switch mode {
        case .hue: own.with(saturation: other.saturation).with(luminosity: other.luminosity)
        case .saturation: other.with(saturation: own.saturation).with(luminosity: other.luminosity)
        case .color: own.with(luminosity: other.luminosity)
        default: other.with(luminosity: own.luminosity)
        }
      return mixed.premultiplied(by: alpha * below.alpha) + sum(1 - below.alpha, 1 - alpha)
    default:
      let (own, other) = (straight, below.straight)
      let mixed = BlendedColor(zip(own.components, other.components).map { mode.mixed($0, $1) })
      return mixed.premultiplied(by: alpha * below.alpha) + sum(1 - below.alpha, 1 - alpha)
    }
  }

  /// Its components, with those of `below`, by `color`, and the opacities by `alpha`.
  private func combined(
    _ below: PremultipliedColor, _ color: (Double, Double) -> Double, alpha: (Double, Double) -> Double
  ) -> PremultipliedColor {
    PremultipliedColor(
      red: color(red, below.red), green: color(green, below.green), blue: color(blue, below.blue),
      alpha: alpha(self.alpha, below.alpha))
  }
}
