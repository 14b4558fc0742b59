import CoreMedia
public import Foundation

/// Light, focus, exposure, colors and zoom: what no device has here. All of it is reported as unsupported, and setting what is unsupported
/// ends the process, as AVFoundation's exceptions do.
extension AVCaptureDevice {
  func refuse(_ method: String, _ reason: String, name: String = "NSInvalidArgumentException") -> Never {
    Misuse.raise("*** -[AVCaptureDevice \(method)] \(reason)", name: name)
  }

  /// Ends the process unless `mode` is `only`, the single supported mode.
  private func demand<Mode: Equatable>(_ mode: Mode, is only: Mode, _ method: String) {
    guard mode != only else { return }
    refuse(method, "The mode is not supported by this device. Use the method that says which are.")
  }

  // MARK: Light

  /// Mode of a lamp (`AVCaptureDevice.TorchMode`).
  public enum TorchMode: Int, Sendable {
    /// Not at all.
    case off
    /// Always.
    case on
    /// On in the dark.
    case auto
  }

  /// Mode of a flash (`AVCaptureDevice.FlashMode`).
  public enum FlashMode: Int, Sendable {
    /// Not at all.
    case off
    /// Always.
    case on
    /// On in the dark.
    case auto
  }

  /// Largest level of a lamp.
  public static let maxAvailableTorchLevel: Float = 1

  /// Whether it has a lamp: no.
  public var hasTorch: Bool { false }
  /// Whether its lamp can be used: no.
  public var isTorchAvailable: Bool { false }
  /// Whether its lamp is lit: no.
  public var isTorchActive: Bool { false }
  /// Level of its lamp: 0.
  public var torchLevel: Float { 0 }
  /// Whether its lamp can be used so: no.
  public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }
  /// Mode of its lamp: it is off.
  public var torchMode: TorchMode {
    get { .off }
    set { demand(newValue, is: .off, "setTorchMode:") }
  }
  /// Lights its lamp.
  ///
  /// - Throws: `AVError.torchLevelUnavailable`, since there is none.
  public func setTorchModeOn(level torchLevel: Float) throws {
    throw AVError(
      .torchLevelUnavailable, userInfo: [NSLocalizedDescriptionKey: "\(localizedName) has no lamp that can be lit."])
  }
  /// Whether it has a flash: no.
  public var hasFlash: Bool { false }
  /// Whether its flash can be used: no.
  public var isFlashAvailable: Bool { false }
  /// Whether its flash can be used so: no.
  public func isFlashModeSupported(_ flashMode: FlashMode) -> Bool { false }
  /// Mode of its flash: it is off.
  public var flashMode: FlashMode {
    get { .off }
    set { demand(newValue, is: .off, "setFlashMode:") }
  }

  // MARK: Focus

  /// Mode of focusing a lens (`AVCaptureDevice.FocusMode`).
  public enum FocusMode: Int, Sendable {
    /// It stays as it is.
    case locked
    /// Once.
    case autoFocus
    /// Again and again.
    case continuousAutoFocus
  }

  /// Whether the lens can be focused so: no; the camera sees to it.
  public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }
  /// Mode of focusing the lens: programs do not focus it.
  public var focusMode: FocusMode {
    get { .locked }
    set { demand(newValue, is: .locked, "setFocusMode:") }
  }
  /// Whether a point can be focused on: no.
  public var isFocusPointOfInterestSupported: Bool { false }
  /// The point that is focused on: the middle.
  public var focusPointOfInterest: CGPoint {
    get { CGPoint(x: 0.5, y: 0.5) }
    set { demand(newValue, is: focusPointOfInterest, "setFocusPointOfInterest:") }
  }
  /// Whether the lens is moving: not known here.
  public var isAdjustingFocus: Bool { false }
  /// Whether the lens can be placed: no.
  public var isLockingFocusWithCustomLensPositionSupported: Bool { false }
  /// Position of the lens: not known.
  public var lensPosition: Float { 0 }
  /// Whether the lens can be focused gently: no.
  public var isSmoothAutoFocusSupported: Bool { false }
  /// Whether the lens is focused gently: no.
  public var isSmoothAutoFocusEnabled: Bool {
    get { false }
    set { demand(newValue, is: false, "setSmoothAutoFocusEnabled:") }
  }
  /// Whether the camera watches for great changes of its view: false. Setting it to true reports on the standard error,
  /// and changes nothing.
  public var isSubjectAreaChangeMonitoringEnabled: Bool {
    get { false }
    set { if newValue { Misuse.report("What a camera sees is not watched for changes.") } }
  }

  // MARK: Exposure and colors

  /// Mode of exposing pictures (`AVCaptureDevice.ExposureMode`).
  public enum ExposureMode: Int, Sendable {
    /// As it is.
    case locked
    /// Once by the camera.
    case autoExpose
    /// Again and again by the camera.
    case continuousAutoExposure
    /// As the program says.
    case custom
  }

  /// Mode of balancing colors (`AVCaptureDevice.WhiteBalanceMode`).
  public enum WhiteBalanceMode: Int, Sendable {
    /// As it is.
    case locked
    /// Once by the camera.
    case autoWhiteBalance
    /// Again and again by the camera.
    case continuousAutoWhiteBalance
  }

  /// Whether pictures can be exposed so: no; the camera sees to it.
  public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }
  /// Mode of exposing pictures: programs do not set it.
  public var exposureMode: ExposureMode {
    get { .locked }
    set { demand(newValue, is: .locked, "setExposureMode:") }
  }
  /// Whether pictures can be exposed for a point: no.
  public var isExposurePointOfInterestSupported: Bool { false }
  /// The point that pictures are exposed for: the middle.
  public var exposurePointOfInterest: CGPoint {
    get { CGPoint(x: 0.5, y: 0.5) }
    set { demand(newValue, is: exposurePointOfInterest, "setExposurePointOfInterest:") }
  }
  /// Whether the exposure changes: not known here.
  public var isAdjustingExposure: Bool { false }
  /// The sensitivity: not known.
  public var iso: Float { 0 }
  /// Duration of a picture's exposure: not known.
  public var exposureDuration: CMTime { .invalid }
  /// Bias by which pictures are brighter than the camera would have them, in stops: 0.
  public var exposureTargetBias: Float { 0 }
  /// The least of ``exposureTargetBias``.
  public var minExposureTargetBias: Float { 0 }
  /// The greatest of ``exposureTargetBias``.
  public var maxExposureTargetBias: Float { 0 }
  /// Offset of the exposure from the one that the camera aims at, in stops: not known.
  public var exposureTargetOffset: Float { 0 }
  /// Whether colors can be balanced so: no; the camera sees to it.
  public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { false }
  /// Mode of balancing colors: programs do not set it.
  public var whiteBalanceMode: WhiteBalanceMode {
    get { .locked }
    set { demand(newValue, is: .locked, "setWhiteBalanceMode:") }
  }
  /// Whether the balance changes: not known here.
  public var isAdjustingWhiteBalance: Bool { false }
  /// Whether pictures can be brightened where it is dark: no.
  public var isLowLightBoostSupported: Bool { false }
  /// Whether pictures are brightened: no.
  public var isLowLightBoostEnabled: Bool { false }
  /// Whether pictures are brightened where it is dark: no.
  public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
    get { false }
    set { demand(newValue, is: false, "setAutomaticallyEnablesLowLightBoostWhenAvailable:") }
  }
  /// The aperture: not known.
  public var lensAperture: Float { 0 }

  // MARK: Zoom

  /// Factor by which pictures are enlarged: 1.
  public var videoZoomFactor: CGFloat {
    get { 1 }
    set {
      guard newValue != 1 else { return }
      refuse("setVideoZoomFactor:", "videoZoomFactor out of range [1, 1]", name: "NSRangeException")
    }
  }
  /// Least factor by which pictures can be enlarged.
  public var minAvailableVideoZoomFactor: CGFloat { 1 }
  /// Largest factor by which pictures can be enlarged.
  public var maxAvailableVideoZoomFactor: CGFloat { 1 }
  /// Whether pictures are being enlarged: no.
  public var isRampingVideoZoom: Bool { false }
  /// Enlarges pictures by and by: to 1, which they are, or not at all.
  public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) { videoZoomFactor = factor }
  /// Ends what ``ramp(toVideoZoomFactor:withRate:)`` began: nothing.
  public func cancelVideoZoomRamp() {}
}
