public import MediaFormats

/// The encoding of sound into packets.
public struct SoundCoding: Hashable, Sendable {
  /// The codec.
  public var codec: AudioCodec
  /// The format of the samples that go in.
  public var format: SoundFormat
  /// Bits a second of all channels together; nil for the codec's usual ones, and where nothing is lost.
  public var bitrate: Int?
  /// The control of the bit rate.
  public var bitrateMode = BitrateMode.average
  /// Bits of a sample, where nothing is lost: 16 or 24.
  public var bitDepth = 16
  /// Samples of each channel in a packet, where the codec lets that be chosen; nil for its usual number.
  public var packetLength: Int?

  /// Sound of `format`, encoded by `codec`.
  public init(_ codec: AudioCodec, _ format: SoundFormat) { (self.codec, self.format) = (codec, format) }
}

/// The format of packets of sound, as a decoder needs it.
public struct SoundPacketFormat: Hashable, Sendable {
  /// The codec.
  public var codec: AudioCodec
  /// Samples a second and speakers, as far as packets do not say them themselves.
  public var format: SoundFormat
  /// The decoder's configuration: AAC's specific configuration, STREAMINFO of FLAC, OpusHead, the `alac` box; empty where packets say all.
  public var configuration: [UInt8]

  /// Packets of `codec` that hold sound of `format`.
  public init(_ codec: AudioCodec, _ format: SoundFormat, configuration: [UInt8] = []) {
    (self.codec, self.format, self.configuration) = (codec, format, configuration)
  }
}

/// Encodes sound into packets, in the order of the sound.
///
/// ```
///  given     ├─────────┼─────────┼─────────┼────┤     each packet holds `packetLength` samples of each channel,
///  packets   ▐ priming ▐         ▐         ▐    ▐     the first `priming` samples precede the sound
/// ```
///
/// Threads: one at a time.
public protocol SoundPacketEncoder: AnyObject, Sendable {
  /// Samples of each channel in a packet, but for the last.
  var packetLength: Int { get }
  /// Samples that a decoder gives before the first that went in.
  var priming: Int { get }
  /// The decoder's configuration (``SoundPacketFormat/configuration``).
  var configuration: [UInt8] { get }
  /// The size that no packet exceeds, in bytes.
  var largestPacket: Int { get }

  /// Encodes `samples`, those of all channels by turns, behind those before; the packets that are ready.
  ///
  /// - Throws: `RenderError` with `.engineFailed`.
  func encode(_ samples: [Double]) throws -> [[UInt8]]

  /// The packets that are left, behind the last samples. Nothing goes in after it.
  ///
  /// - Throws: `RenderError` with `.engineFailed`.
  func finish() throws -> [[UInt8]]
}

/// Decodes packets of sound. What a codec has before the sound is among what comes out.
///
/// Threads: one at a time.
public protocol SoundPacketDecoder: AnyObject, Sendable {
  /// The samples decoded from `packet`, which follows those before.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable` where it is damaged; the next one may be whole.
  func decode(_ packet: [UInt8]) throws -> [DecodedPacket]

  /// The remaining samples, behind the last packet. Nothing goes in after it.
  ///
  /// - Throws: `RenderError` with `.mediaUnreadable`.
  func finish() throws -> [DecodedPacket]
}

/// The samples decoded of a packet.
public struct DecodedPacket: Hashable, Sendable {
  /// The samples, those of all channels by turns; full scale is 1.
  public var samples: [Double]
  /// Their rate and their speakers.
  public var format: SoundFormat

  /// `samples` of `format`.
  public init(_ samples: [Double], _ format: SoundFormat) { (self.samples, self.format) = (samples, format) }
}
