import CoreMedia
import Foundation
import Synchronization

/// The events of a player, which plays nothing while another one plays the items of one of them.
///
/// ```
///  primary       ──────▶│ stands still                      │──────▶  from the event's time and its offset
///  interstitials        │─ item ─▶─ item ─▶ over, or limit ─│
///
///  claim ──▶ begin ──▶ items end or fail ──▶ end ──▶ finish          a run: the next one is claimed once it is finished
/// ```
///
/// Calls of the program claim, end and abandon a run at once, at any step; a run begins and is finished on a queue,
/// step by step. Each step checks whether the run was ended meanwhile: so it is finished after all its steps, once.
/// Threads: any. Lock order: `state`, then an event's; no player is called while it is held.
final class InterstitialSchedule: @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Player of the events' items.
  let player = AVQueuePlayer()
  private weak let primary: AVPlayer?
  private let queue = DispatchQueue(label: "AVPlayerInterstitialEvent")
  private let state = Mutex(State())

  /// One playing of an event.
  struct Run: @unchecked Sendable {
    // @unchecked: observers are objects that are used from anywhere.
    /// Number of the run.
    let number: Int
    /// Event that is played.
    let event: AVPlayerInterstitialEvent
    /// Durations of its items, but for those that failed.
    fileprivate var lengths: [ObjectIdentifier: CMTime] = [:]
    /// Whether its items are in the player.
    fileprivate var hasItems = false
    fileprivate var isEnded = false
    /// Time at which the primary player goes on; nil for its present one.
    fileprivate var resumption: CMTime?
    fileprivate var observers: [any NSObjectProtocol] = []
  }

  private struct State: @unchecked Sendable {
    // @unchecked: observers are objects that are used from anywhere.
    var events: [AVPlayerInterstitialEvent] = []
    var run: Run?
    var runCount = 0
    var timeObservers: [Any] = []
    var played: Set<ObjectIdentifier> = []
    /// The events that have ended since the primary player's time moved: where it stands they are not played again.
    var passed: Set<ObjectIdentifier> = []
    var monitors: [Weak] = []
    var observation: NSKeyValueObservation?
  }

  private struct Weak: Sendable { weak var monitor: AVPlayerInterstitialEventMonitor? }

  init(_ primary: AVPlayer) {
    self.primary = primary
    let observation = NSKeyValueObservation { [weak self] in
      guard let self else { return }
      queue.async { self.leave(nil, hasFailed: false) }
    }
    player.keyValueObservers.add(observation)
    state.withLock { $0.observation = observation }
  }

  deinit {
    for observer in state.withLock({ $0.run?.observers ?? [] }) { NotificationCenter.default.removeObserver(observer) }
  }

  var events: [AVPlayerInterstitialEvent] { state.withLock(\.events) }
  var current: AVPlayerInterstitialEvent? { state.withLock { $0.run.flatMap { $0.isEnded ? nil : $0.event } } }

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
        self?.reach(event)
      }
    }
    let last = state.withLock { state in
      defer { (state.events, state.timeObservers, state.played, state.passed) = (events, observers, [], []) }
      return state.timeObservers
    }
    for observer in last { primary?.removeTimeObserver(observer) }
    tell(AVPlayerInterstitialEventMonitor.eventsDidChangeNotification)
  }

  // MARK: Beginning

  /// Takes the event that is where the primary player is about to start, at `time`; nil where there is none.
  func claim(at time: CMTime) -> Run? { claim { $0.time == time && !$1.contains(ObjectIdentifier($0)) } }

  /// Begins `run`, behind the caller's back.
  func begin(_ run: Run) { queue.async { self.start(run) } }

  /// The primary player has played to the time of `event`.
  private func reach(_ event: AVPlayerInterstitialEvent) {
    // A seek that came since leads somewhere else.
    guard let primary, !primary.isSeeking(elsewhereThan: event.time), let run = claim({ one, _ in one === event })
    else { return }
    start(run)
  }

  /// Takes the first event that `isMeant` finds, given those that have been passed, and that may be played now.
  private func claim(_ isMeant: (AVPlayerInterstitialEvent, Set<ObjectIdentifier>) -> Bool) -> Run? {
    guard let item = primary?.currentItem else { return nil }
    return state.withLock { state in
      guard state.run == nil else { return nil }
      let event = state.events.first { event in
        guard event.primaryItem === item, isMeant(event, state.passed) else { return false }
        return !event.willPlayOnce || !state.played.contains(ObjectIdentifier(event))
      }
      guard let event else { return nil }
      state.played.insert(ObjectIdentifier(event))
      state.runCount += 1
      let run = Run(number: state.runCount, event: event)
      state.run = run
      return run
    }
  }

  private func start(_ run: Run) {
    guard let primary else { return }
    guard isUnderWay(run) else { return leaveEnded(run) }
    guard primary.interrupt(for: run) else { return end(run.number) }
    guard isUnderWay(run) else { return leaveEnded(run) }
    let items = items(of: run)
    guard isUnderWay(run) else { return }
    tell(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification)
    guard isUnderWay(run) else { return }
    let observers = items.flatMap { [observer($0, ended: true), observer($0, ended: false)] }
    player.removeAllItems()
    for item in items where player.canInsert(item, after: nil) { player.insert(item, after: nil) }
    edit(run.number) { ($0.observers, $0.hasItems) = (observers, true) }
    guard !items.isEmpty else { return end(run.number) }
    guard isUnderWay(run) else { return }
    player.rate = primary.rate
  }

  /// Whether `run` was begun and not ended.
  private func isUnderWay(_ run: Run) -> Bool {
    state.withLock { $0.run.map { $0.number == run.number && !$0.isEnded } ?? false }
  }

  /// Has the primary player go on, where `run` was finished before that came to wait for it; else it goes on when the run is finished.
  private func leaveEnded(_ run: Run) {
    guard state.withLock({ $0.run?.number != run.number }) else { return }
    primary?.resume(run.number)
  }

  private func observer(_ item: AVPlayerItem, ended: Bool) -> any NSObjectProtocol {
    let name: Notification.Name = ended ? .AVPlayerItemDidPlayToEndTime : .AVPlayerItemFailedToPlayToEndTime
    return NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [weak self] notice in
      guard let self, let item = notice.object as? AVPlayerItem else { return }
      queue.async { self.leave(item, hasFailed: !ended) }
    }
  }

  /// Copies of the items of the event of `run`, as many as its limit has room for.
  private func items(of run: Run) -> [AVPlayerItem] {
    let event = run.event
    let limit = event.playoutLimit.isNumeric && event.playoutLimit > .zero ? event.playoutLimit : .positiveInfinity
    var (length, items): (CMTime, [AVPlayerItem]) = (.zero, [])
    var lengths: [ObjectIdentifier: CMTime] = [:]
    for template in event.templateItems where length < limit {
      guard let item = template.copy() as? AVPlayerItem else { continue }
      let whole = item.asset.duration
      // What cannot be read is left out.
      guard whole.isNumeric, whole > .zero else { continue }
      let duration = item.forwardPlaybackEndTime.isNumeric ? item.forwardPlaybackEndTime : whole
      if length + duration > limit { item.forwardPlaybackEndTime = limit - length }
      lengths[ObjectIdentifier(item)] = min(limit - length, duration)
      length = min(limit, length + duration)
      items.append(item)
    }
    edit(run.number) { $0.lengths = lengths }
    return items
  }

  // MARK: Playing

  /// Plays the items at `rate`, and notifies observers.
  func follow(_ rate: Float) {
    if state.withLock({ $0.run.map { $0.hasItems && !$0.isEnded } ?? false }) { player.rate = rate }
    queue.async {
      guard let primary = self.primary else { return }
      primary.tellRate()
      // What came while the items were put in the player was not heeded by it.
      guard let run = self.state.withLock(\.run), run.hasItems, !run.isEnded, self.player.rate != primary.rate else {
        return
      }
      self.player.rate = primary.rate
    }
  }

  /// The primary player's time moves, by itself or to where it is sought: events that it has passed may come again.
  func timeMoves() { state.withLock { $0.passed = [] } }

  /// Takes `item` out, if it is not nil and still there, as it is over or has failed, and plays on; ends the event with the last one.
  private func leave(_ item: AVPlayerItem?, hasFailed: Bool) {
    guard let primary, let run = state.withLock(\.run), run.hasItems, !run.isEnded else { return }
    let isThere = item.map { item in player.items().contains { $0 === item } } ?? false
    if let item, isThere {
      if hasFailed { edit(run.number) { $0.lengths[ObjectIdentifier(item)] = nil } }
      player.remove(item)
    }
    if player.items().isEmpty { return end(run.number) }
    if isThere { player.rate = primary.rate }
  }

  private func edit(_ number: Int, _ edit: (inout Run) -> Void) {
    state.withLock { state in
      guard var run = state.run, run.number == number else { return }
      edit(&run)
      state.run = run
    }
  }

  // MARK: Ending

  /// Ends the current event; the primary player goes on `offset` behind its time, or at the event's own offset if nil.
  func endCurrent(offset: CMTime?) {
    guard let number = state.withLock({ $0.run?.number }) else { return }
    end(number, offset: offset)
  }

  private func end(_ number: Int, offset: CMTime? = nil) {
    let isUnderWay = state.withLock { state in
      guard var run = state.run, run.number == number, !run.isEnded else { return false }
      let wanted = offset ?? run.event.resumptionOffset
      run.resumption = run.event.time + (wanted.isNumeric ? wanted : run.lengths.values.reduce(.zero, +))
      run.isEnded = true
      state.run = run
      state.passed.insert(ObjectIdentifier(run.event))
      return true
    }
    guard isUnderWay else { return }
    if offset != nil { primary?.disregardSeeks(before: number) }
    player.removeAllItems()
    queue.async { self.finish(number) }
  }

  /// Ends what is under way: the primary player has another item. The number of the run, if there is one.
  func abandon() -> Int? {
    let last = state.withLock { state in
      let last = state.run
      state.passed = []
      state.run?.isEnded = true
      state.run?.resumption = nil
      return last
    }
    guard let last else { return nil }
    if !last.isEnded {
      player.removeAllItems()
      queue.async { self.finish(last.number) }
    }
    return last.number
  }

  /// Has the primary player go on, once no step of the run called `number` is under way.
  private func finish(_ number: Int) {
    guard let run = state.withLock(\.run), run.number == number else { return }
    for observer in run.observers { NotificationCenter.default.removeObserver(observer) }
    player.removeAllItems()
    primary?.resume(number, of: run.event, at: run.resumption)
    state.withLock { $0.run = nil }
    tell(AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification)
  }

  private func tell(_ name: Notification.Name) {
    for monitor in state.withLock(\.monitors).compactMap(\.monitor) {
      NotificationCenter.default.post(name: name, object: monitor)
    }
  }
}
