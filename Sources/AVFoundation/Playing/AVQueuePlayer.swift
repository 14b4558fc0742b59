import CoreMedia
public import Foundation
import Playing
import Synchronization

/// Plays items one after another (`AVQueuePlayer`). An item that is over leaves the queue. Threads: any.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// A player of `items`. One that is in another player, or twice among them, ends the process, as AVFoundation's exception does.
  public init(items: [AVPlayerItem]) { super.init(queueOf: items) }

  /// A player of nothing.
  public override convenience init() { self.init(items: []) }
  /// A player of the file at `url`.
  public override convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }
  /// A player of `item`.
  public override convenience init(playerItem item: AVPlayerItem?) { self.init(items: item.map { [$0] } ?? []) }

  /// The queue.
  var queue: QueuePlayer? { if case .queue(let queue) = engine { queue } else { nil } }

  /// Item that is played, and those that come then.
  open func items() -> [AVPlayerItem] { objects(of: engine.items) }

  /// Whether `item` can be put after `afterItem`, or at the end: not where it is in a player already.
  open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    queue?.canInsert(item.engine, after: afterItem?.engine) ?? false
  }

  /// Puts `item` after `afterItem`, or at the end. Where ``canInsert(_:after:)`` is false this ends the process, as AVFoundation's exception
  /// does.
  open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) { enqueue(item, after: afterItem) }

  /// Takes `item` out of the queue.
  open func remove(_ item: AVPlayerItem) {
    if item === currentItem {
      exchangeItem { queue?.remove(item.engine) ?? () }
    } else {
      queue?.remove(item.engine)
    }
  }
  /// Takes all items out.
  open func removeAllItems() { exchangeItem { queue?.removeAllItems() ?? () } }
  /// Plays the next item, and takes the current one out.
  open func advanceToNextItem() { exchangeItem { queue?.advanceToNextItem() ?? () } }
}

/// Plays one item again and again (`AVPlayerLooper`) by copies of it, several of which are always in the queue. Loops
/// as long as it is kept. Threads: any.
open class AVPlayerLooper: NSObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what it stands for does not change.
  private let observers = KeyValueObservers()
  private let watch = Mutex<NSKeyValueObservation?>(nil)
  private let engine: PlayerLooper?
  private let player: AVQueuePlayer

  /// Whether a looper loops.
  public enum Status: Int, Sendable {
    /// It has not begun.
    case unknown
    /// It loops.
    case ready
    /// It cannot.
    case failed
    /// Looping was disabled.
    case cancelled
  }

  private let isDisabled = Mutex(false)

  /// Has `player`, whose queue is emptied, play `loopRange` of copies of `templateItem`; all of them where it is invalid.
  public init(player: AVQueuePlayer, templateItem: AVPlayerItem, timeRange loopRange: CMTimeRange = .invalid) {
    self.player = player
    player.setTemplate(templateItem)
    engine = player.queue.map {
      PlayerLooper(player: $0, templateItem: templateItem.engine, timeRange: loopRange)
    }
    super.init()
    // Their objects are there before anything happens to them.
    _ = player.items()
    let observation = NSKeyValueObservation { [weak self] in self?.observers.look() }
    watch.withLock { $0 = observation }
    player.keyValueObservers.add(observation)
  }

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  /// Whether it loops.
  open var status: Status {
    if isDisabled.withLock({ $0 }) { return .cancelled }
    return engine == nil ? .failed : .ready
  }
  /// Error by which it does not loop: none, since what fails is an item.
  open var error: (any Error)? { nil }
  /// Number of copies that were played to their end.
  open var loopCount: Int { engine?.loopCount ?? 0 }
  /// The copies that are in the queue.
  open var loopingPlayerItems: [AVPlayerItem] { player.objects(of: engine?.loopingPlayerItems ?? []) }
  /// Ends looping after the copy that is played.
  open func disableLooping() {
    isDisabled.withLock { $0 = true }
    engine?.disableLooping()
    observers.look()
  }
}
