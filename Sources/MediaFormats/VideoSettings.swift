/// Whether pictures are encoded by the machine's own hardware, where it has some for the codec, and the media's decoded by it.
public enum HardwareAcceleration: String, Hashable, Sendable, Codable, CaseIterable {
  /// Never, whatever is installed: what is written is the same everywhere.
  case off
  /// Where available; otherwise by the usual encoder or decoder, with a note in the report
  /// (`kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder`).
  case prefer
  /// Only (`kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder`).
  case require
}

/// The effort of an encoder for a smaller file, in x264's words.
public enum EncoderSpeed: String, Hashable, Sendable, Codable, CaseIterable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
}

/// The encoding of pictures in a codec.
public typealias VideoSettings = VideoEncoderSettings<VideoCodec>

/// The description of the picture's encoding by a project, a preset or a command line: the codec may be left open, or be none for
/// a movie without a picture.
public typealias VideoDescription = VideoEncoderSettings<CodecChoice<VideoCodec>?>

/// The encoding of pictures: ``VideoSettings``, which name a codec, and ``VideoDescription``, which may leave it open.
public struct VideoEncoderSettings<Codec: CodecStatement>: Hashable, Sendable {
  /// The codec.
  public var codec: Codec
  /// The quality or the bit rate; the codec's usual quality if nil. Lossless codecs have neither.
  public var rateControl: RateControl?
  /// The encoder's effort; the codec's usual one if nil.
  public var speed: EncoderSpeed?
  /// At most this many frames from one key frame to the next; the codec's usual number if nil.
  public var keyframeInterval: Int?
  /// The encoded pixel format; 8-bit 4:2:0 if nil.
  public var pixelFormat: PixelFormat?
  /// The codec's profile by its name (`VideoCodec.profiles`); nil for that of the pixel format.
  public var profile: String?
  /// The codec's level ("4.1"), whose bounds are kept; nil for the lowest sufficient one. Of H.264 and HEVC.
  public var level: String?
  /// The number of passes over the film: 1, or 2, which meets an average bit rate better. 1 if nil.
  public var passes: Int?
  /// Whether the machine's own encoder is used; `off` if nil.
  public var hardware: HardwareAcceleration?

  /// Pictures in `codec`.
  public init(
    codec: Codec, rateControl: RateControl? = nil, speed: EncoderSpeed? = nil, keyframeInterval: Int? = nil,
    pixelFormat: PixelFormat? = nil, profile: String? = nil, level: String? = nil, passes: Int? = nil,
    hardware: HardwareAcceleration? = nil
  ) {
    self.codec = codec
    self.rateControl = rateControl
    self.speed = speed
    self.keyframeInterval = keyframeInterval
    self.pixelFormat = pixelFormat
    self.profile = profile
    self.level = level
    self.passes = passes
    self.hardware = hardware
  }

  /// The same settings of another codec, or of one that is said in another way.
  func with<Other>(codec: Other) -> VideoEncoderSettings<Other> {
    VideoEncoderSettings<Other>(
      codec: codec, rateControl: rateControl, speed: speed, keyframeInterval: keyframeInterval,
      pixelFormat: pixelFormat, profile: profile, level: level, passes: passes, hardware: hardware)
  }
}

extension VideoDescription {
  /// A description without settings.
  public init() { self.init(codec: nil) }

  /// The description that gives `settings`.
  public init(_ settings: VideoSettings) { self = settings.with(codec: .codec(settings.codec)) }

  /// The settings, in the `usual` codec where none is named; nil where there is to be no picture.
  public func settings(usual: VideoCodec?) -> VideoSettings? {
    CodecChoice.codec(codec, usual: usual).map { with(codec: $0) }
  }

  /// This description, with settings of `base` where it has none.
  func merged(over base: VideoDescription?) -> VideoDescription {
    guard let base else { return self }
    let isSameCodec = codec == nil || codec == base.codec
    return VideoDescription(
      codec: codec ?? base.codec, rateControl: rateControl ?? (isSameCodec ? base.rateControl : nil),
      speed: speed ?? (isSameCodec ? base.speed : nil), keyframeInterval: keyframeInterval ?? base.keyframeInterval,
      pixelFormat: pixelFormat ?? base.pixelFormat, profile: profile ?? (isSameCodec ? base.profile : nil),
      level: level ?? (isSameCodec ? base.level : nil),
      // Two passes belong to a bit rate.
      passes: passes ?? (isSameCodec && rateControl == nil ? base.passes : nil), hardware: hardware ?? base.hardware)
  }
}

extension VideoEncoderSettings: Codable {
  private enum CodingKeys: CodingKey {
    case codec, quality, bitrate, speed, keyframeInterval, pixelFormat, profile, level, passes, hardware
  }

  /// Reads the object `video` of a project's export settings.
  ///
  /// - Throws: `DecodingError`, also where both a quality and a bit rate stand there, and where settings name no codec.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let saysRate = keys.contains(.quality) || keys.contains(.bitrate)
    self.init(
      codec: try keys.decodeStatement(forKey: .codec),
      rateControl: saysRate ? try RateControl(from: decoder) : nil,
      speed: try keys.decodeIfPresent(EncoderSpeed.self, forKey: .speed),
      keyframeInterval: try keys.decodeIfPresent(Int.self, forKey: .keyframeInterval),
      pixelFormat: try keys.decodeIfPresent(String.self, forKey: .pixelFormat).map { name in
        guard let format = PixelFormat(name: name) else {
          throw DecodingError.dataCorruptedError(
            forKey: .pixelFormat, in: keys, debugDescription: "There is no pixel format \(name).")
        }
        return format
      },
      profile: try keys.decodeIfPresent(String.self, forKey: .profile),
      level: try keys.decodeIfPresent(String.self, forKey: .level),
      passes: try keys.decodeIfPresent(Int.self, forKey: .passes),
      hardware: try keys.decodeIfPresent(HardwareAcceleration.self, forKey: .hardware))
  }

  /// Writes the object `video` of a project's export settings.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encodeStatement(codec, forKey: .codec)
    try rateControl?.encode(to: encoder)
    try keys.encodeIfPresent(speed, forKey: .speed)
    try keys.encodeIfPresent(keyframeInterval, forKey: .keyframeInterval)
    try keys.encodeIfPresent(pixelFormat, forKey: .pixelFormat)
    try keys.encodeIfPresent(profile, forKey: .profile)
    try keys.encodeIfPresent(level, forKey: .level)
    try keys.encodeIfPresent(passes, forKey: .passes)
    try keys.encodeIfPresent(hardware, forKey: .hardware)
  }
}
