public import Composition
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

/// One audio track over the whole render: pieces of media and silence, and a volume.
public struct Strip: Hashable, Sendable {
  /// The composition's track.
  public var trackID: TrackID
  /// Contiguous, in order, from sample 0 to the last.
  public var pieces: [StripPiece]
  /// Straight pieces of linear gain, contiguous, over all samples.
  public var volume: [VolumePiece]

  /// The strip of track `trackID`.
  public init(trackID: TrackID, pieces: [StripPiece], volume: [VolumePiece]) {
    self.trackID = trackID
    self.pieces = pieces
    self.volume = volume
  }
}

/// Some samples of a strip: a stretch of media, or silence.
public struct StripPiece: Hashable, Sendable {
  /// The output samples.
  public var samples: Range<Int64>
  /// The media, or nil for silence.
  public var sound: StripSound?

  /// `samples` of `sound`.
  public init(samples: Range<Int64>, sound: StripSound?) {
    self.samples = samples
    self.sound = sound
  }
}

/// A stretch of a media track's sound.
///
/// The media's sound is thought of as one endless row of samples at the output's rate, sample 0 at the asset's time zero;
/// the stretch begins with number `firstSample` of that row. So a cut is a cut at a whole sample, and where the rates
/// are equal it is the source's own samples.
public struct StripSound: Hashable, Sendable {
  /// The segment it exists for.
  public var clip: ClipReference
  /// The media track.
  public var source: CompositionTrackSegment.Source
  /// The first sample of the row; where it is negative or past the media's end, the media is silent.
  public var firstSample: Int64
  /// What the media track holds.
  public var facts: AudioTrackFacts

  /// The stretch that begins with `firstSample` of `source`.
  public init(
    clip: ClipReference, source: CompositionTrackSegment.Source, firstSample: Int64, facts: AudioTrackFacts
  ) {
    self.clip = clip
    self.source = source
    self.firstSample = firstSample
    self.facts = facts
  }
}

/// A straight piece of linear gain.
public struct VolumePiece: Hashable, Sendable {
  /// The output samples.
  public var samples: Range<Int64>
  /// The gain at the first sample.
  public var from: Double
  /// The gain the line reaches at `samples.upperBound`, one past the last sample.
  public var to: Double

  /// A line from `from`, at the first of `samples`, to `to`, just after the last.
  public init(samples: Range<Int64>, from: Double, to: Double) {
    self.samples = samples
    self.from = from
    self.to = to
  }
}
