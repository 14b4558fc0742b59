import CoreGraphics
public import CoreVideo
public import Foundation
import Playing
public import QuartzCore
import Synchronization

/// The place of a player's pictures in a tree of layers (`AVPlayerLayer`).
///
/// There is no window here: the layer computes the place of a picture, and returns the current one, so its player's
/// item makes pictures. In the tree of a film it is an empty layer, as it is on Apple's platforms. Threads: one at a
/// time; observers are called on any.
open class AVPlayerLayer: CALayer, AVKeyValueObservable {
  private let observers = KeyValueObservers()
  private let state = Mutex(State())

  private struct State {
    weak var followed: AVPlayerItem?
    /// Whether the item has the watch that there is.
    var isWatching = false
    var player: AVPlayer?
    var watch: NSKeyValueObservation?
    /// Output that takes the pictures of the item.
    var output: PlayerItemVideoOutput?
  }

  /// The player.
  open var player: AVPlayer? {
    get { state.withLock(\.player) }
    set {
      let watch = NSKeyValueObservation { [weak self] in self?.followItem() }
      state.withLock { ($0.player, $0.watch, $0.isWatching) = (newValue, watch, false) }
      newValue?.keyValueObservers.add(watch)
      followItem()
    }
  }

  /// Follows changes of the player's item, too, and notifies the layer's observers.
  private func followItem() {
    let (player, watch) = state.withLock { ($0.player, $0.watch) }
    let item = player?.currentItem
    let (isNew, last) = state.withLock { state in
      let last = state
      if last.followed !== item { (state.followed, state.output) = (item, item.map { _ in PlayerItemVideoOutput() }) }
      state.isWatching = item != nil
      return (last.followed !== item || !last.isWatching, last)
    }
    let output = state.withLock(\.output)
    if let output, output !== last.output { item?.engine.add(output) }
    if let known = last.output, output !== known { last.followed?.engine.remove(known) }
    if isNew, let watch { item?.keyValueObservers.add(watch) }
    observers.look()
  }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  /// Placing of pictures in the bounds.
  open var videoGravity = AVLayerVideoGravity.resizeAspect
  /// Attributes of the pictures as pixel buffers; they are as the item's outputs ask.
  open var pixelBufferAttributes: [String: Any]?

  /// A layer without a player.
  public override init() { super.init() }
  /// A layer as `coder` has it, without a player.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// The layer of `player`.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  deinit {
    let (item, output) = state.withLock { ($0.followed, $0.output) }
    if let output { item?.engine.remove(output) }
  }

  /// The picture that is shown, to be read only; nil where none is. It is as the first of the item's outputs asks that asks for a format, or
  /// else as the film has it.
  open func displayedPixelBuffer() -> CVPixelBuffer? {
    let (item, output) = state.withLock { ($0.followed, $0.output) }
    guard let item, let shown = output?.copyPixelBuffer(forItemTime: item.currentTime()) else { return nil }
    return CVBuffer(shown.pixelBuffer)
  }
  /// As ``displayedPixelBuffer()``, by its name in Objective-C.
  open func copyDisplayedPixelBuffer() -> CVPixelBuffer? { displayedPixelBuffer() }

  /// Whether the player's item has pictures that can be shown.
  open var isReadyForDisplay: Bool {
    player?.currentItem.map { $0.status == .readyToPlay && $0.presentationSize != .zero } ?? false
  }
  /// Rectangle in which pictures are seen, in the layer's own plane; zero before they have a size.
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
  /// A layer as `coder` has it, without an item.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  /// A layer whose time is that of `playerItem`.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    self.playerItem = playerItem
  }
}
