/// Media at a URL to which more may be added while they are looked at (`AVFragmentedAsset`): a movie in fragments that is being written.
///
/// While an ``AVFragmentedAssetMinder`` minds it, it is of the file as that was looked at last, and its tracks are the objects that they were;
/// else it stays what it was when it was loaded, as every asset. Threads: any.
open class AVFragmentedAsset: AVURLAsset, AVFragmentMinding, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// State of its file when it was looked at.
  let minding = FragmentMinding()

  /// Whether a minder minds it.
  open var isAssociatedWithFragmentMinder: Bool { minding.isMinded }

  override func makeTrack(_ content: AVAssetTrack.Content) -> AVAssetTrack {
    AVFragmentedAssetTrack(content, of: self)
  }
}

/// A track of a fragmented asset (`AVFragmentedAssetTrack`), which grows with its asset. Threads: any.
open class AVFragmentedAssetTrack: AVAssetTrack, @unchecked Sendable {
  // @unchecked: as its superclass.
}

/// Assets with tracks of a fragmented asset.
public protocol AVFragmentedAssetTrackAccess: AVAssetTrackAccess {}

extension AVFragmentedAsset: AVFragmentedAssetTrackAccess {}

extension AVFragmentedAssetTrackAccess where Self: AVFragmentedAsset {
  /// All tracks, in the order of their numbers; none where the file cannot be read. Blocks.
  public var tracks: [AVFragmentedAssetTrack] {
    ((try? trackObjects()) ?? []).compactMap { $0 as? AVFragmentedAssetTrack }
  }

  /// The track with this number; nil where there is none. Blocks.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVFragmentedAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }
  /// The tracks of one kind of media, in order. Blocks.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVFragmentedAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }
  /// The tracks whose media are like this, in order. Blocks.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVFragmentedAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }
  /// The track with this number; nil where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVFragmentedAssetTrack? {
    try await loadContent()
    return track(withTrackID: trackID)
  }
  /// The tracks of one kind of media, in order.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVFragmentedAssetTrack] {
    try await loadContent()
    return tracks(withMediaType: mediaType)
  }
  /// The tracks whose media are like this, in order.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic
  ) async throws -> [AVFragmentedAssetTrack] {
    try await loadContent()
    return tracks(withMediaCharacteristic: characteristic)
  }
}
