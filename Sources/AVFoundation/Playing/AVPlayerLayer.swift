import CoreGraphics
import CoreVideo
public import Foundation
public import QuartzCore
import Synchronization

/// Where a player's pictures would be seen (`AVPlayerLayer`).
///
/// There is no window here: the layer says where a picture would stand, and gives the one that is shown. In the tree of a film it is an empty
/// layer, as it is on Apple's platforms. Threads: one at a time; observers are called on any.
open class AVPlayerLayer: CALayer, AVKeyValueObservable {
  private let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State {
    weak var followed: AVPlayerItem?
    var player: AVPlayer?
    var watch: NSKeyValueObservation?
  }

  /// The player.
  open var player: AVPlayer? {
    get { state.withLock(\.player) }
    set {
      let watch = NSKeyValueObservation { [weak self] in self?.followItem() }
      state.withLock { $0 = State(player: newValue, watch: watch) }
      newValue?.addKeyValueObserver(watch)
      followItem()
    }
  }

  /// Hears of what changes of the player's item, too, and tells the layer's observers.
  private func followItem() {
    let (player, watch) = state.withLock { ($0.player, $0.watch) }
    let item = player?.currentItem
    let isNew = state.withLock { state in
      defer { state.followed = item }
      return state.followed !== item
    }
    if isNew, let watch { item?.addKeyValueObserver(watch) }
    observers.look()
  }

  /// Has `observer` be asked to look at every change.
  public func addKeyValueObserver(_ observer: NSKeyValueObservation) { observers.add(observer) }

  /// How pictures are placed in the bounds.
  open var videoGravity = AVLayerVideoGravity.resizeAspect
  /// What pictures are to be as pixel buffers; they are as the item's outputs ask.
  open var pixelBufferAttributes: [String: Any]?

  /// A layer without a player.
  public override init() { super.init() }
  /// The layer of `player`.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  /// Whether the player's item has pictures that can be shown.
  open var isReadyForDisplay: Bool {
    player?.currentItem.map { $0.status == .readyToPlay && $0.presentationSize != .zero } ?? false
  }
  /// Where pictures are seen, in the layer's own plane; zero before they have a size.
  open var videoRect: CGRect {
    videoGravity.rectangle(of: player?.currentItem?.presentationSize ?? .zero, in: bounds)
  }
}

/// A layer whose time is that of a player's item (`AVSynchronizedLayer`).
///
/// There is no window in which it would be seen: for a film its tree goes into an `AVVideoCompositionCoreAnimationTool`, whose time is the
/// film's. Threads: one at a time.
open class AVSynchronizedLayer: CALayer {
  /// The item.
  open var playerItem: AVPlayerItem?

  /// A layer without an item.
  public override init() { super.init() }
  /// A layer whose time is that of `playerItem`.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    self.playerItem = playerItem
  }
}
