public import Composition

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
