/// A solid color: sRGB components and an opacity, each 0…1 (`CGColor`).
public struct Color: Hashable, Sendable {
  /// The red component, non-linear, 0…1.
  public var red: Double
  /// The green component, non-linear, 0…1.
  public var green: Double
  /// The blue component, non-linear, 0…1.
  public var blue: Double
  /// The opacity: 0 is invisible, 1 is opaque.
  public var alpha: Double

  /// The color with these components; opaque unless `alpha` says otherwise.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black, the default background.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}

extension Color {
  /// The color `"#rrggbb"` or `"#rrggbbaa"`; nil for any other text.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard text.hasPrefix("#"), digits.count == text.utf8.count - 1, digits.count == 6 || digits.count == 8 else {
      return nil
    }
    let components = stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
    self.init(
      red: components[0], green: components[1], blue: components[2], alpha: components.count > 3 ? components[3] : 1)
  }

  /// The nearest color of 8 bits a component: `"#rrggbb"`, or `"#rrggbbaa"` where it is not opaque.
  public var hexadecimal: String {
    let components = alpha == 1 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + components.map { component in
        let level = Int(exactly: (min(max(0, component), 1) * 255).rounded()) ?? 0
        return String(level >> 4, radix: 16) + String(level & 15, radix: 16)
      }.joined()
  }
}
