public import Foundation
import Synchronization

/// Option of each group of an asset that is presented (`AVMediaSelection`). Immutable; ``AVMutableMediaSelection`` is edited. Threads: any.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked: the choices are under a lock; the reference to the asset is weak, which is safe from any thread.
  /// The asset; nil where it is gone.
  public private(set) weak var asset: AVAsset?
  fileprivate let state: Mutex<Choices>

  /// Options that are presented other than a group's default.
  struct Choices: Sendable {
    /// The numbers of the tracks by what their groups are; `kCMPersistentTrackID_Invalid` for none.
    var tracks: [AVMediaCharacteristic: CMPersistentTrackID] = [:]
    /// The groups in which an option was selected explicitly.
    var chosen: Set<AVMediaCharacteristic> = []
  }

  init(of asset: AVAsset?, _ choices: Choices = Choices()) {
    self.asset = asset
    state = Mutex(choices)
    super.init()
  }

  /// The option of `mediaSelectionGroup` that is presented; nil for none.
  open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    guard let number = state.withLock({ $0.tracks[mediaSelectionGroup.characteristic] }) else {
      return mediaSelectionGroup.defaultOption
    }
    return mediaSelectionGroup.options.first { $0.track.trackID == number }
  }

  /// Whether a player's criteria select an option of `mediaSelectionGroup`: as long as none was selected explicitly.
  open func mediaSelectionCriteriaCanBeAppliedAutomatically(to mediaSelectionGroup: AVMediaSelectionGroup) -> Bool {
    state.withLock { !$0.chosen.contains(mediaSelectionGroup.characteristic) }
  }

  /// An immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { AVMediaSelection(of: asset, state.withLock { $0 }) }
  /// A mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableMediaSelection(of: asset, state.withLock { $0 })
  }
}

/// Option of each group that is presented, edited (`AVMutableMediaSelection`). Threads: any.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// Has `mediaSelectionOption` of `mediaSelectionGroup` be presented, or none if nil. An option of another group changes nothing, and neither
  /// does none where one has to be presented.
  open func select(
    _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    guard mediaSelectionGroup.allows(mediaSelectionOption) else { return }
    state.withLock { choices in
      choices.tracks[mediaSelectionGroup.characteristic] =
        mediaSelectionOption?.track.trackID ?? kCMPersistentTrackID_Invalid
      choices.chosen.insert(mediaSelectionGroup.characteristic)
    }
  }
}

extension AVMediaSelectionGroup {
  /// Whether `option` can be selected in it; nil for none.
  func allows(_ option: AVMediaSelectionOption?) -> Bool {
    option.map(options.contains) ?? allowsEmptySelection
  }
}
