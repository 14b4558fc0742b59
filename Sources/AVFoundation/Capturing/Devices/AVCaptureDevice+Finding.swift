import Capture
public import Foundation
import GstEdit
import Rendering

extension AVCaptureDevice {
  /// The engine's devices that are there now. Errors of the search are reported on the standard error.
  static func connected() -> [CaptureDevice] {
    do {
      return try CaptureDeviceRegistry.machine.devices()
    } catch {
      Misuse.report("Devices cannot be looked for: \(error)")
      return []
    }
  }

  /// Cameras and microphones that are there now, in the machine's order.
  private static func found() -> [AVCaptureDevice] {
    connected().filter { [.camera, .microphone].contains($0.deviceType) }.map { CaptureDeviceState.object(of: $0) }
  }

  /// All cameras and microphones. Blocks for some tenths of a second.
  public class func devices() -> [AVCaptureDevice] { found() }

  /// The devices that give `mediaType`. Blocks for some tenths of a second.
  public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
    found().filter { $0.hasMediaType(mediaType) }
  }

  /// The first device that gives `mediaType`; nil where there is none. Blocks for some tenths of a second.
  public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { devices(for: mediaType).first }

  /// The first device of `deviceType` that gives `mediaType`, any where that is nil, at `position`, anywhere where that
  /// is `unspecified`; nil where there is none. Cameras without a known position match `unspecified` alone. Blocks for
  /// some tenths of a second.
  public class func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
  }

  /// The camera that people prefer: the first one.
  public class var systemPreferredCamera: AVCaptureDevice? { `default`(for: .video) }

  /// Whether it counts as a device of `type`; built-in cameras count as external, too.
  fileprivate func isOf(_ type: DeviceType) -> Bool {
    deviceType == type || type == .external && deviceType == .builtInWideAngleCamera
  }

  /// Devices of some types (`AVCaptureDevice.DiscoverySession`). Threads: any.
  open class DiscoverySession: NSObject, @unchecked Sendable {
    // @unchecked: it does not change.
    /// Devices that were found: those of the first type first, each once.
    public let devices: [AVCaptureDevice]
    /// Sets of devices that can be used at once: none is known.
    public let supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] = []

    /// Looks for devices of `deviceTypes` that give `mediaType`, any where that is nil, at `position`, anywhere where that is `unspecified`.
    /// Blocks for some tenths of a second; what is connected later is not among them.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      let all = AVCaptureDevice.connected().map { CaptureDeviceState.object(of: $0) }.filter { device in
        mediaType.map(device.hasMediaType) ?? true && (position == .unspecified || position == device.position)
      }
      var known: Set<AVCaptureDevice> = []
      devices = deviceTypes.flatMap { type in all.filter { $0.isOf(type) && known.insert($0).inserted } }
      super.init()
    }
  }

  // MARK: Permission

  /// Whether the program may use devices of `mediaType`: here no user is asked, and the rights to the device's file decide when it is opened.
  public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { .authorized }

  /// Calls `handler` with true, on any thread: no user is asked here.
  public class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(true) }
  }

  /// True: no user is asked here.
  public class func requestAccess(for mediaType: AVMediaType) async -> Bool { true }
}
