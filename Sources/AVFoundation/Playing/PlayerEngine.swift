import Playing

/// The engine's player of one item, or of a queue.
enum PlayerEngine: Sendable {
  case single(Player)
  case queue(QueuePlayer)

  /// The operations that both kinds have.
  var controls: any PlayerControls {
    switch self {
    case .single(let player): player
    case .queue(let player): player
    }
  }

  /// Item that is played.
  var currentItem: PlayerItem? {
    switch self {
    case .single(let player): player.currentItem
    case .queue(let player): player.currentItem
    }
  }

  /// Item that is played, and those that come then.
  var items: [PlayerItem] {
    switch self {
    case .single(let player): player.currentItem.map { [$0] } ?? []
    case .queue(let player): player.items()
    }
  }

  /// Plays `item` in the place of the current one; false where it is in another player.
  func replaceCurrentItem(with item: PlayerItem?) -> Bool {
    switch self {
    case .single(let player): player.replaceCurrentItem(with: item)
    case .queue(let player): player.replaceCurrentItem(with: item)
    }
  }
}
