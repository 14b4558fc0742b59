public import EditingModel

/// How a project wants the sound encoded; nil wherever it says nothing.
public struct AudioDescription: Hashable, Sendable {
  /// The codec, or none for a film without sound.
  public var codec: CodecChoice<AudioCodec>?
  /// Bits a second.
  public var bitrate: Int?
  /// Samples a second.
  public var sampleRate: Int?
  /// Channels.
  public var channels: Int?

  /// A wish for these settings.
  public init(
    codec: CodecChoice<AudioCodec>? = nil, bitrate: Int? = nil, sampleRate: Int? = nil, channels: Int? = nil
  ) {
    self.codec = codec
    self.bitrate = bitrate
    self.sampleRate = sampleRate
    self.channels = channels
  }

  static let form = Form<AudioDescription>.object(
    "exportAudio", "How the sound is encoded.",
    Field(optional: "codec", \.codec, .codec(), "The codec; none for a film without sound."),
    Field(optional: "bitrate", \.bitrate, .integer(1...Int(Int32.max)), "Bits a second."),
    Field(optional: "sampleRate", \.sampleRate, .integer(1...768_000), "Samples a second."),
    Field(optional: "channels", \.channels, .integer(1...64), "How many channels."),
    make: AudioDescription.init)
}
