public import EditingModel
public import MediaFormats
public import MediaTime
public import Rendering

/// Anything that has tracks and lasts some time, whose properties are loaded on request (`AVAsset`): a file
/// (``URLAsset``), or a composition (``CompositionAsset``), which answers the same questions.
///
/// ```swift
/// let (tracks, duration, metadata) = try await asset.load(.tracks, .duration, .metadata)
/// switch asset.status(of: .duration) {
/// case .loaded(let duration): print(duration)
/// case .failed(let error): print(error)
/// case .unknown, .loading, .cancelled: break
/// }
/// ```
///
/// Making one does not touch any file: what is missing or unreadable is reported by the first load. Loads share one look
/// at a file; a caller that is cancelled leaves it to the others. Loaded properties are kept; after a failure the next
/// call looks again.
///
/// Threads: any.
public protocol LoadableAsset: AnyObject, MediaSource {
  /// The loader of its properties.
  var loader: AssetLoader { get }
}

extension LoadableAsset {
  /// The value of `property` (`load(_:)`).
  ///
  /// - Throws: `.mediaMissing`, `.mediaUnreadable`, `.contentIsProtected`, `.unsupported`, `.missingPlugin` or `.stalled`;
  ///   `.cancelled` where the calling task is cancelled, or ``cancelLoading()`` is called.
  public func load<Value>(_ property: AssetProperty<Self, Value>) async throws(RenderError) -> Value {
    try property.value(await loader.load(property.parts))
  }

  /// The values of the properties, one for each (`load(_:)`).
  ///
  /// - Throws: As `load(_:)` of one property does.
  public func load<First, Second, each Other>(
    _ first: AssetProperty<Self, First>, _ second: AssetProperty<Self, Second>,
    _ others: repeat AssetProperty<Self, each Other>
  ) async throws(RenderError) -> (First, Second, repeat each Other) {
    var parts = first.parts.union(second.parts)
    for property in repeat each others { parts.formUnion(property.parts) }
    let loaded = await loader.load(parts)
    return (try first.value(loaded), try second.value(loaded), repeat try (each others).value(loaded))
  }

  /// Whether the property is loaded, and what it is or why it is not (`status(of:)`).
  public func status<Value>(of property: AssetProperty<Self, Value>) -> AssetPropertyStatus<Value> {
    if loader.isLoading(property.parts) { return .loading }
    let loaded = loader.loaded
    guard property.parts.allSatisfy({ loaded.outcomes[$0] != nil }) else { return .unknown }
    do throws(RenderError) {
      return .loaded(try property.value(loaded))
    } catch {
      return error.code == .cancelled ? .cancelled : .failed(error)
    }
  }

  /// The property's value if it is loaded; never waits. Nil where it is not, or could not be.
  public func loaded<Value>(_ property: AssetProperty<Self, Value>) -> Value? {
    if case .loaded(let value) = status(of: property) { value } else { nil }
  }

  /// Ends what is being loaded, for all callers: they get `.cancelled`, and so is its status (`cancelLoading()`). The next
  /// load begins anew.
  public func cancelLoading() {
    loader.cancel()
  }

  /// The tracks of one kind, in order (`loadTracks(withMediaType:)`).
  ///
  /// - Throws: As `load(_:)` does.
  public func loadTracks(withMediaType mediaType: MediaType) async throws(RenderError) -> [AssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  /// The tracks whose media are like `characteristic`, in order (`loadTracks(withMediaCharacteristic:)`). What is legible
  /// is among ``AssetProperty/ancillaryTracks``.
  ///
  /// - Throws: As `load(_:)` does.
  public func loadTracks(
    withMediaCharacteristic characteristic: MediaCharacteristic
  ) async throws(RenderError) -> [AssetTrack] {
    try await load(.tracks).filter { $0.hasMediaCharacteristic(characteristic) }
  }

  /// The track with the number `trackID`, if there is one (`loadTrack(withTrackID:)`).
  ///
  /// - Throws: As `load(_:)` does.
  public func loadTrack(withTrackID trackID: TrackID) async throws(RenderError) -> AssetTrack? {
    try await load(.tracks).first { $0.trackID == trackID }
  }

  /// The items of one kind of file (`metadata(forFormat:)`).
  ///
  /// - Throws: As `load(_:)` does.
  public func loadMetadata(for keySpace: MetadataKeySpace) async throws(RenderError) -> [MetadataItem] {
    try await load(.metadata).filter { $0.identifier.keySpace == keySpace }
  }
}

extension LoadableAsset {
  /// The metadata of `track` alone (`AVAssetTrack.metadata`): its name, its programs.
  ///
  /// - Throws: As `load(_:)` does.
  public func loadMetadata(of track: AssetTrack) async throws(RenderError) -> [MetadataItem] {
    try await load(.metadata).filter { $0.trackNumber == track.trackID.rawValue }
  }
}

/// Properties as far as they are loaded; nil until then. None of these waits.
extension LoadableAsset {
  /// All tracks, video before audio (`tracks`).
  public var tracks: [AssetTrack]? { loaded(.tracks) }
  /// From zero to the end of the longest track (`duration`).
  public var duration: CMTime? { loaded(.duration) }
  /// All of its metadata (`metadata`).
  public var metadata: [MetadataItem]? { loaded(.metadata) }
  /// Whether durations and times are exact (`providesPreciseDurationAndTiming`).
  public var providesPreciseDurationAndTiming: Bool? { loaded(.providesPreciseDurationAndTiming) }
  /// Whether it can be played (`isPlayable`).
  public var isPlayable: Bool? { loaded(.isPlayable) }
}

/// The state of loading a property (`AVAsyncProperty.Status`, `AVKeyValueStatus`).
public enum AssetPropertyStatus<Value: Sendable>: Sendable {
  /// Loading has not been requested.
  case unknown
  /// It is being loaded.
  case loading
  /// It is there.
  case loaded(Value)
  /// It could not be loaded.
  case failed(RenderError)
  /// Its loading was cancelled, by ``LoadableAsset/cancelLoading()``.
  case cancelled
}
