import Compositing

/// A mode that looks at each component by itself: every answer stands in a table, worked out once and rounded once.
struct SeparableMixing: Sendable {
  /// The results of 256 levels of the backdrop by 256 of the source, the source's side by side.
  private let levels: [UInt8]

  /// The answers of `mix`, B(Cb, Cs) for components of 0…1.
  init(_ mix: (_ backdrop: Double, _ source: Double) -> Double) {
    var levels: [UInt8] = []
    levels.reserveCapacity(65_536)
    for backdrop in 0..<256 {
      for source in 0..<256 {
        let mixed = mix(Double(backdrop) / 255, Double(source) / 255)
        levels.append(UInt8((min(1, max(0, mixed)) * 255).rounded()))
      }
    }
    self.levels = levels
  }

  /// Mixes a row of `rgba` pixels.
  func mix(_ backdrop: Span<UInt8>, _ source: Span<UInt8>, _ mixed: inout MutableSpan<UInt8>) {
    let levels = levels.span
    for pixel in 0..<mixed.count / 4 {
      let index = 4 &* pixel
      mixed[index] = levels[Int(backdrop[index]) << 8 | Int(source[index])]
      mixed[index &+ 1] = levels[Int(backdrop[index &+ 1]) << 8 | Int(source[index &+ 1])]
      mixed[index &+ 2] = levels[Int(backdrop[index &+ 2]) << 8 | Int(source[index &+ 2])]
    }
  }
}

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
