/// A movie to which fragments may be added while it is looked at (`AVFragmentedMovie`); see ``AVFragmentedAsset``. Threads: any.
open class AVFragmentedMovie: AVMovie, AVFragmentMinding, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// State of its file when it was looked at.
  let minding = FragmentMinding()

  /// Whether a minder minds it.
  open var isAssociatedWithFragmentMinder: Bool { minding.isMinded }

  override func makeTrack(_ content: AVAssetTrack.Content) -> AVAssetTrack {
    AVFragmentedMovieTrack(content, of: self)
  }
}

/// A track of a fragmented movie (`AVFragmentedMovieTrack`), which grows with its movie. Threads: any.
open class AVFragmentedMovieTrack: AVMovieTrack, @unchecked Sendable {
  // @unchecked: as its superclass.
}

/// Movies with tracks of a fragmented movie.
public protocol AVFragmentedMovieTrackAccess: AVMovieTrackAccess {}

extension AVFragmentedMovie: AVFragmentedMovieTrackAccess {}

extension AVFragmentedMovieTrackAccess where Self: AVFragmentedMovie {
  /// All tracks, in the order of their numbers; none where the file cannot be read. Blocks.
  public var tracks: [AVFragmentedMovieTrack] {
    ((try? trackObjects()) ?? []).compactMap { $0 as? AVFragmentedMovieTrack }
  }

  /// The track with this number; nil where there is none. Blocks.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVFragmentedMovieTrack? {
    tracks.first { $0.trackID == trackID }
  }
  /// The tracks of one kind of media, in order. Blocks.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVFragmentedMovieTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }
  /// The tracks whose media are like this, in order. Blocks.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVFragmentedMovieTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }
  /// The track with this number; nil where there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVFragmentedMovieTrack? {
    try await loadContent()
    return track(withTrackID: trackID)
  }
  /// The tracks of one kind of media, in order.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVFragmentedMovieTrack] {
    try await loadContent()
    return tracks(withMediaType: mediaType)
  }
  /// The tracks whose media are like this, in order.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic
  ) async throws -> [AVFragmentedMovieTrack] {
    try await loadContent()
    return tracks(withMediaCharacteristic: characteristic)
  }
}
