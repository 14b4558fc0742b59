import Foundation
import Playing
import Synchronization

/// The objects of the items that a player has, and what is noted of their changes.
extension AVPlayer {
  /// Puts `item` after `other`, or at the end.
  func enqueue(_ item: AVPlayerItem, after other: AVPlayerItem?) {
    guard case .queue(let queue) = engine else { return }
    keep(item)
    guard queue.insert(item.engine, after: other?.engine) else { Self.refuse() }
    watchItem()
    observers.look()
  }

  /// Ends the process, as AVFoundation's exception does.
  static func refuse() -> Never {
    Misuse.raise("An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
  }

  /// The objects of `items`, in their order.
  func objects(of items: [PlayerItem]) -> [AVPlayerItem] { items.map(object) }

  /// Has copies of `template` that the engine makes be copies of it.
  func setTemplate(_ template: AVPlayerItem?) { state.withLock { $0.template = template } }

  /// Keeps the object of an item that the engine has, and lets go of those that it has no more.
  func keep(_ item: AVPlayerItem) {
    item.player = self
    letGo(exceptOf: item)
    state.withLock { state in
      if !state.items.contains(where: { $0 === item }) { state.items.append(item) }
    }
    applyCriteria()
  }

  /// Lets go of the objects of items that the engine has no more, except of `item`, which it is to get.
  func letGo(exceptOf item: AVPlayerItem? = nil) {
    let engines = engine.items
    // They end outside of the lock: a subclass may look at the player when it does.
    let gone = state.withLock { state in
      let gone = state.items.filter { known in known !== item && !engines.contains { $0 === known.engine } }
      state.items.removeAll { known in gone.contains { $0 === known } }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// Has its items go by its criteria, if these are applied.
  func applyCriteria() {
    guard appliesMediaSelectionCriteriaAutomatically else { return }
    let (items, criteria) = state.withLock { ($0.items, $0.criteria) }
    for item in items { item.prefer(criteria) }
  }

  /// The object of an item of the engine's: a copy of the template where there is none.
  func object(_ engine: PlayerItem) -> AVPlayerItem {
    let (known, template) = state.withLock { state in
      (state.items.first { $0.engine === engine }, state.template)
    }
    if let known { return known }
    let made = template?.copied(engine) ?? AVPlayerItem(engine, of: AVComposition())
    keep(made)
    return made
  }

  // MARK: Changes

  /// Notifies observers of a change of the player or of its item.
  func changed(_ now: PlayerState) {
    watchItem()
    observers.look()
    if now.timeControlStatus == .playing { state.withLock(\.interstitials)?.timeMoves() }
    tellRate(now.rate)
  }

  /// Calls observers of the rate, if it differs from that of their last call: `stated` of a player without interstitial
  /// events, else the rate that programs see, as the engine stops and starts beneath an event.
  func tellRate(_ stated: Float? = nil) {
    let (isOther, isAsked) = state.withLock { state in
      let seen = state.interruption?.rate ?? engine.controls.rate
      let rate = state.interstitials == nil ? stated ?? seen : seen
      defer { state.rate = rate }
      return (state.rate != rate, state.asked == rate)
    }
    guard isOther else { return }
    let reason = isAsked ? [Self.rateDidChangeReasonKey: RateDidChangeReason.setRateCalled] : nil
    NotificationCenter.default.post(name: Self.rateDidChangeNotification, object: self, userInfo: reason)
  }

  /// Follows the status of the current item, which is the player's, too.
  func watchItem() {
    let observation = currentItem?.observe(\.status, options: .initial) { [weak self] item, _ in
      guard let self, item.status == .readyToPlay else { return }
      state.withLock { $0.hasBeenReady = true }
      observers.look()
    }
    let last = state.withLock { state in
      defer { state.itemObservation = observation }
      return state.itemObservation
    }
    last?.invalidate()
  }
}
