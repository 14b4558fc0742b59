public import MediaTime

/// How the sound is made: a fixed number of samples on an exact grid, the sum of strips.
public struct SoundPlan: Hashable, Sendable {
  /// The output grid: sample m sounds at m/rate.
  public var grid: SampleGrid
  /// Channels of the output and of every strip.
  public var channels: Int
  /// How many samples each channel has over the whole composition.
  public var sampleCount: Int64
  /// The samples that are rendered; all of them unless only a range is.
  public var range: Range<Int64>
  /// The widest lossless format among the sources, where all of them are lossless.
  public var losslessFormat: AudioTrackFacts.LosslessFormat?
  /// One strip for each audible track.
  public var strips: [Strip]

  /// A sound of `sampleCount` samples, the sum of `strips`, of which `range` is rendered: all of them if nil.
  public init(
    grid: SampleGrid, channels: Int, sampleCount: Int64, range: Range<Int64>? = nil,
    losslessFormat: AudioTrackFacts.LosslessFormat?,
    strips: [Strip]
  ) {
    self.grid = grid
    self.channels = channels
    self.sampleCount = sampleCount
    self.range = range ?? 0..<sampleCount
    self.losslessFormat = losslessFormat
    self.strips = strips
  }
}
