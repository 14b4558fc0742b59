import PictureRows

extension BlendMode {
  /// What works out rows in this mode; nil where nothing is to be worked out.
  var mixing: LayerCanvas.Mixing? {
    switch self {
    case .normal: nil
    case .multiply: Self.separable(SeparableFormulas.multiply)
    case .screen: Self.separable(SeparableFormulas.screen)
    case .overlay: Self.separable(SeparableFormulas.overlay)
    case .darken: Self.separable { min($0, $1) }
    case .lighten: Self.separable { max($0, $1) }
    case .colorDodge: Self.separable(SeparableFormulas.colorDodge)
    case .colorBurn: Self.separable(SeparableFormulas.colorBurn)
    case .hardLight: Self.separable(SeparableFormulas.hardLight)
    case .softLight: Self.separable(SeparableFormulas.softLight)
    case .difference: Self.separable(SeparableFormulas.difference)
    case .exclusion: Self.separable(SeparableFormulas.exclusion)
    case .hue: NonseparableMixing(.hue).mix
    case .saturation: NonseparableMixing(.saturation).mix
    case .color: NonseparableMixing(.color).mix
    case .luminosity: NonseparableMixing(.luminosity).mix
    }
  }

  private static func separable(_ formula: (Double, Double) -> Double) -> LayerCanvas.Mixing {
    SeparableMixing(formula).mix
  }
}
