import Capture
import CoreMedia
public import Foundation
import Rendering
import Synchronization

/// A source of a session (`AVCaptureInput`): ``AVCaptureDeviceInput``. Threads: any.
open class AVCaptureInput: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  private let port = Mutex<Port?>(nil)

  override init() { super.init() }

  /// Ports of the device: one stream.
  open var ports: [Port] { port.withLock { $0 }.map { [$0] } ?? [] }

  /// Has it give media of `device`.
  func give(_ device: AVCaptureDevice) {
    let made = Port(of: self, from: device)
    port.withLock { $0 = made }
  }

  /// One stream of an input (`AVCaptureInput.Port`). Threads: any.
  open class Port: NSObject, @unchecked Sendable {
    // @unchecked: what changes is under a lock.
    /// Input that the port belongs to.
    public private(set) weak var input: AVCaptureInput?
    private let device: AVCaptureDevice
    private let isOn = Mutex(true)

    init(of input: AVCaptureInput, from device: AVCaptureDevice) {
      (self.input, self.device) = (input, device)
      super.init()
    }

    /// The kind of media.
    open var mediaType: AVMediaType { device.mediaType }
    /// The media, in numbers, as the device's format has them.
    open var formatDescription: CMFormatDescription? { device.activeFormat.formatDescription }
    /// Whether connections that are made from it later are enabled at first; true unless set.
    open var isEnabled: Bool {
      get { isOn.withLock { $0 } }
      set { isOn.withLock { $0 = newValue } }
    }
    /// Type of the device that it comes from.
    open var sourceDeviceType: AVCaptureDevice.DeviceType? { device.deviceType }
    /// Position of the device.
    open var sourceDevicePosition: AVCaptureDevice.Position { device.position }
  }
}

/// A device as a source of a session (`AVCaptureDeviceInput`). Threads: any.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// The device.
  public let device: AVCaptureDevice
  /// The engine's input.
  let engine: CaptureDeviceInput

  /// An input from `device`. Blocks for some tenths of a second.
  ///
  /// - Throws: `AVError`: `deviceNotConnected`; `deviceInUseByAnotherApplication` where a session has it open.
  public init(device: AVCaptureDevice) throws {
    self.device = device
    engine = try translated { try CaptureDeviceInput(device: device.state.device, registry: device.state.registry) }
    super.init()
    give(device)
  }

  /// Has the engine ask for what the device is set to.
  func applySettings() { engine.settings = device.state.settings }
}
