import Compositing
import PictureRows

/// A mode that looks at all components of a color together.
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
        $1.color(luminosity: $0.luminosity, saturatedBy: $1.factor(toSaturationOf: $0))
      }
    case .saturation:
      Self.mix(backdrop, source, &mixed) {
        $0.color(luminosity: $0.luminosity, saturatedBy: $0.factor(toSaturationOf: $1))
      }
    case .color: Self.mix(backdrop, source, &mixed) { $1.color(luminosity: $0.luminosity) }
    case .luminosity: Self.mix(backdrop, source, &mixed) { $0.color(luminosity: $1.luminosity) }
    }
  }

  /// Mixes a row by `formula`, B(Cb, Cs).
  @inline(__always)
  private static func mix(
    _ backdrop: Span<UInt8>, _ source: Span<UInt8>, _ mixed: inout MutableSpan<UInt8>,
    by formula: (_ backdrop: Tone, _ source: Tone) -> (red: Float, green: Float, blue: Float)
  ) {
    for pixel in 0..<mixed.count / 4 {
      let index = 4 &* pixel
      let color = formula(tone(backdrop, index), tone(source, index))
      mixed[index] = UInt8(nearest: color.red)
      mixed[index &+ 1] = UInt8(nearest: color.green)
      mixed[index &+ 2] = UInt8(nearest: color.blue)
    }
  }

  @inline(__always)
  private static func tone(_ row: Span<UInt8>, _ index: Int) -> Tone {
    Tone(red: Float(row[index]), green: Float(row[index &+ 1]), blue: Float(row[index &+ 2]))
  }
}
