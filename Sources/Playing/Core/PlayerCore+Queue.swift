import MediaTime
import Rendering
import Synchronization

/// The queue of items.
extension PlayerCore {
  /// The item that is played.
  var currentItem: PlayerItem? { state.withLock(\.item) }

  /// The items that are played, in order.
  var items: [PlayerItem] { state.withLock(\.items) }

  /// Plays `item` in the place of the current one; false, and nothing happens, where it is in a player already.
  func replaceCurrentItem(with item: PlayerItem?) -> Bool {
    if let item, item === currentItem { return true }
    if let item, !claim(item) { return false }
    change { state, now in
      let old = state.item
      drop(&state, at: now)
      if let item { state.items.insert(item, at: 0) }
      if let old { forget(old, &state) }
      begin(&state)
    }
    return true
  }

  /// Whether `item` can be put after `other`; at the end where that is nil.
  func canInsert(_ item: PlayerItem, after other: PlayerItem?) -> Bool {
    item.core == nil && state.withLock { state in other.map { other in state.items.contains { $0 === other } } ?? true }
  }

  /// Puts `item` after `other`, or at the end; false, and nothing happens, where that cannot be.
  func insert(_ item: PlayerItem, after other: PlayerItem?) -> Bool {
    guard canInsert(item, after: other), claim(item) else { return false }
    change { state, _ in
      let index = other.flatMap { other in state.items.firstIndex { $0 === other } }.map { $0 + 1 }
      state.items.insert(item, at: index ?? state.items.count)
      if state.items.count == 1 { begin(&state) }
    }
    return true
  }

  /// Takes `item` out; where it is the current one, the next is played.
  func remove(_ item: PlayerItem) {
    change { state, now in
      if item === state.item {
        appendSuccessor(of: item, hasEnded: false, &state)
        advanceQueue(&state, at: now)
      } else if let index = state.items.firstIndex(where: { $0 === item }) {
        state.items.remove(at: index)
        forget(item, &state)
      }
    }
  }

  /// Takes all items out.
  func removeAllItems() {
    change { state, now in
      let items = state.items
      drop(&state, at: now)
      state.items = []
      for item in items { forget(item, &state) }
      begin(&state)
    }
  }

  /// Plays the next item; after the last one none.
  func advanceToNextItem() {
    change { state, now in
      if let item = state.item { appendSuccessor(of: item, hasEnded: false, &state) }
      advanceQueue(&state, at: now)
    }
  }

  /// Takes those of `items` out that are not the current one.
  func removeWaiting(_ items: [PlayerItem]) {
    change { state, _ in
      for item in items where item !== state.item {
        guard let index = state.items.firstIndex(where: { $0 === item }) else { continue }
        state.items.remove(at: index)
        forget(item, &state)
      }
    }
  }

  /// Puts at the end what is to be played again for `item`, which leaves or has ended.
  func appendSuccessor(of item: PlayerItem, hasEnded: Bool, _ state: inout PlaybackState) {
    guard let successor = item.state.withLock(\.successor)?(hasEnded) else { return }
    successor.state.withLock { $0.core = self }
    state.items.append(successor)
  }

  /// Plays the next item.
  func advanceQueue(_ state: inout PlaybackState, at now: Rational) {
    guard let old = state.item else { return }
    drop(&state, at: now)
    forget(old, &state)
    begin(&state)
  }

  /// Gives `item` back, which stands at `time` from now on.
  func release(_ item: PlayerItem, keeping time: Rational?) {
    item.state.withLock { known in
      known.core = nil
      if let time { known.time = time }
    }
    if item.status == .readyToPlay { item.setStatus(.unknown, tellingOn: calls) }
  }

  // MARK: Helpers

  /// Makes `item` this player's; false where it is in a player already.
  private func claim(_ item: PlayerItem) -> Bool {
    guard !state.withLock(\.isClosed) else { return false }
    return item.state.withLock { known in
      guard known.core == nil else { return false }
      known.core = self
      return true
    }
  }

  /// Takes the current item out of its place.
  private func drop(_ state: inout PlaybackState, at now: Rational) {
    leave(&state, at: now)
    endWaiting(&state)
    (state.phase, state.exactStart) = (.standing, nil)
    guard let item = state.item else { return }
    item.state.withLock { $0.time = state.time }
    state.items.removeFirst()
  }

  /// Gives `item` back, and closes what is open of it.
  private func forget(_ item: PlayerItem, _ state: inout PlaybackState) {
    let record = state.records.removeValue(forKey: ObjectIdentifier(item))
    release(item, keeping: nil)
    record?.close()
    // Released outside the lock, together with what its observers hold.
    state.effects.append(.init { withExtendedLifetime(item) {} })
  }

  /// Begins with the item that is the first now.
  private func begin(_ state: inout PlaybackState) {
    state.time = clamped(state.item?.state.withLock(\.time) ?? .zero, state)
    (state.served, state.shown, state.forcesRedisplay, state.isAtEnd) = (state.time, nil, true, false)
    if state.item == nil || state.item?.status == .failed { (state.rate, state.statedRate) = (.zero, 0) }
    state.phase = state.rate == .zero ? .standing : .waiting(stalled: false)
    deliverTimebase(&state, nil)
    flushMoments(&state)
  }
}
