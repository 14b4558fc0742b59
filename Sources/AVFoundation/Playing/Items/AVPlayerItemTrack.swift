// swift-format-ignore-file: AlwaysUseLowerCamelCase

import EditingModel
public import Foundation
import Playing
import Synchronization

/// A track of an item, which can be switched on and off while it plays (`AVPlayerItemTrack`). Threads: any.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
  // @unchecked: what it stands for does not change, and whether data are given is under a lock.
  private let content: Content
  private let asset: AVAsset
  private let givesData = Mutex(true)

  private enum Content {
    /// Pictures or sound.
    case media(PlayerItemTrack)
    /// Metadata, which outputs give.
    case data(AVAssetTrack)
  }

  init(_ engine: PlayerItemTrack, of asset: AVAsset) {
    (content, self.asset) = (.media(engine), asset)
    super.init()
  }

  /// One of metadata.
  init(ofData track: AVAssetTrack, of asset: AVAsset) {
    (content, self.asset) = (.data(track), asset)
    super.init()
  }

  /// The track of the asset.
  open var assetTrack: AVAssetTrack? {
    switch content {
    case .media(let engine): (try? asset.trackObjects())?.first { $0.trackID == engine.trackID.rawValue }
    case .data(let track): track
    }
  }
  /// Whether it is seen, or heard; of metadata, whether it is given.
  open var isEnabled: Bool {
    get { if case .media(let engine) = content { engine.isEnabled } else { givesData.withLock { $0 } } }
    set {
      if case .media(let engine) = content { engine.isEnabled = newValue } else { givesData.withLock { $0 = newValue } }
    }
  }
  /// Pictures that are shown a second: 0 of sound, and while the player stands.
  open var currentVideoFrameRate: Float {
    if case .media(let engine) = content { engine.currentVideoFrameRate } else { 0 }
  }
  /// The treatment of interlaced pictures; nil for the only one here, both fields in one picture. Setting another makes
  /// no change, and is reported on the standard error.
  open var videoFieldMode: String? {
    get { nil }
    set { if let newValue { Misuse.report("A player has no mode “\(newValue)” for fields.") } }
  }
}

/// Two fields become one picture, without combs.
public let AVPlayerItemTrackVideoFieldModeDeinterlaceFields = "DeinterlaceFields"
