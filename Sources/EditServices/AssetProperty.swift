public import EditingModel
import MediaFormats
public import MediaTime

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
