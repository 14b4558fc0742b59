public import EditingModel
public import FoundationEssentials
public import MediaFormats
public import MediaTime
public import Rendering
import Synchronization

/// A media file, whose properties are loaded on request (`AVURLAsset`).
///
/// ```swift
/// let cat = URLAsset(url: URL(filePath: "cat.mp4"))
/// let second = CMTime(value: 1, timescale: 1)
/// var movie = Composition()
/// try await movie.insertTimeRange(CMTimeRange(start: .zero, duration: second), of: cat, at: .zero)
/// try await movie.insertTimeRange(CMTimeRange(start: second, duration: second), of: cat, at: movie.duration)
/// try movie.scaleTimeRange(CMTimeRange(start: .zero, duration: second), toDuration: CMTimeMultiply(second, multiplier: 2))
/// let request = ExportRequest(
///   EditSnapshot(composition: movie), as: ExportRules.defaults(for: .mp4), to: URL(filePath: "movie.mp4"))
/// try await ExportSession(request).export()
/// ```
///
/// Creating one does not touch the file: a missing or unreadable file is reported by the first load. Loaded properties
/// are kept; after a failure the next call loads again.
///
/// Threads: any.
public final class URLAsset: Sendable {
  /// The file and its name.
  public let reference: AssetReference

  private let inspector: MediaInspector
  /// What the file holds, from the first success on.
  private let found = Mutex<Asset?>(nil)

  /// The file at `url`, which `inspector` reads; called `name` in errors, or by its last path component.
  public init(url: URL, name: String? = nil, inspector: MediaInspector) {
    self.reference = AssetReference(url: url, name: name)
    self.inspector = inspector
  }

  /// The file (`AVURLAsset.url`).
  public var url: URL { reference.url }

  /// What is asked for, one value for each property (`load(_:)`).
  ///
  /// - Throws: `.mediaMissing`, `.mediaUnreadable`, `.missingPlugin`, `.stalled` or `.cancelled`.
  public func load<each Value>(
    _ property: repeat AssetProperty<each Value>
  ) async throws(RenderError) -> (repeat each Value) {
    let asset = try await loaded()
    return (repeat (each property).value(asset))
  }

  /// The tracks of one kind, in order (`loadTracks(withMediaType:)`).
  ///
  /// - Throws: As `load(_:)` does.
  public func loadTracks(withMediaType mediaType: MediaType) async throws(RenderError) -> [AssetTrack] {
    try await loaded().tracks(withMediaType: mediaType)
  }

  /// The track with the number `trackID`, if there is one (`loadTrack(withTrackID:)`).
  ///
  /// - Throws: As `load(_:)` does.
  public func loadTrack(withTrackID trackID: TrackID) async throws(RenderError) -> AssetTrack? {
    try await loaded().track(withTrackID: trackID)
  }

  private func loaded() async throws(RenderError) -> Asset {
    if let asset = found.withLock({ $0 }) { return asset }
    let asset = Asset(try await inspector.facts(of: reference))
    found.withLock { $0 = asset }
    return asset
  }
}

extension Composition {
  /// Loads `asset` and puts `timeRange` of all its tracks at `startTime` (`insertTimeRange(_:of:at:isolation:)`).
  ///
  /// - Throws: `RenderError` where the file cannot be read; `EditError` as `insertTimeRange(_:of:at:)` of an `Asset`
  ///   does.
  public mutating func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: URLAsset, at startTime: CMTime
  ) async throws {
    try insertTimeRange(timeRange, of: try await asset.load(.asset), at: startTime)
  }
}

/// A property that is loaded from a file on request (`AVAsyncProperty`).
///
/// ```swift
/// let (tracks, duration) = try await asset.load(.tracks, .duration)
/// ```
public struct AssetProperty<Value: Sendable>: Sendable {
  /// Reads it from the loaded asset.
  let value: @Sendable (Asset) -> Value
}

extension AssetProperty where Value == [AssetTrack] {
  /// All tracks, video before audio (`AVAsset.tracks`).
  public static var tracks: Self { AssetProperty { $0.tracks } }
}

extension AssetProperty where Value == CMTime {
  /// From zero to the end of the longest track, exactly; `.positiveInfinity` of a still (`AVAsset.duration`).
  public static var duration: Self { AssetProperty { $0.duration } }
}

extension AssetProperty where Value == Transform {
  /// How the first video track's pictures are turned upright; the identity where there are none
  /// (`AVAsset.preferredTransform`).
  public static var preferredTransform: Self {
    AssetProperty { $0.tracks(withMediaType: .video).first?.preferredTransform ?? .identity }
  }
}

extension AssetProperty where Value == Asset {
  /// Everything, as a value that edits take.
  public static var asset: Self { AssetProperty { $0 } }
}
