public import MediaFormats
public import MediaTime

/// Media laid out in time: tracks of segments, nothing rendered yet (`AVComposition`).
///
/// A value: what is handed to a service is a snapshot, and later edits change nothing there.
public struct Composition: Hashable, Sendable, Codable {
  /// The tracks, in the order in which they were added.
  public var tracks: [CompositionTrack]
  /// The size of the picture where no video composition gives one; nil takes the first video track's.
  public var naturalSize: Size?
  /// The numbers of the tracks that `removeTrack(_:)` took away, which no new track gets.
  public internal(set) var retiredTrackIDs: Set<TrackID> = []

  /// A composition of `tracks`.
  public init(tracks: [CompositionTrack] = [], naturalSize: Size? = nil) {
    self.tracks = tracks
    self.naturalSize = naturalSize
  }

  /// The end of the longest track.
  public var duration: CMTime { tracks.map(\.duration).max() ?? .zero }

  /// The track with the number `trackID`, if there is one (`track(withTrackID:)`).
  public func track(withTrackID trackID: TrackID) -> CompositionTrack? { tracks.first { $0.id == trackID } }

  /// The tracks of one kind, in order (`tracks(withMediaType:)`).
  public func tracks(withMediaType mediaType: MediaType) -> [CompositionTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }
}
