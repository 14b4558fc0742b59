/// What is said of the picture's encoding; nil wherever nothing is said.
public struct VideoDescription: Hashable, Sendable {
  /// The codec, or none for a movie without a picture.
  public var codec: CodecChoice<VideoCodec>?
  /// The quality or the bit rate.
  public var rateControl: RateControl?
  /// The encoder's effort.
  public var speed: EncoderSpeed?
  /// At most this many frames from one key frame to the next.
  public var keyframeInterval: Int?
  /// The encoded pixel format.
  public var pixelFormat: PixelFormat?
  /// The codec's profile.
  public var profile: String?
  /// The codec's level.
  public var level: String?
  /// How often the film is gone through.
  public var passes: Int?
  /// Whether the machine's own encoder is used.
  public var hardware: HardwareAcceleration?

  /// A description of these settings.
  public init(
    codec: CodecChoice<VideoCodec>? = nil, rateControl: RateControl? = nil, speed: EncoderSpeed? = nil,
    keyframeInterval: Int? = nil, pixelFormat: PixelFormat? = nil, profile: String? = nil
  ) {
    self.codec = codec
    self.rateControl = rateControl
    self.speed = speed
    self.keyframeInterval = keyframeInterval
    self.pixelFormat = pixelFormat
    self.profile = profile
  }

  /// The description that gives `settings`.
  public init(_ settings: VideoSettings) {
    self.init(
      codec: .codec(settings.codec), rateControl: settings.rateControl, speed: settings.speed,
      keyframeInterval: settings.keyframeInterval, pixelFormat: settings.pixelFormat)
    (profile, level, passes, hardware) = (settings.profile, settings.level, settings.passes, settings.hardware)
  }

  /// The settings, in the `usual` codec where none is named; nil where there is to be no picture.
  public func settings(usual: VideoCodec?) -> VideoSettings? {
    guard let codec = CodecChoice.codec(codec, usual: usual) else { return nil }
    var settings = VideoSettings(
      codec: codec, rateControl: rateControl, speed: speed, keyframeInterval: keyframeInterval,
      pixelFormat: pixelFormat)
    (settings.profile, settings.level, settings.passes, settings.hardware) = (profile, level, passes, hardware)
    return settings
  }

  func merged(over base: VideoDescription?) -> VideoDescription {
    guard let base else { return self }
    let isSameCodec = codec == nil || codec == base.codec
    var merged = VideoDescription(
      codec: codec ?? base.codec, rateControl: rateControl ?? (isSameCodec ? base.rateControl : nil),
      speed: speed ?? (isSameCodec ? base.speed : nil), keyframeInterval: keyframeInterval ?? base.keyframeInterval,
      pixelFormat: pixelFormat ?? base.pixelFormat)
    merged.profile = profile ?? (isSameCodec ? base.profile : nil)
    merged.level = level ?? (isSameCodec ? base.level : nil)
    // Two passes belong to a bit rate.
    merged.passes = passes ?? (isSameCodec && rateControl == nil ? base.passes : nil)
    merged.hardware = hardware ?? base.hardware
    return merged
  }
}

extension VideoDescription: Codable {
  private enum CodingKeys: CodingKey {
    case codec, quality, bitrate, speed, keyframeInterval, pixelFormat, profile, level, passes, hardware
  }

  /// Reads the object `video` of a project's export settings.
  ///
  /// - Throws: `DecodingError`, also where both a quality and a bit rate stand there.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let saysRate = keys.contains(.quality) || keys.contains(.bitrate)
    self.init(
      codec: try keys.decodeIfPresent(CodecChoice<VideoCodec>.self, forKey: .codec),
      rateControl: saysRate ? try RateControl(from: decoder) : nil,
      speed: try keys.decodeIfPresent(EncoderSpeed.self, forKey: .speed),
      keyframeInterval: try keys.decodeIfPresent(Int.self, forKey: .keyframeInterval),
      pixelFormat: try keys.decodeIfPresent(String.self, forKey: .pixelFormat).map { name in
        guard let format = PixelFormat(name: name) else {
          throw DecodingError.dataCorruptedError(
            forKey: .pixelFormat, in: keys, debugDescription: "There is no pixel format \(name).")
        }
        return format
      })
    profile = try keys.decodeIfPresent(String.self, forKey: .profile)
    level = try keys.decodeIfPresent(String.self, forKey: .level)
    passes = try keys.decodeIfPresent(Int.self, forKey: .passes)
    hardware = try keys.decodeIfPresent(HardwareAcceleration.self, forKey: .hardware)
  }

  /// Writes the object `video` of a project's export settings.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encodeIfPresent(codec, forKey: .codec)
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
