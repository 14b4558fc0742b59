import PictureRows

/// The blend modes of the W3C's Compositing and Blending Level 1, by the standard's own names.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// The source itself.
  case normal
  /// The product of both: never lighter than either.
  case multiply
  /// The complement of the complements' product: never darker than either.
  case screen
  /// Multiplied where the backdrop is dark, screened where it is light.
  case overlay
  /// The darker of both.
  case darken
  /// The lighter of both.
  case lighten
  /// The backdrop, made lighter by the source.
  case colorDodge = "color-dodge"
  /// The backdrop, made darker by the source.
  case colorBurn = "color-burn"
  /// Multiplied where the source is dark, screened where it is light.
  case hardLight = "hard-light"
  /// The backdrop, darkened or lightened gently by the source.
  case softLight = "soft-light"
  /// The difference of both.
  case difference
  /// As difference, with less contrast.
  case exclusion
  /// The source's hue with the backdrop's saturation and luminosity.
  case hue
  /// The source's saturation with the backdrop's hue and luminosity.
  case saturation
  /// The source's hue and saturation with the backdrop's luminosity.
  case color
  /// The source's luminosity with the backdrop's hue and saturation.
  case luminosity
}

extension BlendMode {
  /// The function of rows in this mode; nil where nothing is to be worked out.
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
