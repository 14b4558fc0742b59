/// Side of captured pictures that is up (`AVCaptureVideoOrientation`): by how much a connection turns them, clockwise.
///
/// ```
///  landscapeRight   portrait   landscapeLeft   portraitUpsideDown
///        0°            90°          180°              270°
/// ```
///
/// As of Apple's back cameras, pictures come in `landscapeRight`; a camera of a desktop or a notebook takes them upright so.
public enum AVCaptureVideoOrientation: Int, Sendable {
  /// Turned by a quarter.
  case portrait = 1
  /// Turned by three quarters.
  case portraitUpsideDown = 2
  /// As they come.
  case landscapeRight = 3
  /// Turned by a half.
  case landscapeLeft = 4

  /// Angle by which pictures are turned, in degrees clockwise.
  var angle: Int {
    switch self {
    case .landscapeRight: 0
    case .portrait: 90
    case .landscapeLeft: 180
    case .portraitUpsideDown: 270
    }
  }

  /// The side that is up in pictures that are turned by `angle` degrees.
  init(angle: Int) {
    switch angle {
    case 90: self = .portrait
    case 180: self = .landscapeLeft
    case 270: self = .portraitUpsideDown
    default: self = .landscapeRight
    }
  }
}

/// Stabilization of pictures (`AVCaptureVideoStabilizationMode`): none.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
  /// Not at all.
  case off = 0
  /// A little; not done here.
  case standard = 1
  /// As in films; not done here.
  case cinematic = 2
  /// As in films, and more so; not done here.
  case cinematicExtended = 3
  /// For a preview; not done here.
  case previewOptimized = 4
  /// As the system thinks best: not at all.
  case auto = -1
}
