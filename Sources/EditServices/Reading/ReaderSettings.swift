public import MediaFormats

/// The settings of a reader's output: pictures or sound, decoded (`outputSettings`, `videoSettings`, `audioSettings`).
public enum ReaderOutputSettings: Hashable, Sendable {
  /// Decoded pictures.
  case video(VideoReadingSettings)
  /// Decoded sound.
  case audio(AudioReadingSettings)

  /// Decoded pictures in the pixel format that is nearest to how they are stored.
  public static let video = ReaderOutputSettings.video(VideoReadingSettings())
  /// Decoded sound as numbers, at the media's own rate.
  public static let audio = ReaderOutputSettings.audio(AudioReadingSettings())
}

/// The form in which pictures are given.
public struct VideoReadingSettings: Hashable, Sendable {
  /// Their pixel format (`kCVPixelBufferPixelFormatTypeKey`); nil for the one nearest to the stored format.
  public var pixelFormat: PixelFormat?
  /// Whether they are decoded by the machine's hardware, where it has some for them
  /// (`kVTVideoDecoderSpecification_EnableHardwareAcceleratedVideoDecoder`, `…Require…`).
  public var hardware = HardwareAcceleration.off

  /// Pictures in `pixelFormat`.
  public init(pixelFormat: PixelFormat? = nil) {
    self.pixelFormat = pixelFormat
  }
}

/// The form in which sound is given.
public struct AudioReadingSettings: Hashable, Sendable {
  /// Samples a second (`AVSampleRateKey`); nil for the media's own.
  public var sampleRate: Int?
  /// Channels (`AVNumberOfChannelsKey`); nil for the media's own.
  public var channels: Int?
  /// The width of samples in linear PCM (`AVLinearPCMBitDepthKey`, `AVLinearPCMIsFloatKey`); nil for numbers of 64 bits, which
  /// are neither rounded nor clipped (``SampleBuffer/samples``).
  public var sampleFormat: SampleFormat?

  /// Sound at `sampleRate`, of `channels`, in `sampleFormat`.
  public init(sampleRate: Int? = nil, channels: Int? = nil, sampleFormat: SampleFormat? = nil) {
    self.sampleRate = sampleRate
    self.channels = channels
    self.sampleFormat = sampleFormat
  }
}
