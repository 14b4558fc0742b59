/// How the stored picture must be turned to stand upright: the eight of Exif 2.32 §4.6.4 (tag 274), which are
/// also all that a movie's matrix usually says.
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
