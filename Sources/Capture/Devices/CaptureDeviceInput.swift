public import MediaFormats
public import Rendering
import Synchronization

/// A device as a source of a session (`AVCaptureDeviceInput`).
///
/// ```swift
/// let input = try CaptureDeviceInput(device: camera, registry: registry)
/// input.settings.frameRate = Rational(25)
/// session.addInput(input)
/// ```
///
/// Threads: any.
public final class CaptureDeviceInput: Sendable {
  /// The device.
  public let device: CaptureDevice
  let registry: CaptureDeviceRegistry
  private let asked: Mutex<CaptureSettings>

  /// An input from `device`, which is asked for `settings`, and for the rest by its session's preset.
  ///
  /// - Throws: `RenderError`: `.deviceNotConnected` where the registry has no such device, `.deviceInUse` where a session has
  ///   it open.
  public init(
    device: CaptureDevice, registry: CaptureDeviceRegistry, settings: CaptureSettings = CaptureSettings()
  ) throws(RenderError) {
    _ = try registry.requiredDevice(uniqueID: device.uniqueID)
    guard !registry.isInUse(device) else { throw CaptureDeviceRegistry.inUse(device) }
    (self.device, self.registry) = (device, registry)
    asked = Mutex(settings)
  }

  /// The type of the device's media.
  public var mediaType: MediaType { device.mediaType }

  /// The settings asked of the device (`activeFormat`, `activeVideoMinFrameDuration`); they count when it is opened next.
  public var settings: CaptureSettings {
    get { asked.withLock { $0 } }
    set { asked.withLock { $0 = newValue } }
  }
}
