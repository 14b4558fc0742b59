/// What a project asks to be written.
public struct ExportSettings: Encodable, Sendable {
  /// How the picture is encoded.
  public struct Video: Encodable, Sendable {
    /// The codec's name.
    public var codec: String

    /// The codec's own constant quality scale.
    public var quality: Int?

    /// The encoder's preset.
    public var speed: String?

    /// The codec's profile.
    public var profile: String?

    /// How a picture's samples are stored.
    public var pixelFormat: String?

    /// Asks for a codec.
    public init(
      codec: String, quality: Int? = nil, speed: String? = nil, profile: String? = nil, pixelFormat: String? = nil
    ) {
      self.codec = codec
      self.quality = quality
      self.speed = speed
      self.profile = profile
      self.pixelFormat = pixelFormat
    }
  }

  /// How the sound is encoded.
  public struct Audio: Encodable, Sendable {
    /// The codec's name.
    public var codec: String

    /// Bits a second.
    public var bitrate: Int?

    /// Samples a second.
    public var sampleRate: Int?

    /// Channels.
    public var channels: Int?

    /// How wide samples are stored.
    public var sampleFormat: String?

    /// Asks for a codec.
    public init(
      codec: String, bitrate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil, sampleFormat: String? = nil
    ) {
      self.sampleFormat = sampleFormat
      self.codec = codec
      self.bitrate = bitrate
      self.sampleRate = sampleRate
      self.channels = channels
    }
  }

  /// The container.
  public var fileType: String

  /// The picture, if that is said.
  public var video: Video?

  /// The sound, if that is said.
  public var audio: Audio?

  /// Asks for a container and what is in it.
  public init(fileType: String, video: Video? = nil, audio: Audio? = nil) {
    self.fileType = fileType
    self.video = video
    self.audio = audio
  }

  /// Pictures that come back bit by bit: FFV1 in Matroska.
  public static let lossless = ExportSettings(fileType: "mkv", video: Video(codec: "ffv1"))

  /// The quickest H.264 in a container.
  public static func quick(_ fileType: String) -> ExportSettings {
    ExportSettings(fileType: fileType, video: Video(codec: "h264", quality: 23, speed: "ultrafast"))
  }

  /// Sound alone.
  public static func sound(
    _ fileType: String, codec: String, bitrate: Int? = nil, rate: Int = 48_000, channels: Int = 2
  ) -> ExportSettings {
    ExportSettings(
      fileType: fileType, audio: Audio(codec: codec, bitrate: bitrate, sampleRate: rate, channels: channels))
  }
}
