/// The turn that sets a stored picture upright (`CGImagePropertyOrientation`), with the numbers of Exif and TIFF.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// As stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored along the diagonal from the top left.
  case leftMirrored = 5
  /// Turned by 90° clockwise.
  case right = 6
  /// Mirrored along the diagonal from the top right.
  case rightMirrored = 7
  /// Turned by 90° counter-clockwise.
  case left = 8
}

extension CGImagePropertyOrientation {
  /// Whether width and height change places.
  var swapsAxes: Bool { rawValue >= 5 }

  /// The orientation that turns an upright picture back.
  var inverse: CGImagePropertyOrientation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }
}
