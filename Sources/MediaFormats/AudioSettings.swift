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

  /// Sound in `codec`.
  public init(codec: AudioCodec, bitrate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil) {
    self.codec = codec
    self.bitrate = bitrate
    self.sampleRate = sampleRate
    self.channels = channels
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
