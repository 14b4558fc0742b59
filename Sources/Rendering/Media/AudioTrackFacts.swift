public import MediaFormats

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
  public typealias LosslessFormat = SampleFormat

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
