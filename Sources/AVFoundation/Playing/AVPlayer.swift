import CoreMedia
public import Foundation
import GstEdit
import Playing
import Rendering
import Synchronization

/// Plays an item (`AVPlayer`).
///
/// Playing follows the machine's clock and feeds the outputs of the item: there is no window and no sound card.
/// Observers and notifications come on threads of the player's own, unless they name a queue. Threads: any. Lock order:
/// `state`, then those of the engine, whose rate is set and read while `state` is held, so that every reader sees whole
/// changes.
open class AVPlayer: NSObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// What plays.
  let engine: PlayerEngine
  let observers = KeyValueObservers()
  let state = Mutex(State())

  /// What changes of a player.
  struct State: Sendable {
    /// The objects of the items that the engine has.
    var items: [AVPlayerItem] = []
    /// What copies that the engine makes are copies of.
    var template: AVPlayerItem?
    var hasBeenReady = false
    /// The rate at the last call of observers.
    var rate: Float = 0
    /// The rate that the program has set last.
    var asked: Float = 0
    var watching: PlayerObservation?
    var itemObservation: NSKeyValueObservation?
    var screens = ScreenChoices()
    var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
    var interstitials: InterstitialSchedule?
    /// What is played in the item's midst; nil where nothing is.
    var interruption: Interruption?
  }

  /// What counts for screens and other devices.
  var screens: ScreenChoices {
    get { state.withLock(\.screens) }
    set { state.withLock { $0.screens = newValue } }
  }

  /// Whether a player can play.
  public enum Status: Int, Sendable {
    /// No item was ready yet.
    case unknown
    /// It can play.
    case readyToPlay
    /// It cannot.
    case failed
  }

  /// Whether a player plays.
  public enum TimeControlStatus: Int, Sendable {
    /// Its rate is 0.
    case paused
    /// It is to play, and waits.
    case waitingToPlayAtSpecifiedRate
    /// It plays.
    case playing
  }

  /// What a player does at an item's end.
  public enum ActionAtItemEnd: Int, Sendable {
    /// It plays the next one, of a queue.
    case advance
    /// It pauses.
    case pause
    /// It stands at the end.
    case none
  }

  /// What a player waits for.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// A word.
    public var rawValue: String
    /// The reason of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Sound was late, and some is made ahead.
    public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// The item is being looked at.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// Something else is played in the midst of the item.
    public static let interstitialEvent = WaitingReason(rawValue: "AVPlayerWaitingDuringInterstitialEventReason")
    /// Others play the same at the same time: never.
    public static let waitingForCoordinatedPlayback = WaitingReason(
      rawValue: "AVPlayerWaitingForCoordinatedPlaybackReason")
    /// There is nothing to be played.
    public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  /// Its rate changed.
  public static let rateDidChangeNotification = Notification.Name("AVPlayerRateDidChangeNotification")

  /// A player of nothing. As in Apple's header all three initializers are designated, so that subclasses inherit and call each.
  public override init() {
    engine = .single(Player(renderer: PlayerCompositor.renderer()))
    super.init()
    watch()
  }

  /// A player of the file at `url`.
  public init(url: URL) {
    engine = .single(Player(renderer: PlayerCompositor.renderer()))
    super.init()
    watch()
    replaceCurrentItem(with: AVPlayerItem(url: url))
  }

  /// A player of `item`. One that is in another player ends the process, as AVFoundation's exception does.
  public init(playerItem item: AVPlayerItem?) {
    engine = .single(Player(renderer: PlayerCompositor.renderer()))
    super.init()
    watch()
    replaceCurrentItem(with: item)
  }

  init(queueOf items: [AVPlayerItem]) {
    engine = .queue(QueuePlayer(items: [], renderer: PlayerCompositor.renderer()))
    super.init()
    watch()
    for item in items { enqueue(item, after: nil) }
  }

  private func watch() {
    let observation = engine.controls.onStateChange { [weak self] in self?.changed($0) }
    state.withLock { $0.watching = observation }
  }

  deinit { state.withLock(\.watching)?.cancel() }

  /// Has `observer` be asked to look at every change.
  public func addKeyValueObserver(_ observer: NSKeyValueObservation) { observers.add(observer) }

  private func setRate(_ rate: Float) {
    guard !rate.isNaN else { return }
    ask(rate)
    if setInterruptionRate(rate) || rate > 0 && beginInterruption(atRate: rate) { return }
    engine.controls.rate = rate
  }

  /// Notes that the program sets `rate`.
  func ask(_ rate: Float) { state.withLock { $0.asked = rate } }

  /// Notifies observers of a change of the player or of its item.
  private func changed(_ now: PlayerState) {
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
  private func watchItem() {
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

  // MARK: Items

  /// What is played.
  open var currentItem: AVPlayerItem? { engine.currentItem.map(object) }

  /// Plays `item` from now on, or nothing. One that is in another player ends the process, as AVFoundation's exception does.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    if let item { keep(item) }
    let isCurrent = item != nil && item === currentItem
    guard isCurrent || exchangeItem({ engine.replaceCurrentItem(with: item?.engine) }) else { Self.refuse() }
    watchItem()
    observers.look()
  }

  /// Puts `item` after `other`, or at the end.
  func enqueue(_ item: AVPlayerItem, after other: AVPlayerItem?) {
    guard case .queue(let queue) = engine else { return }
    keep(item)
    guard queue.insert(item.engine, after: other?.engine) else { Self.refuse() }
    watchItem()
    observers.look()
  }

  private static func refuse() -> Never {
    Misuse.raise("An AVPlayerItem cannot be associated with more than one instance of AVPlayer")
  }

  /// The objects of `items`, in their order.
  func objects(of items: [PlayerItem]) -> [AVPlayerItem] { items.map(object) }

  /// Has copies of `template` that the engine makes be copies of it.
  func setTemplate(_ template: AVPlayerItem?) { state.withLock { $0.template = template } }

  private func keep(_ item: AVPlayerItem) {
    let engines = engine.items + [item.engine]
    item.player = self
    state.withLock { state in
      state.items.removeAll { known in !engines.contains { $0 === known.engine } }
      if !state.items.contains(where: { $0 === item }) { state.items.append(item) }
    }
    applyCriteria()
  }

  /// By what options of its items are chosen.
  var selectionCriteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] { state.withLock(\.criteria) }

  /// Has options that are of `characteristic` be chosen by `criteria`.
  func choose(_ characteristic: AVMediaCharacteristic, by criteria: AVPlayerMediaSelectionCriteria?) {
    state.withLock { $0.criteria[characteristic] = criteria }
    applyCriteria()
  }

  /// Has its items go by its criteria, if these are applied.
  func applyCriteria() {
    guard appliesMediaSelectionCriteriaAutomatically else { return }
    let (items, criteria) = state.withLock { ($0.items, $0.criteria) }
    for item in items { item.prefer(criteria) }
  }

  private func object(_ engine: PlayerItem) -> AVPlayerItem {
    let (known, template) = state.withLock { state in
      (state.items.first { $0.engine === engine }, state.template)
    }
    if let known { return known }
    let made = template?.copied(engine) ?? AVPlayerItem(engine, of: AVComposition())
    keep(made)
    return made
  }

  // MARK: Playing

  /// Whether it can play: once an item was ready.
  open var status: Status {
    let isReady = currentItem?.status == .readyToPlay
    return state.withLock { state in
      if isReady { state.hasBeenReady = true }
      return state.hasBeenReady ? .readyToPlay : .unknown
    }
  }
  /// Why it cannot play: nothing, since what fails is an item.
  open var error: (any Error)? { nil }
  /// Plays at the default rate.
  open func play() { setRate(engine.controls.defaultRate) }
  /// Pauses.
  open func pause() { setRate(0) }
  /// Plays at `rate` at once.
  open func playImmediately(atRate rate: Float) { setRate(rate) }
  /// How fast is played; negative backwards, 0 not at all.
  open var rate: Float {
    get { state.withLock { $0.interruption?.rate ?? engine.controls.rate } }
    set { setRate(newValue) }
  }
  /// The rate of ``play()``.
  open var defaultRate: Float {
    get { engine.controls.defaultRate }
    set { engine.controls.defaultRate = newValue }
  }
  /// Whether it plays.
  open var timeControlStatus: TimeControlStatus {
    if let rate = state.withLock(\.interruption)?.rate { return rate == 0 ? .paused : .waitingToPlayAtSpecifiedRate }
    return TimeControlStatus(rawValue: engine.controls.timeControlStatus.rawValue) ?? .paused
  }
  /// What it waits for; nil where it does not.
  open var reasonForWaitingToPlay: WaitingReason? {
    if let rate = state.withLock(\.interruption)?.rate { return rate == 0 ? nil : .interstitialEvent }
    return switch engine.controls.reasonForWaitingToPlay {
    case .noItemToPlay?: .noItemToPlay
    case .evaluatingBufferingRate?: .evaluatingBufferingRate
    case .toMinimizeStalls?: .toMinimizeStalls
    case nil: nil
    }
  }
  /// Whether playing begins only when the first picture is ready.
  open var automaticallyWaitsToMinimizeStalling: Bool {
    get { engine.controls.automaticallyWaitsToMinimizeStalling }
    set { engine.controls.automaticallyWaitsToMinimizeStalling = newValue }
  }
  /// What happens at an item's end: `pause` unless changed, of a queue `advance`.
  open var actionAtItemEnd: ActionAtItemEnd {
    get { ActionAtItemEnd(rawValue: engine.controls.actionAtItemEnd.rawValue) ?? .pause }
    set { engine.controls.actionAtItemEnd = .init(rawValue: newValue.rawValue) ?? .pause }
  }
  /// How loud it is, 0…1.
  open var volume: Float {
    get { engine.controls.volume }
    set { engine.controls.volume = newValue }
  }
  /// Whether it is silent.
  open var isMuted: Bool {
    get { engine.controls.isMuted }
    set { engine.controls.isMuted = newValue }
  }

  // MARK: Times

  /// Where the current item is; zero where there is none.
  open func currentTime() -> CMTime { engine.controls.currentTime().inMovieUnits }

  /// Goes to `time`, or wherever near it is shown soonest.
  ///
  /// A time that is not numeric ends the process, with the words of AVFoundation's exception.
  open func seek(to time: CMTime) {
    seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`; with zero for both exactly there.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
  }

  /// Goes to `time`, or wherever near it is shown soonest, and calls `completionHandler` once: with true when the picture is shown, with
  /// false where a newer seek has ended this one.
  open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`, and calls `completionHandler` once.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    SeekTime.demand(time)
    noteSeek()
    engine.controls.seek(
      to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, completionHandler: completionHandler)
  }

  // MARK: Observers

  /// Has `block` be called on `queue`, the main one if nil, at every multiple of `interval` that the item's time passes, and whenever it jumps,
  /// starts or stops, until what is returned is removed.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    let observer = TimeObserver(on: queue)
    let observation = engine.controls.addPeriodicTimeObserver(forInterval: interval) { time in
      observer.call { block(time.inMovieUnits) }
    }
    guard let observation else {
      Misuse.raise("-[AVPlayer addPeriodicTimeObserverForInterval:queue:usingBlock:] interval must be positive")
    }
    observer.keep(observation)
    return observer
  }

  /// Has `block` be called on `queue`, the main one if nil, whenever the item's time passes one of `times`, boxed, while it plays, until what
  /// is returned is removed.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    let observer = TimeObserver(on: queue)
    let observation = engine.controls.addBoundaryTimeObserver(forTimes: times.map(\.timeValue)) {
      observer.call(block)
    }
    guard let observation else {
      Misuse.raise("-[AVPlayer addBoundaryTimeObserverForTimes:queue:usingBlock:] times must not be empty")
    }
    observer.keep(observation)
    return observer
  }

  /// Ends an observer: what is on its way to a queue is not called any more.
  open func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimeObserver else {
      Misuse.raise("An instance of AVPlayer cannot remove a time observer that was not added by it")
    }
    observer.end()
  }
}
