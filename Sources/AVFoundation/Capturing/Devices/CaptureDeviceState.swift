import Capture
import CoreMedia
import GstEdit
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// State that all objects of one device share: the device, and the settings that it is asked for.
///
/// Threads: any. Lock order: only `values`, or only `known`.
final class CaptureDeviceState: Sendable {
  /// The device, as it was when it was found first.
  let device: CaptureDevice
  /// Registry in which it was found.
  let registry: CaptureDeviceRegistry
  /// Its observers.
  let observers = KeyValueObservers()
  /// Formats that the device can give.
  let formats: [AVCaptureDevice.Format]
  private let values = Mutex(Values())

  private struct Values: Sendable {
    var lockCount = 0
    var format: AVCaptureDevice.Format?
    var shortest = CMTime.invalid
    var longest = CMTime.invalid
  }

  private init(_ device: CaptureDevice, in registry: CaptureDeviceRegistry) {
    (self.device, self.registry) = (device, registry)
    switch device.mediaType {
    case .video:
      let formats = device.videoFormats.map { AVCaptureDevice.Format($0) }
      self.formats = formats.isEmpty ? [AVCaptureDevice.Format(nil as CaptureDevice.VideoFormat?)] : formats
    case .audio:
      let formats = device.audioFormats.map { AVCaptureDevice.Format($0) }
      self.formats = formats.isEmpty ? [AVCaptureDevice.Format(nil as CaptureDevice.AudioFormat?)] : formats
    }
  }

  // MARK: Objects

  private static let known = Mutex<[String: AVCaptureDevice]>([:])

  /// The one object of `device`, which is found in `registry`.
  static func object(of device: CaptureDevice, in registry: CaptureDeviceRegistry = .machine) -> AVCaptureDevice {
    if let found = known.withLock({ $0[device.uniqueID] }) { return found }
    let made = AVCaptureDevice(CaptureDeviceState(device, in: registry))
    return known.withLock { known in
      if let found = known[device.uniqueID] { return found }
      known[device.uniqueID] = made
      return made
    }
  }

  // MARK: Configuration

  /// Whether the device is locked for configuration.
  var isLocked: Bool { values.withLock { $0.lockCount > 0 } }
  func lock() { values.withLock { $0.lockCount += 1 } }
  func unlock() { values.withLock { $0.lockCount = max(0, $0.lockCount - 1) } }

  /// The format that was chosen; nil where the session's preset chooses.
  var chosenFormat: AVCaptureDevice.Format? { values.withLock(\.format) }

  /// The format that is given: what was chosen, or what the preset `high` takes.
  var format: AVCaptureDevice.Format? {
    if let chosen = chosenFormat { return chosen }
    let usual = try? CapturePreset.high.settings(for: device, CaptureSettings())
    return formats.first { $0.video != nil && $0.video?.size == usual?.size } ?? formats.first
  }

  /// Has `format` be given, at its own rates; nil has the session's preset choose.
  func choose(_ format: AVCaptureDevice.Format?) {
    values.withLock { ($0.format, $0.shortest, $0.longest) = (format, .invalid, .invalid) }
    observers.look()
  }

  /// Durations of pictures, the least and the largest; invalid for the device's own.
  var durations: (shortest: CMTime, longest: CMTime) {
    get { values.withLock { ($0.shortest, $0.longest) } }
    set {
      values.withLock { ($0.shortest, $0.longest) = newValue }
      observers.look()
    }
  }

  /// The default limit of the rate of pictures.
  private static let usualRate = Rational(30)

  /// Settings that the device is asked for.
  var settings: CaptureSettings {
    let (format, (shortest, longest)) = (chosenFormat, durations)
    var settings = CaptureSettings(size: format?.video?.size)
    if let rate = Self.rate(of: shortest) {
      settings.frameRate = rate
    } else if let rate = Self.rate(of: longest), rate > Self.usualRate {
      settings.frameRate = rate
    }
    return settings
  }

  private static func rate(of duration: CMTime) -> Rational? {
    guard duration > .zero, let length = duration.rational else { return nil }
    return try? Rational(length.denominator, length.numerator)
  }
}
