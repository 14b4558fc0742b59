/// A place in a picture, in pixels, with the origin at the top left and y pointing down (`CGPoint`).
public struct Point: Hashable, Sendable, Codable {
  /// Pixels from the left edge.
  public var x: Double
  /// Pixels from the top edge.
  public var y: Double

  /// The place `x` pixels from the left and `y` pixels from the top.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
