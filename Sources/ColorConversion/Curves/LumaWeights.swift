public import MediaFormats

/// The weights of red, green and blue in luma (ITU-T H.273 table 4).
public struct LumaWeights: Hashable, Sendable {
  /// Of red.
  public let red: Double
  /// Of green.
  public let green: Double
  /// Of blue.
  public let blue: Double

  /// The weights of `color`'s matrix.
  public init(_ color: Colorimetry) {
    (red, blue) =
      switch color.matrix {
      case 4: (0.30, 0.11)
      case 5, 6: (0.299, 0.114)
      case 7: (0.212, 0.087)
      case 9, 10: (0.2627, 0.0593)
      default: (0.2126, 0.0722)
      }
    green = 1 - red - blue
  }
}
