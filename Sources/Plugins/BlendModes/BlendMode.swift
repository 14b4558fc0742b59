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
  /// How far both are apart.
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
