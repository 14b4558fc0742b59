public import Foundation
public import QuartzCore

extension AVCaptureDevice {
  /// Angles by which a camera's pictures are to be turned so that the horizon is level (`AVCaptureDevice.RotationCoordinator`).
  ///
  /// A machine here does not say how it is held: the angles are 0, as on a Mac, and do not change; observers are called with
  /// `initial` alone. Threads: any.
  open class RotationCoordinator: NSObject, AVKeyValueObservable, @unchecked Sendable {
    // @unchecked: the device and the layer are as they were given.
    /// The camera; nil once nothing else holds it.
    open private(set) weak var device: AVCaptureDevice?
    /// The layer that shows its pictures; nil without one, and once nothing else holds it.
    open private(set) weak var previewLayer: CALayer?

    /// The angles of `device`, whose pictures `previewLayer` shows.
    public init(device: AVCaptureDevice, previewLayer: CALayer?) {
      (self.device, self.previewLayer) = (device, previewLayer)
      super.init()
    }

    /// Angle by which the layer's pictures are to be turned, in degrees clockwise (`AVCaptureConnection.videoRotationAngle`): 0.
    open var videoRotationAngleForHorizonLevelPreview: CGFloat { 0 }
    /// Angle by which photos and films are to be turned, in degrees clockwise: 0.
    open var videoRotationAngleForHorizonLevelCapture: CGFloat { 0 }

    /// Observers of its properties, which never change.
    public let keyValueObservers = KeyValueObservers()
  }
}
