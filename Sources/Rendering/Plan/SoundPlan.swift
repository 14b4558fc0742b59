public import EditingModel
public import MediaFormats
public import MediaTime

/// The plan of the sound: a fixed number of samples on an exact grid, the sum of strips.
public struct SoundPlan: Hashable, Sendable {
  /// The output grid: sample m sounds at m/rate.
  public var grid: SampleGrid
  /// The channels and speakers of the output and of every strip.
  public var layout: ChannelLayout
  /// Samples of each channel over the whole composition.
  public var sampleCount: Int64
  /// The samples that are rendered; all of them unless only a range is.
  public var range: Range<Int64>
  /// The widest lossless format among the sources, where all of them are lossless.
  public var losslessFormat: AudioTrackFacts.LosslessFormat?
  /// One strip for each audible track.
  public var strips: [Strip]

  /// The number of channels.
  public var channels: Int { layout.channels }

  /// A sound of `sampleCount` samples, the sum of `strips`; `range` is the part to render, all samples if nil.
  public init(
    grid: SampleGrid, layout: ChannelLayout, sampleCount: Int64, range: Range<Int64>? = nil,
    losslessFormat: AudioTrackFacts.LosslessFormat?,
    strips: [Strip]
  ) {
    self.grid = grid
    self.layout = layout
    self.sampleCount = sampleCount
    self.range = range ?? 0..<sampleCount
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
  /// The linear gain over all samples.
  public var volume: VolumeCurve

  /// The strip of track `trackID`.
  public init(trackID: TrackID, pieces: [StripPiece], volume: VolumeCurve) {
    self.trackID = trackID
    self.pieces = pieces
    self.volume = volume
  }

  /// The piece that output sample `sample` belongs to; nil where there is no such sample.
  public func piece(at sample: Int64) -> StripPiece? {
    pieces.first(partitionedBy: { $0.samples.upperBound > sample }).flatMap { $0.samples.contains(sample) ? $0 : nil }
  }

  /// The linear gain of output sample `sample`; nil where there is no such sample.
  public func gain(at sample: Int64) -> Double? { volume.piece(at: sample)?.value(at: sample) }
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

  /// The asset's time that output sample `sample` of `grid` is taken from; nil in silence.
  ///
  /// At another speed with its pitch preserved, a sound is made of short stretches taken from about that time.
  ///
  /// - Throws: `RationalError.overflow` where the exact time does not fit in 64 bits.
  public func sourceTime(at sample: Int64, on grid: SampleGrid) throws(RationalError) -> Rational? {
    guard let sound else { return nil }
    let passed = try Rational(sample - samples.lowerBound) * (sound.speed?.rate ?? .one)
    return try (Rational(sound.firstSample) + (sound.speed?.offset ?? .zero) + passed) / Rational(Int64(grid.rate))
  }
}

/// A stretch of a media track's sound.
///
/// The media's sound counts as an endless row of samples at the output's rate, sample 0 at the asset's time zero; the
/// stretch begins with number `firstSample` of that row. So cuts are at whole samples, and with equal rates the samples
/// are the source's own. At another speed output sample k of the stretch stands at `firstSample + speed.offset + k ·
/// speed.rate` of the row.
public struct StripSound: Hashable, Sendable {
  /// The segment it exists for.
  public var clip: ClipReference
  /// The media track.
  public var source: CompositionTrackSegment.Source
  /// The first sample of the row; where it is negative or past the media's end, the media is silent.
  public var firstSample: Int64
  /// Its speed, where it is not the media's own.
  public var speed: Speed?
  /// The facts of the media track.
  public var facts: AudioTrackFacts

  /// The speed of a stretch.
  public struct Speed: Hashable, Sendable, Codable {
    /// Samples of the row per sample of the output: the source's duration over the target's. Not 1.
    public var rate: Rational
    /// The distance of the stretch's beginning behind `firstSample`, in samples: 0..<1.
    public var offset: Rational
    /// Whether the pitch stays or follows.
    public var pitch: TimePitch

    /// `rate` times as fast.
    public init(rate: Rational, offset: Rational = .zero, pitch: TimePitch) {
      self.rate = rate
      self.offset = offset
      self.pitch = pitch
    }

    /// A slower segment is a freeze, and silent: the slowest rate that AVFoundation's algorithms play (1/32).
    static var slowest: Rational { get throws(RationalError) { try Rational(1, 32) } }
  }

  /// The stretch that begins with `firstSample` of `source`, at its own speed if `speed` is nil.
  public init(
    clip: ClipReference, source: CompositionTrackSegment.Source, firstSample: Int64, speed: Speed? = nil,
    facts: AudioTrackFacts
  ) {
    self.clip = clip
    self.source = source
    self.firstSample = firstSample
    self.speed = speed
    self.facts = facts
  }
}
