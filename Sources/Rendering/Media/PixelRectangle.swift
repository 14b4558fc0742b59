public import EditingModel

/// A rectangle of whole pixels; the origin is at the top left, and may lie outside the picture.
public struct PixelRectangle: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The left edge.
  public var x: Int
  /// The top edge.
  public var y: Int
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// The rectangle with the top left corner (`x`, `y`).
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The pixels it spans.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// "640x360+320+180", as X11 writes a geometry.
  public var description: String {
    "\(width)x\(height)\(x < 0 ? "" : "+")\(x)\(y < 0 ? "" : "+")\(y)"
  }
}

extension Rectangle {
  /// The same rectangle as numbers that need not be whole.
  public init(_ pixels: PixelRectangle) {
    self.init(
      x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width), height: Double(pixels.height))
  }
}
