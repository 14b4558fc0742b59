public import MediaFormats
public import MediaTime

/// The encoding of what is appended to a writer's input (`outputSettings`).
public enum WriterOutputSettings: Hashable, Sendable {
  /// Pictures.
  case video(VideoWritingSettings)
  /// Sound.
  case audio(AudioWritingSettings)

  /// Pictures in `codec`, everything else as is usual.
  public static func video(_ codec: VideoCodec) -> WriterOutputSettings {
    .video(VideoWritingSettings(VideoSettings(codec: codec)))
  }

  /// Sound in `codec`, everything else as is usual.
  public static func audio(_ codec: AudioCodec) -> WriterOutputSettings {
    .audio(AudioWritingSettings(AudioSettings(codec: codec)))
  }
}

/// The encoding of pictures.
public struct VideoWritingSettings: Hashable, Sendable {
  /// The codec, its quality, speed and pixel format.
  public var encoding: VideoSettings
  /// The size of all pictures (`AVVideoWidthKey`, `AVVideoHeightKey`); nil for the first one's. Pictures of another
  /// size are rejected with an error.
  public var size: PixelSize?
  /// The colorimetry of the pictures (`AVVideoColorPropertiesKey`); nil for what the first one says, or else what is usual for
  /// its size.
  public var colorimetry: Colorimetry?
  /// The usual duration of a picture (`AVVideoExpectedSourceFrameRateKey`), which rate control is based on, and which
  /// is the duration of a last picture without one. Nil for the first one's duration, or else 1/30 s.
  public var expectedFrameDuration: CMTime?

  /// Pictures of `size`, encoded as `encoding`.
  public init(
    _ encoding: VideoSettings, size: PixelSize? = nil, colorimetry: Colorimetry? = nil,
    expectedFrameDuration: CMTime? = nil
  ) {
    self.encoding = encoding
    self.size = size
    self.colorimetry = colorimetry
    self.expectedFrameDuration = expectedFrameDuration
  }
}

/// The encoding of sound.
public struct AudioWritingSettings: Hashable, Sendable {
  /// The codec, its bit rate, samples a second and channels. The last two are the first buffer's where they are not given; sound of
  /// another rate or number of channels is converted, all of it as the first buffer is.
  public var encoding: AudioSettings
  /// The width of samples where the codec loses nothing (`AVLinearPCMBitDepthKey`, `AVLinearPCMIsFloatKey`); nil for that of
  /// the first buffer's linear PCM, and 24 bits for numbers.
  public var sampleFormat: SampleFormat? {
    get { encoding.sampleFormat }
    set { encoding.sampleFormat = newValue }
  }

  /// Sound encoded as `encoding`, of samples as wide as `sampleFormat`.
  public init(_ encoding: AudioSettings, sampleFormat: SampleFormat? = nil) {
    self.encoding = encoding
    if let sampleFormat { self.encoding.sampleFormat = sampleFormat }
  }
}
