public import Composition

/// Everything a render does, as a value: which source frame is shown when, by which method, and which samples sound.
///
/// Made by `RenderPlanner`, a pure function of the model, the media's facts and the settings; carried out by a
/// renderer. It prints as canonical text, and that text is what tests and people read.
public struct RenderPlan: Hashable, Sendable {
  /// The picture, or nil in a film without one.
  public var picture: PicturePlan?
  /// The sound, or nil in a film without it.
  public var sound: SoundPlan?

  /// A plan of `picture` and `sound`.
  public init(picture: PicturePlan?, sound: SoundPlan?) {
    self.picture = picture
    self.sound = sound
  }
}

/// Where in the timeline something comes from: what every error names.
public struct ClipReference: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The media.
  public var asset: AssetReference
  /// The composition's track.
  public var trackID: TrackID
  /// Which of the track's segments, from 0.
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
