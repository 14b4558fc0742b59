public import MediaTime

/// How the sound is made: a fixed number of samples on an exact grid, the sum of strips.
public struct SoundPlan: Hashable, Sendable {
  /// The output grid: sample m sounds at m/rate.
  public var grid: SampleGrid
  /// Channels of the output and of every strip.
  public var channels: Int
  /// How many samples each channel has.
  public var sampleCount: Int64
  /// The widest lossless format among the sources, where all of them are lossless.
  public var losslessFormat: AudioTrackFacts.LosslessFormat?
  /// One strip for each audible track.
  public var strips: [Strip]

  /// A sound of `sampleCount` samples, the sum of `strips`.
  public init(
    grid: SampleGrid, channels: Int, sampleCount: Int64, losslessFormat: AudioTrackFacts.LosslessFormat?,
    strips: [Strip]
  ) {
    self.grid = grid
    self.channels = channels
    self.sampleCount = sampleCount
    self.losslessFormat = losslessFormat
    self.strips = strips
  }
}
