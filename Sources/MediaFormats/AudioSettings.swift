/// How the sound is encoded.
public struct AudioSettings: Hashable, Sendable {
  /// The codec.
  public var codec: AudioCodec
  /// Bits a second; the codec's usual ones if nil. Lossless codecs have none.
  public var bitrate: Int?
  /// Samples a second; that of the sources if nil.
  public var sampleRate: Int?
  /// Channels; those of the sources if nil.
  public var channels: Int?
  /// How wide samples are stored where the codec loses nothing (``FileType/sampleFormats(of:)``); as wide as those of the sources
  /// if nil, and with 16 bits where they are lossy.
  public var sampleFormat: SampleFormat?

  /// Sound in `codec`.
  public init(
    codec: AudioCodec, bitrate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil,
    sampleFormat: SampleFormat? = nil
  ) {
    self.codec = codec
    self.bitrate = bitrate
    self.sampleRate = sampleRate
    self.channels = channels
    self.sampleFormat = sampleFormat
  }
}

extension AudioSettings: Codable {
  /// Reads the object `audio` of a project's export settings, which must name a codec.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    guard let settings = try AudioDescription(from: decoder).settings(usual: nil) else {
      throw DecodingError.missingCodec(decoder)
    }
    self = settings
  }

  /// Writes the object `audio` of a project's export settings.
  public func encode(to encoder: any Encoder) throws {
    try AudioDescription(self).encode(to: encoder)
  }
}

/// What is said of the sound's encoding; nil wherever nothing is said.
public struct AudioDescription: Hashable, Sendable, Codable {
  /// The codec, or none for a movie without sound.
  public var codec: CodecChoice<AudioCodec>?
  /// Bits a second.
  public var bitrate: Int?
  /// Samples a second.
  public var sampleRate: Int?
  /// Channels.
  public var channels: Int?
  /// How wide samples are stored.
  public var sampleFormat: SampleFormat?

  /// A description of these settings.
  public init(
    codec: CodecChoice<AudioCodec>? = nil, bitrate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil,
    sampleFormat: SampleFormat? = nil
  ) {
    self.codec = codec
    self.bitrate = bitrate
    self.sampleRate = sampleRate
    self.channels = channels
    self.sampleFormat = sampleFormat
  }

  /// The description that gives `settings`.
  public init(_ settings: AudioSettings) {
    self.init(
      codec: .codec(settings.codec), bitrate: settings.bitrate, sampleRate: settings.sampleRate,
      channels: settings.channels, sampleFormat: settings.sampleFormat)
  }

  /// The settings, in the `usual` codec where none is named; nil where there is to be no sound.
  public func settings(usual: AudioCodec?) -> AudioSettings? {
    guard let codec = CodecChoice.codec(codec, usual: usual) else { return nil }
    return AudioSettings(
      codec: codec, bitrate: bitrate, sampleRate: sampleRate, channels: channels, sampleFormat: sampleFormat)
  }

  func merged(over base: AudioDescription?) -> AudioDescription {
    guard let base else { return self }
    let isSameCodec = codec == nil || codec == base.codec
    return AudioDescription(
      codec: codec ?? base.codec, bitrate: bitrate ?? (isSameCodec ? base.bitrate : nil),
      sampleRate: sampleRate ?? base.sampleRate, channels: channels ?? base.channels,
      sampleFormat: sampleFormat ?? (isSameCodec ? base.sampleFormat : nil))
  }
}
