// Tracks are of other classes in compositions, and members of protocols' extensions are shadowed where those of classes could not be
// overridden with another type.

/// Assets that have tracks.
public protocol AVAssetTrackAccess: AnyObject {}

extension AVAsset: AVAssetTrackAccess {}

extension AVAssetTrackAccess where Self: AVAsset {
  /// All tracks; none where the asset cannot be read. Blocks.
  public var tracks: [AVAssetTrack] { (try? trackObjects()) ?? [] }

  /// The track with this number; nil where there is none. Blocks.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// The tracks of one kind of media, in order. Blocks.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks whose media are like this, in order. Blocks.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }

  /// The tracks of one kind of media, in order.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await loadContent()
    return tracks(withMediaType: mediaType)
  }

  /// The tracks whose media are like this, in order.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try await loadContent()
    return tracks(withMediaCharacteristic: characteristic)
  }

  /// The track with this number; nil where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await loadContent()
    return track(withTrackID: trackID)
  }

  /// The tracks of one kind of media, in order, handed to `completionHandler` on any thread.
  public func loadTracks(
    withMediaType mediaType: AVMediaType, completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    deliver(to: completionHandler) { try await self.loadTracks(withMediaType: mediaType) }
  }

  /// The tracks whose media are like this, in order, handed to `completionHandler` on any thread.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    deliver(to: completionHandler) { try await self.loadTracks(withMediaCharacteristic: characteristic) }
  }

  /// The track with this number, handed to `completionHandler` on any thread; nil where there is none.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    deliver(to: completionHandler) { try await self.loadTrack(withTrackID: trackID) }
  }
}

/// Assets that have the tracks of a composition.
public protocol AVCompositionTrackAccess: AVAssetTrackAccess {}

extension AVComposition: AVCompositionTrackAccess {}

extension AVCompositionTrackAccess where Self: AVComposition {
  /// All tracks, in the order in which they were added.
  public var tracks: [AVCompositionTrack] {
    ((try? trackObjects()) ?? []).compactMap { $0 as? AVCompositionTrack }
  }

  /// The track with this number; nil where there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// The tracks of one kind of media, in order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks whose media are like this, in order.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVCompositionTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }

  /// The tracks of one kind of media, in order.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVCompositionTrack] {
    tracks(withMediaType: mediaType)
  }

  /// The track with this number; nil where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVCompositionTrack? {
    track(withTrackID: trackID)
  }
}
