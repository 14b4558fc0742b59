/// The mixing functions B(Cb, Cs) of the separable modes, for components of 0…1 (Compositing and Blending Level 1,
/// "Separable blend modes").
enum SeparableFormulas {
  static func multiply(_ backdrop: Double, _ source: Double) -> Double { backdrop * source }

  static func screen(_ backdrop: Double, _ source: Double) -> Double { backdrop + source - backdrop * source }

  static func overlay(_ backdrop: Double, _ source: Double) -> Double { hardLight(source, backdrop) }

  static func hardLight(_ backdrop: Double, _ source: Double) -> Double {
    source <= 0.5 ? multiply(backdrop, 2 * source) : screen(backdrop, 2 * source - 1)
  }

  static func colorDodge(_ backdrop: Double, _ source: Double) -> Double {
    guard backdrop > 0 else { return 0 }
    return source < 1 ? min(1, backdrop / (1 - source)) : 1
  }

  static func colorBurn(_ backdrop: Double, _ source: Double) -> Double {
    guard backdrop < 1 else { return 1 }
    return source > 0 ? 1 - min(1, (1 - backdrop) / source) : 0
  }

  static func softLight(_ backdrop: Double, _ source: Double) -> Double {
    guard source > 0.5 else { return backdrop - (1 - 2 * source) * backdrop * (1 - backdrop) }
    let lightened = backdrop <= 0.25 ? ((16 * backdrop - 12) * backdrop + 4) * backdrop : backdrop.squareRoot()
    return backdrop + (2 * source - 1) * (lightened - backdrop)
  }

  static func difference(_ backdrop: Double, _ source: Double) -> Double { abs(backdrop - source) }

  static func exclusion(_ backdrop: Double, _ source: Double) -> Double { backdrop + source - 2 * backdrop * source }
}
