import Foundation
import GStreamer
import MediaDecoding
import MediaFormats
import MediaTime
public import Rendering

/// Captures with GStreamer: the cameras and microphones that its device providers find, the screen of X11, and test sources.
///
/// ```swift
/// for device in try GStreamerCapture().captureDevices() { print(device.uniqueID, device.localizedName) }
/// ```
///
/// Threads: any; all calls block. Looking for devices takes some tenths of a second.
public struct GStreamerCapture: CaptureEngine {
  /// The display of the captured screen, by X11's name (":0"); nil where there is none.
  private let display: String?

  /// The devices of this machine; its screen is `display`, if nil that of the environment's `DISPLAY`.
  public init(display: String? = nil) {
    self.display = display ?? ProcessInfo.processInfo.environment["DISPLAY"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The identifiers of the devices that no provider lists.
  private enum BuiltInDeviceID {
    static let screen = "screen"
    static let pattern = ElementName.testPattern.factory
    static let tone = ElementName.testTone.factory
  }

  /// Cameras, microphones, the screen, and the test sources.
  public func captureDevices() throws(RenderError) -> [CaptureDevice] {
    var devices = try Self.found().map(\.device)
    if display != nil, ElementName.screenSource.isInstalled {
      devices.append(CaptureDevice(uniqueID: BuiltInDeviceID.screen, localizedName: "Screen", deviceType: .screen))
    }
    devices.append(
      CaptureDevice(uniqueID: BuiltInDeviceID.pattern, localizedName: "Test pattern", deviceType: .testPattern))
    devices.append(CaptureDevice(uniqueID: BuiltInDeviceID.tone, localizedName: "Test tone", deviceType: .testTone))
    return devices
  }

  /// Opens `device` in a pipeline of its own, by the system's clock.
  public func openCapture(
    _ device: CaptureDevice, _ settings: CaptureSettings
  ) throws(RenderError) -> any CaptureStream {
    let source: CaptureSource
    switch device.deviceType {
    case .testPattern: source = try .pattern(settings)
    case .testTone: source = try .tone(settings)
    case .screen: source = try .screen(display ?? "", settings)
    case .camera, .microphone:
      guard let found = try Self.found().first(where: { $0.device.uniqueID == device.uniqueID }) else {
        throw Self.notConnected(device)
      }
      source = try .device(found.handle, device.mediaType, settings)
    }
    return try CapturePipeline(source, of: device)
  }

  static func notConnected(_ device: CaptureDevice, underlying: String? = nil) -> RenderError {
    RenderError(
      .deviceNotConnected, "\(device.localizedName) is not connected.", remedy: "Connect it, or choose another device.",
      underlying: underlying)
  }

  // MARK: Discovery

  /// The devices that providers find, each once.
  private static func found() throws(RenderError) -> [(device: CaptureDevice, handle: Device)] {
    var devices: [(device: CaptureDevice, handle: Device)] = []
    for (name, type) in [("Video/Source", CaptureDevice.DeviceType.camera), ("Audio/Source", .microphone)] {
      let handles: [Device]
      do {
        handles = try Device.all(ofClasses: [name])
      } catch {
        throw RenderError(error)
      }
      for handle in handles {
        let device = CaptureDevice(handle, type)
        if !devices.contains(where: { $0.device.uniqueID == device.uniqueID }) { devices.append((device, handle)) }
      }
    }
    return devices
  }
}

extension CaptureDevice {
  /// The device of `handle`: known by its place in the file system, or by the name that its server gives it.
  fileprivate init(_ handle: Device, _ type: DeviceType) {
    let name = handle.displayName
    let path = ["device.path", "api.v4l2.path", "node.name"].compactMap { handle.property($0) }.first
    self.init(
      uniqueID: path ?? handle.internalName ?? name, localizedName: name, deviceType: type,
      formats: type.mediaType == .video ? Self.formats(handle.caps) : [])
  }

  /// The sizes that `caps` name one by one, each with the span of its rates.
  private static func formats(_ caps: Caps?) -> [Format] {
    var rates: [PixelSize: ClosedRange<Rational>] = [:]
    var sizes: [PixelSize] = []
    for found in caps?.pictureRates ?? [] {
      guard found.numerator > 0, let rate = try? Rational(Int64(found.numerator), Int64(found.denominator)) else {
        continue
      }
      let size = PixelSize(width: found.width, height: found.height)
      if let known = rates[size] {
        rates[size] = min(known.lowerBound, rate)...max(known.upperBound, rate)
      } else {
        sizes.append(size)
        rates[size] = rate...rate
      }
    }
    return sizes.compactMap { size in
      rates[size].map { .video(VideoFormat(size: size, frameRates: $0)) }
    }
  }
}
