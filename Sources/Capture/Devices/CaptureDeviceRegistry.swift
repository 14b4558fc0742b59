public import MediaFormats
public import Rendering
import Synchronization

/// The devices of a machine, and which of them are in use: where a program looks for what it records from.
///
/// ```swift
/// let registry = CaptureDeviceRegistry(engine: engine)
/// guard let camera = try registry.defaultDevice(for: .video) else { return }
/// session.addInput(try CaptureDeviceInput(device: camera, registry: registry))
/// ```
///
/// Its devices come from an engine, or are given as data. Sessions of one registry do not open a device twice; test sources can be
/// open any number of times. Threads: any; what asks the engine blocks.
public final class CaptureDeviceRegistry: Sendable {
  /// The engine that opens devices.
  public let engine: any CaptureEngine
  private let claimed = Mutex<Set<String>>([])

  /// The devices of `engine`.
  public init(engine: any CaptureEngine) {
    self.engine = engine
  }

  /// The devices that are there now.
  ///
  /// - Throws: As `CaptureEngine.captureDevices()`.
  public func devices() throws(RenderError) -> [CaptureDevice] { try engine.captureDevices() }

  /// The device called `uniqueID`; nil where there is none (`AVCaptureDevice(uniqueID:)`).
  ///
  /// - Throws: As ``devices()``.
  public func device(uniqueID: String) throws(RenderError) -> CaptureDevice? {
    try devices().first { $0.uniqueID == uniqueID }
  }

  /// The device that serves `mediaType` unless another one is asked for: the first camera or microphone, else the first screen
  /// (`AVCaptureDevice.default(for:)`). Test sources are never chosen by themselves.
  ///
  /// - Throws: As ``devices()``.
  public func defaultDevice(for mediaType: MediaType) throws(RenderError) -> CaptureDevice? {
    let found = try devices().filter { $0.mediaType == mediaType && !$0.deviceType.isTestSource }
    return found.first { $0.deviceType != .screen } ?? found.first
  }

  /// The device of `deviceType` at `position` (`AVCaptureDevice.default(_:for:position:)`); anywhere if `.unspecified`.
  ///
  /// - Throws: As ``devices()``.
  public func defaultDevice(
    _ deviceType: CaptureDevice.DeviceType, position: CaptureDevice.Position = .unspecified
  ) throws(RenderError) -> CaptureDevice? {
    try CaptureDevice.DiscoverySession(deviceTypes: [deviceType], position: position, in: devices()).devices.first
  }

  /// The device called `uniqueID`, which must be there.
  ///
  /// - Throws: `RenderError` with `.deviceNotConnected`, which lists the existing devices.
  public func requiredDevice(uniqueID: String) throws(RenderError) -> CaptureDevice {
    let all = try devices()
    if let found = all.first(where: { $0.uniqueID == uniqueID }) { return found }
    throw Self.notConnected(uniqueID, among: all)
  }

  /// The device with the identifier `name`, or the only one with this `localizedName`; it must be there.
  ///
  /// - Throws: `RenderError` with `.deviceNotConnected`, which lists the existing devices.
  public func requiredDevice(named name: String) throws(RenderError) -> CaptureDevice {
    let all = try devices()
    let called = all.filter { $0.localizedName == name }
    if let found = all.first(where: { $0.uniqueID == name }) ?? (called.count == 1 ? called.first : nil) {
      return found
    }
    throw Self.notConnected(name, among: all)
  }

  static func notConnected(_ uniqueID: String, among all: [CaptureDevice]) -> RenderError {
    let names = all.map(\.uniqueID).joined(separator: ", ")
    return RenderError(
      .deviceNotConnected, "There is no device “\(uniqueID)”.",
      remedy: all.isEmpty ? "Connect one." : "There are: \(names).")
  }

  // MARK: Use

  /// Whether a session of this registry has the device open, and no other can.
  func isInUse(_ device: CaptureDevice) -> Bool { claimed.withLock { $0.contains(device.uniqueID) } }

  /// Takes the device for a session.
  func claim(_ device: CaptureDevice) throws(RenderError) {
    guard !device.deviceType.isTestSource else { return }
    let isFree = claimed.withLock { $0.insert(device.uniqueID).inserted }
    guard isFree else { throw Self.inUse(device) }
  }

  /// Gives the device back.
  func release(_ device: CaptureDevice) {
    claimed.withLock { _ = $0.remove(device.uniqueID) }
  }

  static func inUse(_ device: CaptureDevice) -> RenderError {
    RenderError(
      .deviceInUse, "\(device.localizedName) is used by another session.",
      remedy: "Stop that one, or use another device.")
  }
}

extension CaptureDevice {
  /// Devices of some kinds, in the order of the kinds (`AVCaptureDevice.DiscoverySession`).
  ///
  /// ```swift
  /// let cameras = CaptureDevice.DiscoverySession(deviceTypes: [.camera, .screen], in: try registry.devices()).devices
  /// ```
  public struct DiscoverySession: Hashable, Sendable {
    /// The devices found: the first kind's first, each kind's in the machine's order.
    public let devices: [CaptureDevice]

    /// The devices among `all` that are of `deviceTypes` and `mediaType` (any, if nil) and at `position` (anywhere, if
    /// `.unspecified`).
    public init(
      deviceTypes: [DeviceType], mediaType: MediaType? = nil, position: Position = .unspecified,
      in all: [CaptureDevice]
    ) {
      var seen: Set<DeviceType> = []
      devices = deviceTypes.filter { seen.insert($0).inserted }.flatMap { type in
        all.filter { device in
          device.deviceType == type && (mediaType ?? device.mediaType) == device.mediaType
            && (position == .unspecified || position == device.position)
        }
      }
    }
  }
}
