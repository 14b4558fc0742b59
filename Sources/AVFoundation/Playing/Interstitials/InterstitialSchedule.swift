import CoreMedia
import Foundation
import Synchronization

/// The events of a player, which plays nothing while another one plays the items of one of them.
///
/// ```
///  primary       ──────▶│ stands still                      │──────▶  from the event's time and its offset
///  interstitials        │─ item ─▶─ item ─▶ over, or limit ─│
/// ```
///
/// Threads: any; events begin and end on a queue of its own. Lock order: only `state`; no player is asked while it is held.
final class InterstitialSchedule: @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// What plays the items of events.
  let player = AVQueuePlayer()
  private weak let primary: AVPlayer?
  private let queue = DispatchQueue(label: "AVPlayerInterstitialEvent")
  private let state = Mutex(State())

  private struct State: @unchecked Sendable {
    // @unchecked: observers are objects that are used from anywhere.
    var events: [AVPlayerInterstitialEvent] = []
    var current: AVPlayerInterstitialEvent?
    /// How long the current event is, as far as its items say.
    var length = CMTime.zero
    var timeObservers: [Any] = []
    var endObservers: [any NSObjectProtocol] = []
    var played: Set<ObjectIdentifier> = []
    var monitors: [Weak] = []
  }

  private struct Weak: Sendable { weak var monitor: AVPlayerInterstitialEventMonitor? }

  init(_ primary: AVPlayer) { self.primary = primary }

  deinit { for observer in state.withLock(\.endObservers) { NotificationCenter.default.removeObserver(observer) } }

  var events: [AVPlayerInterstitialEvent] { state.withLock(\.events) }
  var current: AVPlayerInterstitialEvent? { state.withLock(\.current) }

  func add(_ monitor: AVPlayerInterstitialEventMonitor) {
    state.withLock { state in
      state.monitors.removeAll { $0.monitor == nil }
      state.monitors.append(Weak(monitor: monitor))
    }
  }

  /// Has `events` be played, and no others.
  func set(_ events: [AVPlayerInterstitialEvent]) {
    let events = events.sorted { $0.time < $1.time }
    let observers = events.filter { $0.time.isNumeric }.compactMap { event in
      primary?.addBoundaryTimeObserver(forTimes: [NSValue(time: event.time)], queue: queue) { [weak self] in
        self?.begin(event)
      }
    }
    let last = state.withLock { state in
      defer { (state.events, state.timeObservers, state.played) = (events, observers, []) }
      return state.timeObservers
    }
    for observer in last { primary?.removeTimeObserver(observer) }
    tell(AVPlayerInterstitialEventMonitor.eventsDidChangeNotification)
  }

  /// The event that is where the primary player is about to start, at `time`; nil where there is none.
  func event(at time: CMTime) -> AVPlayerInterstitialEvent? {
    current == nil ? events.first { $0.time == time && mayPlay($0) } : nil
  }

  /// Begins `event`, behind the caller's back.
  func play(_ event: AVPlayerInterstitialEvent) { queue.async { self.begin(event) } }

  private func mayPlay(_ event: AVPlayerInterstitialEvent) -> Bool {
    guard let item = event.primaryItem, item === primary?.currentItem else { return false }
    return !(event.willPlayOnce && state.withLock { $0.played.contains(ObjectIdentifier(event)) })
  }

  private func begin(_ event: AVPlayerInterstitialEvent) {
    guard let primary, mayPlay(event) else { return }
    let isFree = state.withLock { state in
      guard state.current == nil else { return false }
      state.current = event
      state.played.insert(ObjectIdentifier(event))
      return true
    }
    guard isFree else { return }
    primary.interrupt(at: event.time)
    let items = items(of: event)
    let names: [Notification.Name] = [.AVPlayerItemDidPlayToEndTime, .AVPlayerItemFailedToPlayToEndTime]
    let observers = items.last.map { last in
      names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: last, queue: nil) { [weak self] _ in
          guard let self else { return }
          queue.async { self.end(event) }
        }
      }
    }
    state.withLock { $0.endObservers = observers ?? [] }
    tell(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification)
    player.removeAllItems()
    for item in items where player.canInsert(item, after: nil) { player.insert(item, after: nil) }
    guard !items.isEmpty else { return end(event) }
    player.rate = primary.rate
  }

  /// Copies of the items of `event`, as many as its limit has room for.
  private func items(of event: AVPlayerInterstitialEvent) -> [AVPlayerItem] {
    let limit = event.playoutLimit.isNumeric && event.playoutLimit > .zero ? event.playoutLimit : .positiveInfinity
    var (length, items): (CMTime, [AVPlayerItem]) = (.zero, [])
    for template in event.templateItems where length < limit {
      guard let item = template.copy() as? AVPlayerItem else { continue }
      let duration = item.asset.duration
      // What cannot be read is left out.
      guard duration.isNumeric, duration > .zero else { continue }
      if length + duration > limit { item.forwardPlaybackEndTime = limit - length }
      length = min(limit, length + duration)
      items.append(item)
    }
    state.withLock { $0.length = length }
    return items
  }

  /// Ends `event`, if it is under way; the primary player goes on `offset` behind its time, nil for as it says itself.
  func end(_ event: AVPlayerInterstitialEvent, offset: CMTime? = nil) {
    let length: CMTime? = state.withLock { state in
      guard state.current === event else { return nil }
      state.current = nil
      return state.length
    }
    guard let length else { return }
    forgetItems()
    let wanted = offset ?? event.resumptionOffset
    primary?.resume(at: event.time + (wanted.isNumeric ? wanted : length))
    tell(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification)
  }

  /// Ends what is under way: the primary player has another item.
  func abandon() {
    let isUnderWay = state.withLock { state in
      defer { state.current = nil }
      return state.current != nil
    }
    guard isUnderWay else { return }
    forgetItems()
    tell(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification)
  }

  private func forgetItems() {
    let observers = state.withLock { state in
      defer { state.endObservers = [] }
      return state.endObservers
    }
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    player.removeAllItems()
  }

  private func tell(_ name: Notification.Name) {
    for monitor in state.withLock(\.monitors).compactMap(\.monitor) {
      NotificationCenter.default.post(name: name, object: monitor)
    }
  }
}
