public import Rendering

/// Plays items one after another (`AVQueuePlayer`).
///
/// ```swift
/// let player = QueuePlayer(items: [opening, film, credits].map { PlayerItem(asset: $0) }, renderer: renderer)
/// player.play()
/// ```
///
/// The item that comes next is opened while the current one plays. An item that is over leaves the queue; after the last one there is
/// none, and the player is paused.
///
/// Threads: any.
public final class QueuePlayer: PlayerControls {
  /// The playback behind it.
  public let playback: Playback

  /// A player of `items` (`init(items:)`); those that are in a player already, or twice among them, are left out. The rest is as of
  /// ``Player/init(playerItem:renderer:clock:pictureSink:soundSink:)``.
  public init(
    items: [PlayerItem] = [], renderer: any Renderer, clock: any PlaybackClock = HostClock(),
    pictureSink: (any PictureSink)? = nil, soundSink: (any SoundSink)? = nil
  ) {
    playback = Playback(
      core: PlayerCore(renderer: renderer, clock: clock, pictureSink: pictureSink, soundSink: soundSink))
    actionAtItemEnd = .advance
    for item in items { _ = core.insert(item, after: nil) }
  }

  deinit { playback.core.close() }

  /// The current item (`currentItem`).
  public var currentItem: PlayerItem? { core.currentItem }

  /// The current item and those that follow it (`items()`).
  public func items() -> [PlayerItem] { core.items }

  /// Whether `item` can be put after `other`, or at the end where that is nil (`canInsert(_:after:)`): not where it is in a player already,
  /// this one or another, or `other` is not in this one.
  public func canInsert(_ item: PlayerItem, after other: PlayerItem?) -> Bool { core.canInsert(item, after: other) }

  /// Puts `item` after `other`, or at the end where that is nil (`insert(_:after:)`).
  ///
  /// - Returns: False, and nothing happens, where ``canInsert(_:after:)`` is (for which Apple raises an exception): each item is in a
  ///   queue once; the same film is played again by another item, as ``PlayerItem/copy()`` makes one.
  @discardableResult
  public func insert(_ item: PlayerItem, after other: PlayerItem?) -> Bool { core.insert(item, after: other) }

  /// Takes `item` out of the queue (`remove(_:)`); in the place of the current one the next is played.
  public func remove(_ item: PlayerItem) { core.remove(item) }

  /// Takes all items out (`removeAllItems()`): the player is paused.
  public func removeAllItems() { core.removeAllItems() }

  /// Plays the next item, and takes the current one out (`advanceToNextItem()`).
  public func advanceToNextItem() { core.advanceToNextItem() }

  /// Plays `item` in the place of the current one (`replaceCurrentItem(with:)`); false as ``insert(_:after:)``.
  @discardableResult
  public func replaceCurrentItem(with item: PlayerItem?) -> Bool { core.replaceCurrentItem(with: item) }
}
