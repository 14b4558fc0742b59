import Capture
import CoreMedia
public import Foundation
import Rendering

/// A camera or a microphone of the machine (`AVCaptureDevice`).
///
/// Objects of one device are equal, and share their settings; all but those of ``init(uniqueID:)`` are the same object. Settings count when a session
/// opens the device next. Threads: any.
open class AVCaptureDevice: NSObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what it stands for does not change.
  /// State that all objects of the device share.
  let state: CaptureDeviceState

  init(_ state: CaptureDeviceState) {
    self.state = state
    super.init()
  }

  /// The device called `deviceUniqueID`; nil where there is none. Blocks for some tenths of a second.
  public init?(uniqueID deviceUniqueID: String) {
    guard let device = Self.connected().first(where: { $0.uniqueID == deviceUniqueID }) else { return nil }
    state = CaptureDeviceState.object(of: device).state
    super.init()
  }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { state.observers }

  // MARK: What it is

  /// Identifier of the device in settings: the same whenever it is plugged into the same place.
  open var uniqueID: String { state.device.uniqueID }
  /// Name of the device, for people.
  open var localizedName: String { state.device.localizedName }
  /// Identifier that devices of its model have in common: its name, since nothing else is known.
  open var modelID: String { state.device.localizedName }
  /// The manufacturer; "Unknown", since devices do not say.
  open var manufacturer: String { "Unknown" }
  /// Type of the device.
  open var deviceType: DeviceType {
    switch state.device.deviceType {
    case .camera: .builtInWideAngleCamera
    case .microphone: .microphone
    case .screen: DeviceType(rawValue: "GstEditDeviceTypeScreen")
    case .testPattern: DeviceType(rawValue: "GstEditDeviceTypeTestPattern")
    case .testTone: DeviceType(rawValue: "GstEditDeviceTypeTestTone")
    }
  }
  /// Position of the device on the machine.
  open var position: Position {
    switch state.device.position {
    case .unspecified: .unspecified
    case .front: .front
    case .back: .back
    }
  }
  /// Media type of the device.
  var mediaType: AVMediaType { AVMediaType(state.device.mediaType) }
  /// Whether it gives `mediaType`.
  open func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == self.mediaType }
  /// Whether it is connected now. Blocks for some tenths of a second.
  open var isConnected: Bool { (try? state.registry.device(uniqueID: uniqueID)) != nil }
  /// Whether it is asleep: no, as far as is known.
  open var isSuspended: Bool { false }
  /// Whether another program has it: not known before it is opened, so false.
  open var isInUseByAnotherApplication: Bool { false }
  /// Whether it is several devices: no.
  open var isVirtualDevice: Bool { false }
  /// The devices that it consists of: none.
  open var constituentDevices: [AVCaptureDevice] { [] }
  /// The devices that are part of the same one: none that is known.
  open var linkedDevices: [AVCaptureDevice] { [] }

  // MARK: Configuration

  /// Begins a change of settings. The lock is not exclusive within a process: several callers may hold it at once.
  ///
  /// - Throws: Nothing; AVFoundation throws where another process holds the device.
  open func lockForConfiguration() throws { state.lock() }
  /// Ends what ``lockForConfiguration()`` began.
  open func unlockForConfiguration() { state.unlock() }

  /// Ends the process, with the words of AVFoundation's exception, where the device is not locked.
  func demandLock(_ method: String) {
    guard !state.isLocked else { return }
    Misuse.raise(
      "*** -[AVCaptureDevice \(method)] May not be called without first successfully gaining exclusive ownership of the device"
        + " using -lockForConfiguration:", name: "NSGenericException")
  }

  /// Formats that the device can give.
  open var formats: [Format] { state.formats }

  /// Format that the device gives: the one that was set last, or that the preset `high` takes. A session whose device has one set has the preset
  /// `inputPriority`.
  ///
  /// Without ``lockForConfiguration()``, and for what is none of ``formats``, setting it ends the process, as AVFoundation's exception does.
  open var activeFormat: Format {
    get { state.format ?? Format(nil as CaptureDevice.VideoFormat?) }
    set {
      demandLock("setActiveFormat:")
      guard formats.contains(newValue) else {
        Misuse.raise("*** -[AVCaptureDevice setActiveFormat:] The format is none of the device's formats")
      }
      state.choose(newValue)
    }
  }

  /// Least duration of a picture: one over the highest rate. Invalid, which it may be set to, for the format's own.
  ///
  /// Without ``lockForConfiguration()``, and for what no range of the format has, setting it ends the process, as AVFoundation's exception
  /// does.
  open var activeVideoMinFrameDuration: CMTime {
    get {
      let set = state.durations.shortest
      return set.isValid ? set : activeFormat.videoSupportedFrameRateRanges.first?.minFrameDuration ?? .invalid
    }
    set {
      demand(newValue, "setActiveVideoMinFrameDuration:")
      state.durations.shortest = newValue
    }
  }

  /// Largest duration of a picture: one over the lowest rate. It counts where it asks for more than 30 a second; else as
  /// ``activeVideoMinFrameDuration``.
  open var activeVideoMaxFrameDuration: CMTime {
    get {
      let set = state.durations.longest
      return set.isValid ? set : activeFormat.videoSupportedFrameRateRanges.first?.maxFrameDuration ?? .invalid
    }
    set {
      demand(newValue, "setActiveVideoMaxFrameDuration:")
      state.durations.longest = newValue
    }
  }

  private func demand(_ duration: CMTime, _ method: String) {
    demandLock(method)
    guard duration.isValid else { return }
    let ranges = activeFormat.videoSupportedFrameRateRanges
    guard duration.isNumeric, duration > .zero, ranges.isEmpty || ranges.contains(where: { $0.contains(duration) })
    else {
      Misuse.raise(
        "*** -[AVCaptureDevice \(method)] The passed activeFrameDuration \(duration.value):\(duration.timescale) is not"
          + " supported by the device. Use -activeFormat to discover valid ranges.")
    }
  }

  /// Whether a session with `preset` can have it.
  open func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
    preset.engine?.isSupported(by: state.device) ?? false
  }

  // MARK: Objects

  /// Whether `object` is one of the same device.
  open override func isEqual(_ object: Any?) -> Bool { (object as? AVCaptureDevice)?.uniqueID == uniqueID }
  /// The hash of its identifier.
  open override var hash: Int { uniqueID.hashValue }
  /// Its name and identifier.
  open override var description: String { "<AVCaptureDevice: [\(localizedName)][\(uniqueID)]>" }
}
