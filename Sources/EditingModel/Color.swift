/// A solid color: sRGB components and an opacity, each 0…1 (`CGColor`).
public struct Color: Hashable, Sendable, Codable {
  /// The red component, non-linear, 0…1.
  public var red: Double
  /// The green component, non-linear, 0…1.
  public var green: Double
  /// The blue component, non-linear, 0…1.
  public var blue: Double
  /// How much it covers: 0 is invisible, 1 is opaque.
  public var alpha: Double

  /// The color with these components; opaque unless `alpha` says otherwise.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black: the background where none is given.
  public static let black = Color(red: 0, green: 0, blue: 0)
}
