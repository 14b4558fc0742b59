// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Whether a program may use devices of a kind (`AVAuthorizationStatus`).
public enum AVAuthorizationStatus: Int, Sendable {
  /// The user was not asked.
  case notDetermined
  /// It may not, and there is no user to ask.
  case restricted
  /// It may not.
  case denied
  /// It may.
  case authorized
}

extension AVCaptureDevice {
  /// Type of a device (`AVCaptureDevice.DeviceType`).
  ///
  /// A camera here is a ``builtInWideAngleCamera``, since it is not known whether it is built in, and is found as
  /// ``external``, too. Other devices of the engine are found by their ``AVCaptureDevice/uniqueID`` alone: the screen
  /// (`screen`), the test picture (`videotestsrc`), and the test tone (`audiotestsrc`), whose types are not Apple's.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// AVFoundation's name.
    public var rawValue: String
    /// The type of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(_ name: String) { self.init(rawValue: "AVCaptureDeviceType" + name) }

    /// A camera with one lens.
    public static let builtInWideAngleCamera = DeviceType("BuiltInWideAngleCamera")
    /// A camera that sees what is far; there is none here.
    public static let builtInTelephotoCamera = DeviceType("BuiltInTelephotoCamera")
    /// A camera that sees more than a wide angle; there is none here.
    public static let builtInUltraWideCamera = DeviceType("BuiltInUltraWideCamera")
    /// Two cameras combined; there is none here.
    public static let builtInDualCamera = DeviceType("BuiltInDualCamera")
    /// A wide and an ultra wide camera combined; there is none here.
    public static let builtInDualWideCamera = DeviceType("BuiltInDualWideCamera")
    /// Three cameras combined; there is none here.
    public static let builtInTripleCamera = DeviceType("BuiltInTripleCamera")
    /// A camera that measures depth beside colors; there is none here.
    public static let builtInTrueDepthCamera = DeviceType("BuiltInTrueDepthCamera")
    /// A camera that measures depth by light; there is none here.
    public static let builtInLiDARDepthCamera = DeviceType("BuiltInLiDARDepthCamera")
    /// A phone as a camera; there is none here.
    public static let continuityCamera = DeviceType("ContinuityCamera")
    /// A view of a desk; there is none here.
    public static let deskViewCamera = DeviceType("DeskViewCamera")
    /// A camera that is plugged in.
    public static let external = DeviceType("External")
    /// The older name of ``external``.
    public static let externalUnknown = external
    /// A microphone, or any other source of sound.
    public static let microphone = DeviceType("Microphone")
    /// The older name of ``microphone``.
    public static let builtInMicrophone = microphone
  }

  /// Position of a device (`AVCaptureDevice.Position`).
  public enum Position: Int, Sendable {
    /// Nothing says where: so of all cameras here.
    case unspecified
    /// On the back of the machine.
    case back
    /// On the screen's side, facing the user.
    case front
  }

  /// Notification that a device was connected; never posted here: new devices are found by the next search.
  public static let wasConnectedNotification = Notification.Name("AVCaptureDeviceWasConnectedNotification")
  /// A device that a session used is gone; the object is the device.
  public static let wasDisconnectedNotification = Notification.Name("AVCaptureDeviceWasDisconnectedNotification")
  /// The scene before a camera has changed a great deal; not watched here.
  public static let subjectAreaDidChangeNotification = Notification.Name(
    "AVCaptureDeviceSubjectAreaDidChangeNotification")
}

extension Notification.Name {
  /// ``AVCaptureDevice/wasConnectedNotification``.
  public static let AVCaptureDeviceWasConnected = AVCaptureDevice.wasConnectedNotification
  /// ``AVCaptureDevice/wasDisconnectedNotification``.
  public static let AVCaptureDeviceWasDisconnected = AVCaptureDevice.wasDisconnectedNotification
  /// ``AVCaptureDevice/subjectAreaDidChangeNotification``.
  public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}
