public import Foundation

/// What of an asset is kept for when there is no network (`AVAssetCache`). No asset has one here, as of those that were not downloaded to be
/// kept. Threads: any.
public final class AVAssetCache: NSObject, Sendable {
  /// Whether all that is needed to play it is kept.
  public let isPlayableOffline = false

  private override init() { super.init() }

  /// The options of `mediaSelectionGroup` that are kept.
  public func mediaSelectionOptions(in mediaSelectionGroup: AVMediaSelectionGroup) -> [AVMediaSelectionOption] { [] }
}

extension AVURLAsset {
  /// What of it is kept for when there is no network; nil, as of every asset that was not downloaded to be kept.
  public var assetCache: AVAssetCache? { nil }
}
