public import MediaTime
import Synchronization

/// Plays one film again and again (`AVPlayerLooper`): by copies of an item, several of which are always in the queue.
///
/// ```swift
/// let player = QueuePlayer(renderer: renderer)
/// let looper = PlayerLooper(player: player, templateItem: PlayerItem(asset: waves))
/// player.play()
/// ```
///
/// Loops as long as a reference to it exists, or until ``disableLooping()``: then the current copy is played to its end. Threads: any.
/// Lock order: a player's, then `state`, then an item's.
public final class PlayerLooper: Sendable {
  private let player: WeakPlayer
  private let template: PlayerItem
  /// The beginning of each copy.
  private let start: CMTime
  private let state = Mutex(State())

  private struct State {
    var copies: [PlayerItem] = []
    var count = 0
    var isEnabled = true
  }

  /// The number of copies in the queue.
  private static let copies = 3

  /// Has `player`, whose queue is emptied, play `timeRange` of copies of `templateItem` one after another
  /// (`init(player:templateItem:timeRange:)`); all of them where it is invalid.
  public init(player: QueuePlayer, templateItem: PlayerItem, timeRange: CMTimeRange = .invalid) {
    self.player = WeakPlayer(value: player)
    template = templateItem.copy()
    start = timeRange.isValid && timeRange.start.isNumeric ? timeRange.start : .zero
    if timeRange.isValid { template.forwardPlaybackEndTime = timeRange.end }
    player.removeAllItems()
    for _ in 0..<Self.copies {
      let copy = makeCopy()
      state.withLock { $0.copies.append(copy) }
      player.insert(copy, after: nil)
    }
  }

  deinit { disableLooping() }

  /// The number of copies that were played to their end (`loopCount`).
  public var loopCount: Int { state.withLock(\.count) }

  /// The copies that are in the queue (`loopingPlayerItems`).
  public var loopingPlayerItems: [PlayerItem] { state.withLock(\.copies) }

  /// Ends looping after the copy that is played (`disableLooping()`).
  public func disableLooping() {
    let copies = state.withLock { state in
      state.isEnabled = false
      defer { state.copies = [] }
      return state.copies
    }
    player.value?.core.removeWaiting(copies)
  }

  /// A copy that has another one follow it at the end of the queue, whatever its observers are about.
  private func makeCopy() -> PlayerItem {
    let copy = template.copy()
    copy.state.withLock { known in
      known.time = Rational(start) ?? .zero
      known.successor = { [weak self, weak copy] hasEnded in
        copy.flatMap { self?.successor(of: $0, hasEnded: hasEnded) }
      }
    }
    return copy
  }

  private func successor(of item: PlayerItem, hasEnded: Bool) -> PlayerItem? {
    state.withLock { state in
      guard state.isEnabled, let index = state.copies.firstIndex(where: { $0 === item }) else { return nil }
      state.copies.remove(at: index)
      if hasEnded { state.count += 1 }
      let copy = makeCopy()
      state.copies.append(copy)
      return copy
    }
  }
}

/// A player that is not kept.
private struct WeakPlayer: Sendable {
  weak var value: QueuePlayer?
}
