/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// "1280x720".
  public var description: String { "\(width)x\(height)" }
}

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

/// The turn that sets a stored picture upright: the eight of Exif 2.32 §4.6.4 (tag 274), which are also all that a
/// movie's matrix usually says.
public enum Orientation: Int, Hashable, Sendable, Codable, CaseIterable {
  /// As stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored along the diagonal from the top left (transposed).
  case leftMirrored = 5
  /// To be turned 90° clockwise.
  case right = 6
  /// Mirrored along the diagonal from the top right.
  case rightMirrored = 7
  /// To be turned 90° counter-clockwise.
  case left = 8

  /// Whether width and height change places.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// `size` after turning.
  public func apply(to size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }
}
