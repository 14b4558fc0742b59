public import EditingModel
public import MediaTime

/// What a media file holds, as far as planning needs it: found out once, by whoever renders, and handed to the
/// planner as a value.
///
/// Time zero is the file's earliest presented sample, the same for all its tracks.
public struct MediaFacts: Hashable, Sendable, Codable {
  /// The file.
  public var asset: AssetReference
  /// The container, in words ("MPEG-4").
  public var container: String
  /// From zero to the end of the last presented sample; zero for a still.
  public var duration: Rational
  /// The video tracks, in the file's order.
  public var videoTracks: [VideoTrackFacts]
  /// The audio tracks, in the file's order.
  public var audioTracks: [AudioTrackFacts]

  /// The facts of `asset`.
  public init(
    asset: AssetReference, container: String, duration: Rational, videoTracks: [VideoTrackFacts],
    audioTracks: [AudioTrackFacts]
  ) {
    self.asset = asset
    self.container = container
    self.duration = duration
    self.videoTracks = videoTracks
    self.audioTracks = audioTracks
  }
}
