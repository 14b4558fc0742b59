public import EditingModel
public import MediaTime

/// An uninterrupted stretch of output frames that one decoder feeds from one segment.
///
/// ```
///  output frames     |  210  |  211  |  212  |  213  |        frames
///  source time       in      in+step …                        firstTime + k · step
///  source frames       |  97   |   98    |    99   |          the one whose interval contains the time
/// ```
public struct SourceRun: Hashable, Sendable {
  /// The segment it exists for.
  public var clip: ClipReference
  /// The media track.
  public var source: CompositionTrackSegment.Source
  /// The output frames it feeds.
  public var frames: Range<Int>
  /// The asset's time at the first of `frames`.
  public var firstTime: Rational
  /// How much of the asset's time passes from one output frame to the next; zero freezes.
  public var step: Rational
  /// What the media track holds.
  public var facts: VideoTrackFacts

  /// The stretch `frames` of `clip`.
  public init(
    clip: ClipReference, source: CompositionTrackSegment.Source, frames: Range<Int>, firstTime: Rational,
    step: Rational, facts: VideoTrackFacts
  ) {
    self.clip = clip
    self.source = source
    self.frames = frames
    self.firstTime = firstTime
    self.step = step
    self.facts = facts
  }
}
