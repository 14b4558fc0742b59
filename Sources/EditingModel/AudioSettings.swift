/// How the sound is encoded.
public struct AudioSettings: Hashable, Sendable, Codable {
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
