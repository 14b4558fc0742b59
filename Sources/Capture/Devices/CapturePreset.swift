import MediaFormats
import MediaTime
public import Rendering

/// The size and the rate of captured pictures (`AVCaptureSession.Preset`).
public enum CapturePreset: String, Hashable, Sendable, Codable, CaseIterable {
  /// The largest pictures that a still can have, at any rate.
  case photo
  /// Up to 1920 × 1080 at 30 a second.
  case high
  /// Up to 1280 × 720.
  case medium
  /// Up to 640 × 360.
  case low
  /// 352 × 288.
  case cif352x288
  /// 640 × 480.
  case vga640x480
  /// 1280 × 720.
  case hd1280x720
  /// 1920 × 1080.
  case hd1920x1080
  /// 3840 × 2160.
  case hd4K3840x2160
  /// The input's own settings (`inputPriority`).
  case inputPriority

  /// The largest size, or, where it is exact, the size; nil for any.
  var bound: (size: PixelSize, isExact: Bool)? {
    func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }
    switch self {
    case .photo, .inputPriority: return nil
    case .high: return (size(1920, 1080), false)
    case .medium: return (size(1280, 720), false)
    case .low: return (size(640, 360), false)
    case .cif352x288: return (size(352, 288), true)
    case .vga640x480: return (size(640, 480), true)
    case .hd1280x720: return (size(1280, 720), true)
    case .hd1920x1080: return (size(1920, 1080), true)
    case .hd4K3840x2160: return (size(3840, 2160), true)
    }
  }

  /// The frame rate unless another is asked for.
  private static let usualRate = Rational(30)

  /// Whether `device` can give what the preset asks for (`supportsSessionPreset(_:)`). A device that does not say what it gives
  /// is taken at its word when it is opened.
  public func isSupported(by device: CaptureDevice) -> Bool {
    let formats = device.videoFormats
    guard device.mediaType == .video, !formats.isEmpty, let bound, bound.isExact else { return true }
    return formats.contains { $0.size == bound.size }
  }

  /// The settings for `device`: `asked`, and the rest by this preset out of what the device can give.
  ///
  /// A device that does not say what it gives is asked for an exact size where the preset is one, and otherwise gives its own. Of
  /// several sizes within the bound the largest is taken that comes at the rate that is asked for, which is 30 a second
  /// unless `asked` says; where none comes so fast, the fastest of the largest.
  ///
  /// - Throws: `RenderError` with `.unsupported` where the device has formats and none is as asked, which are named.
  public func settings(for device: CaptureDevice, _ asked: CaptureSettings) throws(RenderError) -> CaptureSettings {
    guard device.mediaType == .video else { return asked }
    var settings = asked
    if asked.size == nil, let bound, bound.isExact { settings.size = bound.size }
    let formats = device.videoFormats
    guard !formats.isEmpty else { return settings }
    let rate = asked.frameRate ?? Self.usualRate
    var fitting = formats
    if let size = settings.size {
      fitting = formats.filter { $0.size == size }
    } else if let bound {
      let within = formats.filter { $0.size.width <= bound.size.width && $0.size.height <= bound.size.height }
      fitting = within.isEmpty ? formats.min { $0.size.area < $1.size.area }.map { [$0] } ?? [] : within
    }
    if asked.frameRate != nil { fitting = fitting.filter { $0.frameRates.contains(rate) } }
    guard !fitting.isEmpty else { throw Self.refusal(device, settings) }
    let fast = fitting.filter { $0.frameRates.upperBound >= rate }
    guard
      let best = (fast.isEmpty || self == .photo ? fitting : fast).max(by: { left, right in
        (left.size.area, left.frameRates.upperBound) < (right.size.area, right.frameRates.upperBound)
      })
    else { return settings }
    settings.size = best.size
    settings.frameRate = min(max(rate, best.frameRates.lowerBound), best.frameRates.upperBound)
    return settings
  }

  private static func refusal(_ device: CaptureDevice, _ settings: CaptureSettings) -> RenderError {
    let size = settings.size.map { "\($0.width)x\($0.height)" }
    let rate = settings.frameRate.map { "\($0) pictures a second" }
    let asked = [size, rate].compactMap(\.self).joined(separator: ", ")
    let known = device.videoFormats.prefix(8).map {
      "\($0.size.width)x\($0.size.height) at \($0.frameRates.lowerBound)…\($0.frameRates.upperBound)"
    }
    return RenderError(
      .unsupported, "\(device.localizedName) does not give \(asked).",
      remedy: "It gives \(known.joined(separator: "; ")).")
  }
}

extension PixelSize {
  fileprivate var area: Int { width * height }
}
