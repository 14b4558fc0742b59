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
  /// The asset's time from one output frame to the next; zero freezes.
  public var step: Rational
  /// Numbers of the media track's frames that `frames` show, where they do not follow from equal steps of time.
  public var numbers: SourceFrameNumbers?
  /// Up to where the media's pictures could be shown; nil where that is the end of `frames`.
  public var mediaEnd: Rational?
  /// The facts of the media track.
  public var facts: VideoTrackFacts

  /// The stretch `frames` of `clip`.
  public init(
    clip: ClipReference, source: CompositionTrackSegment.Source, frames: Range<Int>, firstTime: Rational,
    step: Rational, numbers: SourceFrameNumbers? = nil, facts: VideoTrackFacts
  ) {
    self.clip = clip
    self.source = source
    self.frames = frames
    self.firstTime = firstTime
    self.step = step
    self.numbers = numbers
    self.facts = facts
  }
}

extension SourceRun {
  /// The asset's time at output frame `outputFrame`: `firstTime + k · step`, where k counts from the run's first frame; where
  /// frames have `numbers`, when the frame begins that is shown.
  ///
  /// - Throws: `RationalError.overflow` where it does not fit in 64 bits, as in no planned run.
  public func sourceTime(at outputFrame: Int) throws(RationalError) -> Rational {
    if let numbers { return try facts.timing.start(of: numbers[outputFrame - frames.lowerBound]) }
    return try firstTime + Rational(Int64(outputFrame - frames.lowerBound)) * step
  }

  /// The frame of the media track that output frame `outputFrame` shows: that of `numbers`, or the one whose interval contains its
  /// source time.
  ///
  /// A time that does not fit in 64 bits is taken for one past the media's end.
  public func sourceFrame(at outputFrame: Int) -> Int {
    if let numbers { return numbers[outputFrame - frames.lowerBound] }
    guard let time = try? sourceTime(at: outputFrame) else { return max(0, facts.timing.count - 1) }
    return facts.timing.frame(at: time)
  }

  /// The run from output frame `frame` on, which is one of its frames: the same source frames, and no others.
  ///
  /// - Throws: `RationalError.overflow` where a time does not fit in 64 bits, as in no planned run.
  public func suffix(from frame: Int) throws(RationalError) -> SourceRun {
    guard frame > frames.lowerBound, frame < frames.upperBound else { return self }
    var part = self
    part.firstTime = try sourceTime(at: frame)
    part.numbers = numbers.map { $0[(frame - frames.lowerBound)..<frames.count] }
    part.frames = frame..<frames.upperBound
    return part
  }

  /// The first frame of the media track, from frame `frame` on, that the run shows; nil where it shows none any more.
  ///
  /// So frames that are skipped at speed are found without going through those that are shown.
  public func firstFrameShown(from frame: Int) -> Int? {
    let last = sourceFrame(at: frames.upperBound - 1)
    guard frame <= last else { return nil }
    let first = sourceFrame(at: frames.lowerBound)
    if let numbers { return numbers[numbers.firstIndex(of: frame)] }
    guard frame > first, let steps = try? (facts.timing.start(of: frame) - firstTime) / step else {
      return max(frame, first)
    }
    return sourceFrame(at: frames.lowerBound + Int(min(steps.ceil(), Int64(frames.count - 1))))
  }

  /// Checks that the time of every frame fits in 64 bits: the first and the last do so with the denominator that all
  /// have in common.
  func checkTimes() throws(RationalError) {
    let factor = try Rational(firstTime.denominator, step.denominator).denominator
    let common = try Rational(firstTime.denominator) * Rational(factor)
    let last = try firstTime + Rational(Int64(frames.count)) * step
    _ = try firstTime * common
    _ = try last * common
  }

  /// The source frames of the run, in brief.
  public var sourceFrames: SourceFrames {
    var summary = SourceFrames(first: sourceFrame(at: frames.lowerBound))
    for outputFrame in frames.dropFirst() { summary.show(sourceFrame(at: outputFrame)) }
    return summary
  }
}

/// The frames of a media track that a run shows, in brief.
public struct SourceFrames: Hashable, Sendable, CustomStringConvertible {
  /// The first frame shown.
  public private(set) var first: Int
  /// The last frame shown.
  public private(set) var last: Int
  /// The number of output frames that show the same frame as the one before.
  public private(set) var repeats: Int
  /// The number of frames between `first` and `last` that are never shown.
  public private(set) var drops: Int

  /// Nothing but frame `first`, once.
  init(first: Int) {
    self.first = first
    self.last = first
    self.repeats = 0
    self.drops = 0
  }

  /// Shows `frame`, which does not come before the last one.
  mutating func show(_ frame: Int) {
    if frame == last { repeats += 1 } else { drops += frame - last - 1 }
    last = frame
  }

  /// "97…101 (5 frames, 2 repeated, 1 dropped)".
  public var description: String {
    let shown = last - first + 1 - drops
    let changes = [(repeats, "repeated"), (drops, "dropped")].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }
    return "\(first)…\(last) (\(shown) \(shown == 1 ? "frame" : "frames")\(changes.joined()))"
  }
}

/// The place in the timeline that every error names.
public struct ClipReference: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The media.
  public var asset: AssetReference
  /// The composition's track.
  public var trackID: TrackID
  /// The number of the segment in its track, from 0.
  public var segmentIndex: Int

  /// Segment `segmentIndex` of track `trackID`, which shows `asset`.
  public init(asset: AssetReference, trackID: TrackID, segmentIndex: Int) {
    self.asset = asset
    self.trackID = trackID
    self.segmentIndex = segmentIndex
  }

  /// "cat (track 1, segment 0)".
  public var description: String { "\(asset.name) (track \(trackID), segment \(segmentIndex))" }
}
