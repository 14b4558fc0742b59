import EditingModel
public import Foundation
import Playing

/// A track of an item, which can be switched on and off while it plays (`AVPlayerItemTrack`). Threads: any.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
  // @unchecked: what it stands for does not change.
  private let engine: PlayerItemTrack
  private let asset: AVAsset

  init(_ engine: PlayerItemTrack, of asset: AVAsset) {
    (self.engine, self.asset) = (engine, asset)
    super.init()
  }

  /// The track of the asset.
  open var assetTrack: AVAssetTrack? {
    (try? asset.trackObjects())?.first { $0.trackID == engine.trackID.rawValue }
  }
  /// Whether it is seen, or heard.
  open var isEnabled: Bool {
    get { engine.isEnabled }
    set { engine.isEnabled = newValue }
  }
  /// How many pictures a second are shown: 0 of sound, and while the player stands.
  open var currentVideoFrameRate: Float { engine.currentVideoFrameRate }
}
