/// A colour that the non-separable modes take apart into hue, saturation and luminosity: red, green and blue, 0…255.
///
/// The names are the standard's (Compositing and Blending Level 1, "Non-separable blend modes").
struct Tone {
  var red: Float
  var green: Float
  var blue: Float

  /// Lum(C): how light it looks.
  var luminosity: Float { 0.3 * red + 0.59 * green + 0.11 * blue }

  /// Sat(C): how far its components are apart.
  var saturation: Float { largest - smallest }

  /// SetLum(C, l): as light as `luminosity`, brought back among the colours there are.
  func with(luminosity: Float) -> Tone {
    let step = luminosity - self.luminosity
    return Tone(red: red + step, green: green + step, blue: blue + step).clipped
  }

  /// SetSat(C, s): as saturated as `saturation`, with its smallest component 0; a grey becomes black.
  func with(saturation: Float) -> Tone {
    let (least, spread) = (smallest, self.saturation)
    guard spread > 0 else { return Tone(red: 0, green: 0, blue: 0) }
    let factor = saturation / spread
    return Tone(red: (red - least) * factor, green: (green - least) * factor, blue: (blue - least) * factor)
  }

  /// ClipColor(C): its components drawn towards its luminosity until all are 0…255.
  private var clipped: Tone {
    let (light, least, most) = (luminosity, smallest, largest)
    var tone = self
    if least < 0 { tone = tone.drawn(towards: light, by: light / (light - least)) }
    if most > 255 { tone = tone.drawn(towards: light, by: (255 - light) / (most - light)) }
    return tone
  }

  private func drawn(towards light: Float, by factor: Float) -> Tone {
    Tone(
      red: light + (red - light) * factor, green: light + (green - light) * factor,
      blue: light + (blue - light) * factor)
  }

  private var smallest: Float { min(red, min(green, blue)) }
  private var largest: Float { max(red, max(green, blue)) }
}
