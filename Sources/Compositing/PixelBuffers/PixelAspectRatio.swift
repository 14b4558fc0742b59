/// How wide a pixel is, over its height (`AVPixelAspectRatio`). 1:1 is square.
public struct PixelAspectRatio: Hashable, Sendable, Codable {
  /// The width, greater than zero.
  public var horizontalSpacing: Int
  /// The height, greater than zero.
  public var verticalSpacing: Int

  /// `horizontalSpacing` to `verticalSpacing`.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    self.horizontalSpacing = horizontalSpacing
    self.verticalSpacing = verticalSpacing
  }

  /// Square pixels.
  public static let square = PixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1)
}
