public import EditingModel

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
