public import EditingModel
public import MediaTime

/// A stretch of a media track's sound.
///
/// The media's sound is thought of as one endless row of samples at the output's rate, sample 0 at the asset's time zero;
/// the stretch begins with number `firstSample` of that row. So a cut is a cut at a whole sample, and where the rates
/// are equal it is the source's own samples. At another speed output sample k of the stretch stands at
/// `firstSample + speed.offset + k · speed.rate` of the row.
public struct StripSound: Hashable, Sendable {
  /// The segment it exists for.
  public var clip: ClipReference
  /// The media track.
  public var source: CompositionTrackSegment.Source
  /// The first sample of the row; where it is negative or past the media's end, the media is silent.
  public var firstSample: Int64
  /// How it plays, where not at its own speed.
  public var speed: Speed?
  /// What the media track holds.
  public var facts: AudioTrackFacts

  /// How a stretch plays faster or slower.
  public struct Speed: Hashable, Sendable {
    /// How many samples of the row pass in one of the output: the source's duration over the target's. Not 1.
    public var rate: Rational
    /// How far behind `firstSample` the stretch begins, in samples: 0..<1.
    public var offset: Rational
    /// Whether the pitch stays or follows.
    public var pitch: TimePitch

    /// `rate` times as fast.
    public init(rate: Rational, offset: Rational = .zero, pitch: TimePitch) {
      self.rate = rate
      self.offset = offset
      self.pitch = pitch
    }

    /// What is slower than this is a freeze, and silent: the slowest that AVFoundation's algorithms play (1/32).
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
