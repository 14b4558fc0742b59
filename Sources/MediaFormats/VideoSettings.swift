/// What an encoder of pictures keeps: the quality or the bit rate.
public enum RateControl: Hashable, Sendable {
  /// The same quality all through, on the codec's own scale (H.264: CRF 0…51, VP8 and VP9: 0…63; lower is better).
  case constantQuality(Double)
  /// Bits a second, on average.
  case averageBitrate(Int)
  /// Bits a second, in each second: for what is sent over a line of a certain width.
  case constantBitrate(Int)

  /// The quality; nil where the bit rate is kept.
  public var quality: Double? {
    if case .constantQuality(let quality) = self { quality } else { nil }
  }

  /// The bit rate; nil where the quality is kept.
  public var bitrate: Int? {
    switch self {
    case .averageBitrate(let bitrate), .constantBitrate(let bitrate): bitrate
    case .constantQuality: nil
    }
  }

  /// How the bit rate is kept; nil where the quality is.
  public var bitrateMode: BitrateMode? {
    switch self {
    case .averageBitrate: .average
    case .constantBitrate: .constant
    case .constantQuality: nil
    }
  }

  /// `bitrate`, kept as `mode` says.
  public init(bitrate: Int, _ mode: BitrateMode) {
    self = mode == .constant ? .constantBitrate(bitrate) : .averageBitrate(bitrate)
  }
}

/// How a bit rate is kept.
public enum BitrateMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Over the whole film: what is quiet leaves its bits to what is not.
  case average
  /// In every second.
  case constant
}

/// Whether pictures are encoded by the machine's own hardware, where it has some for the codec, and the media's decoded by it.
public enum HardwareAcceleration: String, Hashable, Sendable, Codable, CaseIterable {
  /// Never, whatever is installed: what is written is the same everywhere.
  case off
  /// Where there is some; otherwise by the usual encoder or decoder, and the report says so
  /// (`kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder`).
  case prefer
  /// Only (`kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder`).
  case require
}

/// How hard an encoder works for a smaller file, in x264's words.
public enum EncoderSpeed: String, Hashable, Sendable, Codable, CaseIterable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
}

/// How the picture is encoded.
public struct VideoSettings: Hashable, Sendable {
  /// The codec.
  public var codec: VideoCodec
  /// The quality or the bit rate; the codec's usual quality if nil. Lossless codecs have neither.
  public var rateControl: RateControl?
  /// The encoder's effort; the codec's usual one if nil.
  public var speed: EncoderSpeed?
  /// At most this many frames from one key frame to the next; the codec's usual number if nil.
  public var keyframeInterval: Int?
  /// The encoded pixel format; 8-bit 4:2:0 if nil.
  public var pixelFormat: PixelFormat?
  /// The codec's profile by its name (`VideoCodec.profiles`); the one that the pixel format asks for if nil.
  public var profile: String?
  /// The codec's level ("4.1"), whose bounds are kept; the one that the film needs if nil. Of H.264 and HEVC.
  public var level: String?
  /// How often the film is gone through: 1, or 2, which meets an average bit rate better. 1 if nil.
  public var passes: Int?
  /// Whether the machine's own encoder is used; `off` if nil.
  public var hardware: HardwareAcceleration?

  /// Pictures in `codec`.
  public init(
    codec: VideoCodec, rateControl: RateControl? = nil, speed: EncoderSpeed? = nil, keyframeInterval: Int? = nil,
    pixelFormat: PixelFormat? = nil, profile: String? = nil
  ) {
    self.codec = codec
    self.rateControl = rateControl
    self.speed = speed
    self.keyframeInterval = keyframeInterval
    self.pixelFormat = pixelFormat
    self.profile = profile
  }
}

extension VideoSettings: Codable {
  /// Reads the object `video` of a project's export settings, which must name a codec.
  ///
  /// - Throws: `DecodingError`, also where both a quality and a bit rate stand there.
  public init(from decoder: any Decoder) throws {
    guard let settings = try VideoDescription(from: decoder).settings(usual: nil) else {
      throw DecodingError.missingCodec(decoder)
    }
    self = settings
  }

  /// Writes the object `video` of a project's export settings.
  public func encode(to encoder: any Encoder) throws {
    try VideoDescription(self).encode(to: encoder)
  }
}

extension RateControl: Codable {
  private enum CodingKeys: CodingKey {
    case quality, bitrate, bitrateMode
  }

  /// Reads `{"quality": 23}` or `{"bitrate": 4000000}`.
  ///
  /// - Throws: `DecodingError`, also where both or neither stand there.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    switch (
      try keys.decodeIfPresent(Double.self, forKey: .quality), try keys.decodeIfPresent(Int.self, forKey: .bitrate)
    ) {
    case (let quality?, nil): self = .constantQuality(quality)
    case (nil, let bitrate?):
      self.init(bitrate: bitrate, try keys.decodeIfPresent(BitrateMode.self, forKey: .bitrateMode) ?? .average)
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "Expected one of the keys quality and bitrate."))
    }
  }

  /// Writes `{"quality": 23}` or `{"bitrate": 4000000}`.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .constantQuality(let quality): try keys.encode(quality, forKey: .quality)
    case .averageBitrate(let bitrate): try keys.encode(bitrate, forKey: .bitrate)
    case .constantBitrate(let bitrate):
      try keys.encode(bitrate, forKey: .bitrate)
      try keys.encode(BitrateMode.constant, forKey: .bitrateMode)
    }
  }
}
