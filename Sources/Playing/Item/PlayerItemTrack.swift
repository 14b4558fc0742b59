public import EditingModel
public import MediaFormats
import Synchronization

/// A track of a player item, which can be switched on and off while it plays (`AVPlayerItemTrack`).
///
/// ```swift
/// item.tracks.filter { $0.mediaType == .audio }.last?.isEnabled = false   // the commentary
/// ```
///
/// Threads: any.
public final class PlayerItemTrack: Sendable {
  /// The number of the track of the composition, or of the file (`assetTrack?.trackID`).
  public let trackID: TrackID
  /// Whether it is seen or heard (`assetTrack?.mediaType`).
  public let mediaType: MediaType
  private let item: WeakItem

  init(_ track: CompositionTrack, of item: PlayerItem) {
    (trackID, mediaType) = (track.id, track.mediaType)
    self.item = WeakItem(item)
  }

  /// Whether it is seen, or heard (`isEnabled`). A change goes over at the border of a frame, as that of a mix does.
  public var isEnabled: Bool {
    get { item.value?.isEnabled(trackID) ?? false }
    set { item.value?.setEnabled([trackID: newValue]) }
  }

  /// The film's pictures a second (`currentVideoFrameRate`): 0 of sound, and while the player stands.
  public var currentVideoFrameRate: Float {
    guard mediaType == .video, isEnabled, let item = item.value, let core = item.core else { return 0 }
    return Float(item.state.withLock(\.frameRate)) * core.runningRate(of: item)
  }
}

/// An item that is not kept.
struct WeakItem: Sendable {
  /// The item, as long as other references keep it.
  private(set) weak var value: PlayerItem?

  init(_ item: PlayerItem) { value = item }
}
