import Compositing
import PictureRows

/// A mode that looks at all components of a color together.
struct NonseparableMixing: Sendable {
  /// The source of each attribute.
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

/// A color as the non-separable modes see it: how light it is, and how far each component is from that; levels of 0…255.
///
/// The names are the standard's (Compositing and Blending Level 1, "Non-separable blend modes"). What it does step by step
/// is all the same to the three distances, which are but multiplied: SetSat takes them to another saturation, ClipColor
/// as near to the luminosity as all components need to be 0…255; and SetLum moves only what they are counted from.
struct Tone {
  /// Lum(C): how light it looks.
  let luminosity: Float
  /// Sat(C): how far its components are apart.
  let saturation: Float
  /// The distances of red, green and blue from the luminosity: zero in a gray.
  private let red: Float
  private let green: Float
  private let blue: Float

  /// The tone of a color of whole levels.
  @inline(__always)
  init(red: Float, green: Float, blue: Float) {
    // 0.3 of red, 0.59 of green and 0.11 of blue; exact for grays.
    luminosity = green + 0.3 * (red - green) + 0.11 * (blue - green)
    saturation = max(red, max(green, blue)) - min(red, min(green, blue))
    self.red = red - luminosity
    self.green = green - luminosity
    self.blue = blue - luminosity
  }

  /// The color of this hue with `luminosity` and with `factor` times this saturation, or as much of that as there is
  /// among colors of this luminosity: red, green and blue.
  @inline(__always)
  func color(luminosity: Float, saturatedBy factor: Float = 1) -> (red: Float, green: Float, blue: Float) {
    let (least, most) = (min(red, min(green, blue)), max(red, max(green, blue)))
    var share = factor
    // No two components are further apart than 0 and 255: at most one of them is outside.
    if luminosity + least * factor < 0 {
      share = -luminosity / least
    } else if luminosity + most * factor > 255 {
      share = (255 - luminosity) / most
    }
    return (luminosity + red * share, luminosity + green * share, luminosity + blue * share)
  }

  /// The factor that makes this tone's saturation that of `other`; a gray stays one by any.
  @inline(__always)
  func factor(toSaturationOf other: Tone) -> Float { other.saturation / max(1, saturation) }
}
