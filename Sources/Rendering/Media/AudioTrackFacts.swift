/// What one audio track of a file holds.
public struct AudioTrackFacts: Hashable, Sendable, Codable {
  /// The codec, in words ("AAC").
  public var codec: String
  /// Samples a second.
  public var sampleRate: Int
  /// Channels.
  public var channels: Int
  /// The first presented sample, in the asset's samples from zero.
  public var firstSample: Int64
  /// How many samples are presented.
  public var sampleCount: Int64
  /// How the samples are stored, where nothing is lost; nil for lossy codecs.
  public var losslessFormat: LosslessFormat?

  /// The width of samples that are stored without loss.
  public enum LosslessFormat: String, Hashable, Sendable, Codable {
    /// Integers of at most 16 bits.
    case integer16
    /// Integers of 17 to 24 bits.
    case integer24
    /// Integers of 25 to 32 bits.
    case integer32
    /// IEEE 754 numbers of 32 or 64 bits.
    case float
  }

  /// A track of these properties.
  public init(
    codec: String, sampleRate: Int, channels: Int, firstSample: Int64, sampleCount: Int64,
    losslessFormat: LosslessFormat?
  ) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
    self.firstSample = firstSample
    self.sampleCount = sampleCount
    self.losslessFormat = losslessFormat
  }
}
