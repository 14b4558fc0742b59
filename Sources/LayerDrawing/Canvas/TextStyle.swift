public import EditingModel

/// The style of drawn text.
public struct TextStyle: Hashable, Sendable {
  /// The font's family, as fontconfig knows it: "DejaVu Sans", or a kind of family, "sans", "serif", "monospace". A family
  /// that is not installed gives way to the one that fontconfig finds nearest.
  public var family: String
  /// The height of the font's em, in pixels.
  public var size: Double
  /// Whether strokes are thick.
  public var isBold: Bool
  /// The color.
  public var color: Color

  /// Text of `size` pixels.
  public init(family: String = "sans", size: Double, isBold: Bool = false, color: Color) {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.color = color
  }
}

/// The place of text in its rectangle, or what is left and right of it.
public enum TextAlignment: Hashable, Sendable {
  /// At its left edge.
  case left
  /// In its middle.
  case center
  /// At its right edge.
  case right
}
