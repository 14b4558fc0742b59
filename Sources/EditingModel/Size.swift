/// A width and a height, in pixels (`CGSize`).
public struct Size: Hashable, Sendable, Codable {
  /// Pixels across; never negative in a valid model.
  public var width: Double
  /// Pixels down; never negative in a valid model.
  public var height: Double

  /// A size of `width` by `height` pixels.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No pixels at all.
  public static let zero = Size(width: 0, height: 0)
}
