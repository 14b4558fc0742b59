/// Parameters of an encoder or a decoder of sound, in libavcodec's words.
public struct SoundParameters: Hashable, Sendable {
  /// The encoder or the decoder: "aac".
  public var codec: String
  /// Samples a second.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int
  /// Their speakers, a bit for each in FFmpeg's order; 0 for the usual ones of their number.
  public var speakers: UInt64 = 0
  /// Bits a second; nil where the encoder has none, or its own.
  public var bitrate: Int?
  /// Bits of a sample, of sound that is encoded without loss: 16 or 24.
  public var bitDepth: Int?
  /// Samples of each channel in a packet, where the encoder lets that be chosen; nil for its own number.
  public var packetLength: Int?
  /// The decoder's configuration: AAC's specific configuration, STREAMINFO of FLAC, OpusHead, the `alac` box.
  public var configuration: [UInt8] = []
  /// The encoder's own options.
  public var options: [String: String] = [:]

  /// Sound of `sampleRate` samples a second in `channels` channels, encoded or decoded by `codec`.
  public init(_ codec: String, sampleRate: Int, channels: Int) {
    (self.codec, self.sampleRate, self.channels) = (codec, sampleRate, channels)
  }
}

/// The samples decoded of a packet of sound.
public struct DecodedSamples: Hashable, Sendable {
  /// The samples, those of all channels by turns; full scale is 1.
  public var samples: [Double]
  /// Samples a second.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int
  /// Their speakers, a bit for each in FFmpeg's order; 0 where they are not named.
  public var speakers: UInt64
}

/// A failure of encoding or decoding sound.
public struct SoundCodecError: Error, Hashable, Sendable {
  static let noMemory = SoundCodecError(message: "There is no memory for a codec of sound.")

  /// The error, as a sentence.
  public var message: String
  /// The library's own words.
  public var underlying: String?
}
