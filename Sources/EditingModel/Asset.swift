public import MediaFormats
public import MediaTime

/// A media file and its tracks, all that edits need to know of it (`AVAsset`, when its tracks and duration are loaded).
///
/// `URLAsset` finds it out from a file.
public struct Asset: Hashable, Sendable, Codable {
  /// The file.
  public var reference: AssetReference
  /// Its tracks, in the file's order.
  public var tracks: [AssetTrack]

  /// The file `reference` with these tracks.
  public init(_ reference: AssetReference, tracks: [AssetTrack]) {
    self.reference = reference
    self.tracks = tracks
  }

  /// From zero to the end of the longest track; `.positiveInfinity` of a still.
  public var duration: CMTime { tracks.map(\.timeRange.end).max() ?? .zero }

  /// The tracks of one kind, in order (`tracks(withMediaType:)`).
  public func tracks(withMediaType mediaType: MediaType) -> [AssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The track with the number `trackID`, if there is one (`track(withTrackID:)`).
  public func track(withTrackID trackID: TrackID) -> AssetTrack? { tracks.first { $0.trackID == trackID } }

  /// The first track whose media could go into `track`: of its kind and, of pictures, of its size and orientation
  /// (`AVURLAsset.compatibleTrack(for:)`); nil where there is none.
  public func compatibleTrack(for track: CompositionTrack) -> AssetTrack? {
    tracks.first { track.isCompatible(with: $0.mediaType, $0.videoProperties) }
  }
}
