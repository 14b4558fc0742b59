import BlendModes

/// The standard's formulas once more, in double precision and as they stand in it (W3C, Compositing and Blending Level 1):
/// shares nothing with what it is compared to.
enum BlendFormulas {
  typealias Color = SIMD3<Double>

  /// αo and Co of a source over a backdrop ("Blending"), all 0…1 and not premultiplied.
  static func composite(
    _ mode: BlendMode, backdrop: Color, alpha backdropAlpha: Double, source: Color, alpha sourceAlpha: Double
  ) -> (color: Color, alpha: Double) {
    // Cs = (1 - αb) x Cs + αb x B(Cb, Cs), then co = cs + cb x (1 - αs)
    let mixed = (1 - backdropAlpha) * source + backdropAlpha * mix(mode, backdrop, source)
    let alpha = sourceAlpha + backdropAlpha * (1 - sourceAlpha)
    let color = sourceAlpha * mixed + (1 - sourceAlpha) * backdropAlpha * backdrop
    return (alpha > 0 ? color / alpha : .zero, alpha)
  }

  /// B(Cb, Cs).
  static func mix(_ mode: BlendMode, _ backdrop: Color, _ source: Color) -> Color {
    func each(_ formula: (_ cb: Double, _ cs: Double) -> Double) -> Color {
      Color(formula(backdrop.x, source.x), formula(backdrop.y, source.y), formula(backdrop.z, source.z))
    }
    switch mode {
    // "Separable blend modes"
    case .normal: return source
    case .multiply: return backdrop * source
    case .screen: return 1 - (1 - backdrop) * (1 - source)
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each { cb, cs in cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs)) }
    case .colorBurn: return each { cb, cs in cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs) }
    case .hardLight: return each(hardLight)
    case .softLight:
      return each { cb, cs in
        if cs <= 0.5 { return cb - (1 - 2 * cs) * cb * (1 - cb) }
        let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
        return cb + (2 * cs - 1) * (d - cb)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return backdrop + source - 2 * backdrop * source
    // "Non-separable blend modes"
    case .hue: return setLum(setSat(source, sat(backdrop)), lum(backdrop))
    case .saturation: return setLum(setSat(backdrop, sat(source)), lum(backdrop))
    case .color: return setLum(source, lum(backdrop))
    case .luminosity: return setLum(backdrop, lum(source))
    }
  }

  private static func hardLight(_ cb: Double, _ cs: Double) -> Double {
    cs <= 0.5 ? cb * 2 * cs : 1 - (1 - cb) * (1 - (2 * cs - 1))
  }

  private static func lum(_ c: Color) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

  private static func sat(_ c: Color) -> Double { c.max() - c.min() }

  private static func clipColor(_ color: Color) -> Color {
    var c = color
    let (l, n, x) = (lum(c), c.min(), c.max())
    if n < 0 { c = l + (((c - l) * l) / (l - n)) }
    if x > 1 { c = l + (((c - l) * (1 - l)) / (x - l)) }
    return c
  }

  private static func setLum(_ c: Color, _ l: Double) -> Color { clipColor(c + (l - lum(c))) }

  private static func setSat(_ c: Color, _ s: Double) -> Color {
    var result = Color.zero
    let order = [0, 1, 2].sorted { c[$0] < c[$1] }
    let (min, mid, max) = (order[0], order[1], order[2])
    if c[max] > c[min] {
      result[mid] = (c[mid] - c[min]) * s / (c[max] - c[min])
      result[max] = s
    }
    return result
  }
}
