import EditServices
import EditingModel
public import Foundation
import GstEdit
import MediaFormats
import Rendering
import Synchronization
import Waiting

// SAFETY: an error is written where the caller says, once.

/// Anything that has tracks and lasts some time (`AVAsset`): a file (``AVURLAsset``) or a composition (``AVComposition``).
///
/// Making one touches no file. Getters block the calling thread until the file has been looked into; `load(_:)` waits without blocking.
/// Durations and times are exact, whatever an asset's options prefer, and in units that a program can take for times of its own: the
/// file's, or those of movies.
///
/// Threads: any. Lock order: only `origin` or `objects`.
open class AVAsset: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // @unchecked: what it is of does not change, and the objects of its tracks are kept under a lock.
  /// Content of the asset, which is another where its file has grown.
  private let origin: Mutex<AssetSource>
  /// The objects that stand for its tracks: the same for the same track.
  private let objects = Mutex<[CMPersistentTrackID: AVAssetTrack]>([:])

  /// Content of an asset.
  enum AssetSource: Sendable {
    /// A file.
    case file(URLAsset)
    /// The tracks of a composition.
    case composition(CompositionStore)
  }

  init(_ source: AssetSource) {
    origin = Mutex(source)
    super.init()
  }

  /// The media at `url`, for initializers that programs add to `AVAsset` and that call `self.init(url:)`. `AVAsset(url:)` gives an
  /// ``AVURLAsset``.
  @_disfavoredOverload
  public convenience init(url: URL) { self.init(.file(URLAsset(url: url))) }

  /// An asset without tracks (`AVAsset()`).
  public override convenience init() { self.init(.composition(CompositionStore())) }

  /// Content of the asset.
  var source: AssetSource { origin.withLock { $0 } }

  /// Has it be of `file`, which is the same one after it has grown: its tracks' objects are those that they were.
  func renew(_ file: URLAsset) throws {
    let asset = try file.blockingAsset()
    origin.withLock { $0 = .file(file) }
    let known = objects.withLock { $0 }
    for track in asset.tracks { known[track.trackID.rawValue]?.renew(.file(asset, track), of: file) }
    for track in asset.ancillaryTracks {
      if let number = track.number { known[number]?.renew(.ancillary(track), of: file) }
    }
  }

  /// Itself: what it is of does not change. A mutable composition gives a snapshot.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Getters

  /// From zero to the end of the longest track; zero where the asset cannot be read.
  public var duration: CMTime { (try? content().duration) ?? .zero }
  /// The rate at which it is meant to be played: 1.
  public var preferredRate: Float { 1 }
  /// The gain of its first sound; 1 where there is none.
  public var preferredVolume: Float { (try? content().preferredVolume) ?? 1 }
  /// Transform that turns the first video track's pictures upright; the identity where there are none.
  public var preferredTransform: CGAffineTransform { (try? content().preferredTransform) ?? .identity }
  /// Whether durations and times are exact: always.
  public var providesPreciseDurationAndTiming: Bool { true }
  /// Whether it can be played: everything in it that is decoded here, can be.
  public var isPlayable: Bool { (try? content().isEmpty) == false }
  /// Whether it can be exported; as ``isPlayable``.
  public var isExportable: Bool { isPlayable }
  /// Whether it can be read by a reader; as ``isPlayable``.
  public var isReadable: Bool { isPlayable }
  /// Whether compositions can be made of it; as ``isPlayable``.
  public var isComposable: Bool { isPlayable }
  /// Whether it is encrypted.
  public var hasProtectedContent: Bool {
    do { _ = try content() } catch { return (error as? RenderError)?.code == .contentIsProtected }
    return false
  }

  /// Whether it can be sent to another device: there is none.
  public var isCompatibleWithAirPlayVideo: Bool { false }
  /// Least distance from the present at which it is played, where it is live: invalid, as of every file.
  public var minimumTimeOffsetFromLive: CMTime { .invalid }

  /// Ends what is being loaded, for all waiting callers.
  open func cancelLoading() {
    if case .file(let file) = source { file.cancelLoading() }
  }

  /// A number that no track has or has had (`unusedTrackID()`).
  public func unusedTrackID() -> CMPersistentTrackID {
    switch source {
    case .composition(let store): return store.composition.unusedTrackID().rawValue
    case .file:
      let taken = Set(((try? trackObjects()) ?? []).map(\.trackID))
      return (1...CMPersistentTrackID.max).first { !taken.contains($0) } ?? kCMPersistentTrackID_Invalid
    }
  }

  /// As ``unusedTrackID()``, without blocking (`findUnusedTrackID()`).
  public func findUnusedTrackID() async throws -> CMPersistentTrackID {
    try await loadContent()
    return unusedTrackID()
  }

  // MARK: Loading by strings

  /// State of the loading of the property called `key`.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    unsafe (Self.capabilityKeys.contains(key) ? capabilityStatus : contentStatus).keyValueStatus(outError)
  }

  /// Loads the properties called `keys`, and calls `handler` once when they are loaded, failed or cancelled.
  open func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?
  ) {
    Task.detached(executorPreference: WorkerThreads.shared) { [self] in
      try? await loadContent()
      handler?()
    }
  }

  private static let capabilityKeys: Set<String> = [
    "playable", "exportable", "readable", "composable", "hasProtectedContent",
  ]

  // MARK: Tracks

  /// The objects of its tracks, in the order of their numbers in a file and as they were added in a composition. Blocks.
  ///
  /// - Throws: `RenderError` where the asset cannot be read.
  func trackObjects() throws -> [AVAssetTrack] {
    switch source {
    case .file(let file):
      let asset = try fileAsset(file)
      let found = asset.tracks.map { ($0.trackID.rawValue, AVAssetTrack.Content.file(asset, $0)) }
      let others = asset.ancillaryTracks.compactMap { track in
        track.number.map { ($0, AVAssetTrack.Content.ancillary(track)) }
      }
      return objects.withLock { objects in
        (found + others).sorted { $0.0 < $1.0 }.map { id, content in
          if let known = objects[id] { return known }
          let object = makeTrack(content)
          objects[id] = object
          return object
        }
      }
    case .composition(let store):
      return store.composition.tracks.map { object(of: $0.id, in: store) }
    }
  }

  /// Its metadata. Blocks.
  ///
  /// - Throws: `RenderError` where it cannot be read.
  func statedItems() throws -> [AVMetadataItem] { try items() }

  /// A new object of a file's track.
  func makeTrack(_ content: AVAssetTrack.Content) -> AVAssetTrack { AVAssetTrack(content, of: self) }

  /// The object of track `id` of the composition.
  func object(of id: TrackID, in store: CompositionStore) -> AVAssetTrack {
    objects.withLock { objects in
      if let known = objects[id.rawValue] { return known }
      let object = makeTrack(id, in: store)
      objects[id.rawValue] = object
      return object
    }
  }

  /// Removes the object of track `id`, which was removed from the composition.
  func forgetTrack(_ id: CMPersistentTrackID) -> AVAssetTrack? { objects.withLock { $0.removeValue(forKey: id) } }

  /// A new object for track `id` of the composition, of the class of this composition's tracks.
  func makeTrack(_ id: TrackID, in store: CompositionStore) -> AVAssetTrack {
    AVCompositionTrack(id, in: store, of: self)
  }
}
