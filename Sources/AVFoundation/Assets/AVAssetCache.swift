public import Foundation

/// The downloaded parts of an asset for playback without a network (`AVAssetCache`). No asset has one here, like assets
/// that were not downloaded on Apple's systems. Threads: any.
public final class AVAssetCache: NSObject, Sendable {
  /// Whether all that is needed to play it is kept.
  public let isPlayableOffline = false

  private override init() { super.init() }

  /// The options of `mediaSelectionGroup` that are kept.
  public func mediaSelectionOptions(in mediaSelectionGroup: AVMediaSelectionGroup) -> [AVMediaSelectionOption] { [] }
}

extension AVURLAsset {
  /// The downloaded parts for playback without a network; nil, as for every asset that was not downloaded.
  public var assetCache: AVAssetCache? { nil }
}
