import Compositing

/// A mode that looks at all components of a colour together.
struct NonseparableMixing: Sendable {
  /// Which attribute comes from where.
  enum Attributes: Sendable {
    case hue
    case saturation
    case color
    case luminosity
  }

  private let attributes: Attributes

  /// Takes `attributes` from the source.
  init(_ attributes: Attributes) {
    self.attributes = attributes
  }

  /// Mixes a row of `rgba` pixels.
  func mix(_ backdrop: Span<UInt8>, _ source: Span<UInt8>, _ mixed: inout MutableSpan<UInt8>) {
    // One loop a mode, so that the choice is made once a row.
    switch attributes {
    case .hue:
      Self.mix(backdrop, source, &mixed) {
        $1.with(saturation: $0.saturation).with(luminosity: $0.luminosity)
      }
    case .saturation:
      Self.mix(backdrop, source, &mixed) {
        $0.with(saturation: $1.saturation).with(luminosity: $0.luminosity)
      }
    case .color: Self.mix(backdrop, source, &mixed) { $1.with(luminosity: $0.luminosity) }
    case .luminosity: Self.mix(backdrop, source, &mixed) { $0.with(luminosity: $1.luminosity) }
    }
  }

  /// Mixes a row by `formula`, B(Cb, Cs).
  @inline(__always)
  private static func mix(
    _ backdrop: Span<UInt8>, _ source: Span<UInt8>, _ mixed: inout MutableSpan<UInt8>,
    by formula: (_ backdrop: Tone, _ source: Tone) -> Tone
  ) {
    for pixel in 0..<mixed.count / 4 {
      let index = 4 &* pixel
      let tone = formula(tone(backdrop, index), tone(source, index))
      mixed[index] = byte(tone.red)
      mixed[index &+ 1] = byte(tone.green)
      mixed[index &+ 2] = byte(tone.blue)
    }
  }

  @inline(__always)
  private static func tone(_ row: Span<UInt8>, _ index: Int) -> Tone {
    Tone(red: Float(row[index]), green: Float(row[index &+ 1]), blue: Float(row[index &+ 2]))
  }

  private static func byte(_ component: Float) -> UInt8 { UInt8(min(255, max(0, component)) + 0.5) }
}
