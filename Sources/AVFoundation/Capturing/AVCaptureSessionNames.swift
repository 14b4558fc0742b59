// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Capture
public import Foundation

/// The key, in a notification's user info, of why something of a session failed: an `AVError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// The key, in a notification's user info, of why a session was interrupted: an ``AVCaptureSession/InterruptionReason``, as a number.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension AVCaptureSession {
  /// Size and rate of pictures (`AVCaptureSession.Preset`).
  public struct Preset: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The preset of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { self.init(rawValue: "AVCaptureSessionPreset" + name) }

    /// The largest pictures that there are, at any rate.
    public static let photo = Preset("Photo")
    /// Up to 1920 × 1080 at 30 a second.
    public static let high = Preset("High")
    /// Up to 1280 × 720.
    public static let medium = Preset("Medium")
    /// Up to 640 × 360.
    public static let low = Preset("Low")
    /// 320 × 240; not supported here.
    public static let qvga320x240 = Preset("320x240")
    /// 352 × 288.
    public static let cif352x288 = Preset("352x288")
    /// 640 × 480.
    public static let vga640x480 = Preset("640x480")
    /// 960 × 540; not supported here.
    public static let qHD960x540 = Preset("960x540")
    /// 1280 × 720.
    public static let hd1280x720 = Preset("1280x720")
    /// 1920 × 1080.
    public static let hd1920x1080 = Preset("1920x1080")
    /// 3840 × 2160.
    public static let hd4K3840x2160 = Preset("3840x2160")
    /// 960 × 540 in frames of their own; not supported here.
    public static let iFrame960x540 = Preset("iFrame960x540")
    /// 1280 × 720 in frames of their own; not supported here.
    public static let iFrame1280x720 = Preset("iFrame1280x720")
    /// Size and rate of the devices' active formats.
    public static let inputPriority = Preset("InputPriority")

    private static let all: [Preset: CapturePreset] = [
      photo: .photo, high: .high, medium: .medium, low: .low, cif352x288: .cif352x288, vga640x480: .vga640x480,
      hd1280x720: .hd1280x720, hd1920x1080: .hd1920x1080, hd4K3840x2160: .hd4K3840x2160,
      inputPriority: .inputPriority,
    ]

    /// The engine's preset; nil for one that there is not.
    var engine: CapturePreset? { Self.all[self] }
  }

  /// Reason for which a session is interrupted (`AVCaptureSession.InterruptionReason`).
  public enum InterruptionReason: Int, Sendable {
    /// The program is not in front; never here.
    case videoDeviceNotAvailableInBackground = 1
    /// Something else has the sound.
    case audioDeviceInUseByAnotherClient = 2
    /// Something else has the pictures.
    case videoDeviceInUseByAnotherClient = 3
    /// Several programs are seen; never here.
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    /// The machine is too busy; never here.
    case videoDeviceNotAvailableDueToSystemPressure = 5
  }

  /// A device could not be opened or went away: ``AVCaptureSessionErrorKey`` says why.
  public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")
  /// It runs.
  public static let didStartRunningNotification = Notification.Name("AVCaptureSessionDidStartRunningNotification")
  /// It does not run any more.
  public static let didStopRunningNotification = Notification.Name("AVCaptureSessionDidStopRunningNotification")
  /// A device gives nothing for now; nothing says why, so that no reason is given.
  public static let wasInterruptedNotification = Notification.Name("AVCaptureSessionWasInterruptedNotification")
  /// All devices give something again.
  public static let interruptionEndedNotification = Notification.Name("AVCaptureSessionInterruptionEndedNotification")
}

extension Notification.Name {
  /// ``AVCaptureSession/runtimeErrorNotification``.
  public static let AVCaptureSessionRuntimeError = AVCaptureSession.runtimeErrorNotification
  /// ``AVCaptureSession/didStartRunningNotification``.
  public static let AVCaptureSessionDidStartRunning = AVCaptureSession.didStartRunningNotification
  /// ``AVCaptureSession/didStopRunningNotification``.
  public static let AVCaptureSessionDidStopRunning = AVCaptureSession.didStopRunningNotification
  /// ``AVCaptureSession/wasInterruptedNotification``.
  public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
  /// ``AVCaptureSession/interruptionEndedNotification``.
  public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
