/// The encoding of sound in a codec.
public typealias AudioSettings = AudioEncoderSettings<AudioCodec>

/// The description of the sound's encoding by a project, a preset or a command line: the codec may be left open, or be none for a
/// movie without sound.
public typealias AudioDescription = AudioEncoderSettings<CodecChoice<AudioCodec>?>

/// The encoding of sound: ``AudioSettings``, which name a codec, and ``AudioDescription``, which may leave it open.
public struct AudioEncoderSettings<Codec: CodecStatement>: Hashable, Sendable {
  /// The codec.
  public var codec: Codec
  /// Bits a second; the codec's usual ones if nil. Lossless codecs have none.
  public var bitrate: Int?
  /// Samples a second; that of the sources if nil.
  public var sampleRate: Int?
  /// Channels; those of the sources if nil.
  public var channels: Int?
  /// The width of stored samples where the codec loses nothing (``FileType/sampleFormats(of:)``); that of the sources
  /// if nil, and 16 bits where they are lossy.
  public var sampleFormat: SampleFormat?

  /// Sound in `codec`.
  public init(
    codec: Codec, bitrate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil, sampleFormat: SampleFormat? = nil
  ) {
    self.codec = codec
    self.bitrate = bitrate
    self.sampleRate = sampleRate
    self.channels = channels
    self.sampleFormat = sampleFormat
  }

  /// The same settings of another codec, or of one that is said in another way.
  func with<Other>(codec: Other) -> AudioEncoderSettings<Other> {
    AudioEncoderSettings<Other>(
      codec: codec, bitrate: bitrate, sampleRate: sampleRate, channels: channels, sampleFormat: sampleFormat)
  }
}

extension AudioDescription {
  /// A description without settings.
  public init() { self.init(codec: nil) }

  /// The description that gives `settings`.
  public init(_ settings: AudioSettings) { self = settings.with(codec: .codec(settings.codec)) }

  /// The settings, in the `usual` codec where none is named; nil where there is to be no sound.
  public func settings(usual: AudioCodec?) -> AudioSettings? {
    CodecChoice.codec(codec, usual: usual).map { with(codec: $0) }
  }

  /// This description, with settings of `base` where it has none.
  func merged(over base: AudioDescription?) -> AudioDescription {
    guard let base else { return self }
    let isSameCodec = codec == nil || codec == base.codec
    return AudioDescription(
      codec: codec ?? base.codec, bitrate: bitrate ?? (isSameCodec ? base.bitrate : nil),
      sampleRate: sampleRate ?? base.sampleRate, channels: channels ?? base.channels,
      sampleFormat: sampleFormat ?? (isSameCodec ? base.sampleFormat : nil))
  }
}

extension AudioEncoderSettings: Codable {
  private enum CodingKeys: CodingKey {
    case codec, bitrate, sampleRate, channels, sampleFormat
  }

  /// Reads the object `audio` of a project's export settings.
  ///
  /// - Throws: `DecodingError`, also where settings name no codec.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      codec: try keys.decodeStatement(forKey: .codec),
      bitrate: try keys.decodeIfPresent(Int.self, forKey: .bitrate),
      sampleRate: try keys.decodeIfPresent(Int.self, forKey: .sampleRate),
      channels: try keys.decodeIfPresent(Int.self, forKey: .channels),
      sampleFormat: try keys.decodeIfPresent(SampleFormat.self, forKey: .sampleFormat))
  }

  /// Writes the object `audio` of a project's export settings.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: CodingKeys.self)
    try keys.encodeStatement(codec, forKey: .codec)
    try keys.encodeIfPresent(bitrate, forKey: .bitrate)
    try keys.encodeIfPresent(sampleRate, forKey: .sampleRate)
    try keys.encodeIfPresent(channels, forKey: .channels)
    try keys.encodeIfPresent(sampleFormat, forKey: .sampleFormat)
  }
}
