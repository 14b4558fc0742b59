public import MediaFormats
public import MediaTime

/// Something that pictures or sound come from while they happen (`AVCaptureDevice`): a camera, a microphone, a screen, or a
/// test source, which every machine has.
///
/// ```swift
/// for device in try engine.captureDevices() where device.mediaType == .video { print(device.uniqueID, device.localizedName) }
/// ```
///
/// A value: what was known of the device when it was asked for.
public struct CaptureDevice: Hashable, Sendable, Codable, Identifiable {
  /// The device's identifier in options and files: the same whenever it is plugged into the same place (`uniqueID`).
  public var uniqueID: String
  /// The device's name (`localizedName`).
  public var localizedName: String
  /// The type of device (`deviceType`).
  public var deviceType: DeviceType
  /// Its position on the machine (`position`).
  public var position: Position
  /// The device's formats, in its own order; empty where it does not say (`formats`).
  public var formats: [Format]

  /// A device called `uniqueID`.
  public init(
    uniqueID: String, localizedName: String, deviceType: DeviceType, position: Position = .unspecified,
    formats: [Format] = []
  ) {
    self.uniqueID = uniqueID
    self.localizedName = localizedName
    self.deviceType = deviceType
    self.position = position
    self.formats = formats
  }

  /// Its ``uniqueID``.
  public var id: String { uniqueID }
  /// The type of its media.
  public var mediaType: MediaType { deviceType.mediaType }

  /// Kinds of device (`AVCaptureDevice.DeviceType`).
  public enum DeviceType: String, Hashable, Sendable, Codable, CaseIterable {
    /// A camera, or another device of Video4Linux that captures pictures.
    case camera
    /// A microphone, or any other source of sound: PulseAudio, PipeWire, ALSA.
    case microphone
    /// A screen: X11.
    case screen
    /// Pictures that are drawn, for tests and for trying out.
    case testPattern
    /// A tone that is computed, likewise.
    case testTone

    /// The media type of devices of this kind.
    public var mediaType: MediaType {
      switch self {
      case .camera, .screen, .testPattern: .video
      case .microphone, .testTone: .audio
      }
    }

    /// Whether there is one on every machine, as often as it is wanted.
    public var isTestSource: Bool { self == .testPattern || self == .testTone }
  }

  /// A device's position (`AVCaptureDevice.Position`).
  public enum Position: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing says where.
    case unspecified
    /// On the screen's side, facing the user.
    case front
    /// On the other side.
    case back
  }

  /// A format that a device can give (`AVCaptureDevice.Format`).
  public enum Format: Hashable, Sendable, Codable {
    /// Pictures.
    case video(VideoFormat)
    /// Sound.
    case audio(AudioFormat)
  }

  /// Pictures that a device can give.
  public struct VideoFormat: Hashable, Sendable, Codable {
    /// Their size.
    public var size: PixelSize
    /// The least and the greatest frame rate (`videoSupportedFrameRateRanges`).
    public var frameRates: ClosedRange<Rational>

    /// Pictures of `size`, `frameRates` a second.
    public init(size: PixelSize, frameRates: ClosedRange<Rational>) {
      (self.size, self.frameRates) = (size, frameRates)
    }
  }

  /// Sound that a device can give.
  public struct AudioFormat: Hashable, Sendable, Codable {
    /// Samples a second, at least and at most.
    public var sampleRates: ClosedRange<Int>
    /// Channels, at least and at most.
    public var channels: ClosedRange<Int>

    /// Sound of `sampleRates` samples a second in `channels` channels.
    public init(sampleRates: ClosedRange<Int>, channels: ClosedRange<Int>) {
      (self.sampleRates, self.channels) = (sampleRates, channels)
    }
  }

  /// The formats of its pictures.
  public var videoFormats: [VideoFormat] {
    formats.compactMap { if case .video(let format) = $0 { format } else { nil } }
  }

  /// The formats of its sound.
  public var audioFormats: [AudioFormat] {
    formats.compactMap { if case .audio(let format) = $0 { format } else { nil } }
  }
}
