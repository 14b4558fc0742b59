public import EditingModel

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

  /// The map from stored pixels of a picture of `size` to upright ones, as a track's `preferredTransform` is.
  public func transform(for size: Size) -> Transform {
    let width = size.width
    let height = size.height
    return switch self {
    case .up: Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    case .upMirrored: Transform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case .down: Transform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case .downMirrored: Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case .leftMirrored: Transform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .right: Transform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case .rightMirrored: Transform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    case .left: Transform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    }
  }
}
