public import MediaTime
import Synchronization

/// Plays one film again and again (`AVPlayerLooper`): copies of an item, of which some are always in the queue.
///
/// ```swift
/// let player = QueuePlayer(renderer: renderer)
/// let looper = PlayerLooper(player: player, templateItem: PlayerItem(asset: waves))
/// player.play()
/// ```
///
/// Loops as long as somebody keeps it, or until ``disableLooping()``: then the current copy is played to its end. Threads: any.
public final class PlayerLooper: Sendable {
  private let player: WeakPlayer
  private let template: PlayerItem
  /// Where each copy begins.
  private let start: CMTime
  private let state = Mutex(State())

  private struct State {
    var copies: [(item: PlayerItem, observation: PlayerObservation)] = []
    var count = 0
    var isEnabled = true
  }

  /// How many copies are in the queue.
  private static let copies = 3

  /// Has `player`, whose queue is emptied, play `timeRange` of copies of `templateItem` one after another
  /// (`init(player:templateItem:timeRange:)`); all of them where it is invalid.
  public init(player: QueuePlayer, templateItem: PlayerItem, timeRange: CMTimeRange = .invalid) {
    self.player = WeakPlayer(value: player)
    template = templateItem.copy()
    start = timeRange.isValid && timeRange.start.isNumeric ? timeRange.start : .zero
    if timeRange.isValid { template.forwardPlaybackEndTime = timeRange.end }
    player.removeAllItems()
    for _ in 0..<Self.copies { append() }
  }

  deinit { disableLooping() }

  /// How many times a copy was played to its end (`loopCount`).
  public var loopCount: Int { state.withLock(\.count) }

  /// The copies that are in the queue (`loopingPlayerItems`).
  public var loopingPlayerItems: [PlayerItem] { state.withLock { $0.copies.map(\.item) } }

  /// Ends looping after the copy that is played (`disableLooping()`).
  public func disableLooping() {
    let copies = state.withLock { state in
      state.isEnabled = false
      defer { state.copies = [] }
      return state.copies
    }
    let current = player.value?.currentItem
    for (item, observation) in copies {
      observation.cancel()
      if item !== current { player.value?.remove(item) }
    }
  }

  private func append() {
    guard let player = player.value else { return }
    let item = template.copy()
    item.state.withLock { $0.time = Rational(start) ?? .zero }
    let observation = item.onNotification { [weak self, weak item] notification in
      guard case .didPlayToEndTime = notification, let self, let item else { return }
      hasEnded(item)
    }
    let isEnabled = state.withLock { state in
      if state.isEnabled { state.copies.append((item, observation)) }
      return state.isEnabled
    }
    if isEnabled { player.insert(item, after: nil) }
  }

  private func hasEnded(_ item: PlayerItem) {
    state.withLock { state in
      state.count += 1
      state.copies.removeAll { $0.item === item }
    }
    append()
  }
}

/// A player that is not kept.
private struct WeakPlayer: Sendable {
  weak var value: QueuePlayer?
}
