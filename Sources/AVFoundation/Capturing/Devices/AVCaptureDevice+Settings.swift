public import CoreMedia

/// Focus and exposure by numbers, which no device has here: only what changes nothing is taken, and all else ends the process, as
/// AVFoundation's exceptions do. Programs ask before (`isFocusModeSupported(_:)`, `isExposureModeSupported(_:)`).
extension AVCaptureDevice {
  /// The lens' place as it is.
  public static let currentLensPosition: Float = .greatestFiniteMagnitude
  /// The sensitivity as it is.
  public static let currentISO: Float = .greatestFiniteMagnitude
  /// The exposure's duration as it is.
  public static let currentExposureDuration = CMTime.invalid
  /// The exposure's bias as it is.
  public static let currentExposureTargetBias: Float = .greatestFiniteMagnitude

  /// Locks the lens at `lensPosition`: it cannot be.
  public func setFocusModeLocked(lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil) {
    refuse("setFocusModeLockedWithLensPosition:completionHandler:", "The lens cannot be locked.")
  }

  /// Exposes for `duration` at `sensitivity`, an ISO number: it cannot be.
  public func setExposureModeCustom(
    duration: CMTime, iso sensitivity: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    refuse("setExposureModeCustomWithDuration:ISO:completionHandler:", "Exposure by numbers is not supported.")
  }

  /// Makes pictures `bias` stops brighter than the camera would have them: 0, or as it is. `handler` is called at once, with no time, as the
  /// pictures do not change.
  public func setExposureTargetBias(_ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil) {
    guard bias == 0 || bias == Self.currentExposureTargetBias else {
      refuse(
        "setExposureTargetBias:completionHandler:", "\(bias) is out of the range [0, 0].", name: "NSRangeException")
    }
    handler?(.invalid)
  }

  /// The zoom factors at which devices that it consists of take turns: none.
  public var virtualDeviceSwitchOverVideoZoomFactors: [NSNumber] { [] }
}

extension AVCaptureDevice.Format {
  /// The shortest exposure: not known.
  public var minExposureDuration: CMTime { .invalid }
  /// The longest exposure: not known.
  public var maxExposureDuration: CMTime { .invalid }
}
