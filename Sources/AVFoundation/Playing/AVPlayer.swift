public import CoreMedia
public import Foundation
import GstEdit
import Playing
import Rendering
import Synchronization
import Waiting

/// Plays an item (`AVPlayer`).
///
/// Playing follows the machine's clock and feeds the outputs of the item: there is no window and no sound card.
/// Observers and notifications come on threads of the player's own, unless they name a queue. Threads: any. Lock order:
/// `state`, then those of the engine, whose rate is set and read while `state` is held, so that every reader sees whole
/// changes.
open class AVPlayer: KeyValueObject, AVKeyValueObservable, @unchecked Sendable {
  // @unchecked: what changes is under a lock.
  /// Engine that plays.
  let engine: PlayerEngine
  let observers = KeyValueObservers()
  let state = Mutex(State())

  /// State of a player.
  struct State: Sendable {
    /// The objects of the items that the engine has.
    var items: [AVPlayerItem] = []
    /// Item whose copies stand for copies that the engine makes.
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
    /// Interruption that is played in the item's midst; nil where there is none.
    var interruption: Interruption?
  }

  /// Settings for screens and other devices.
  var screens: ScreenChoices {
    get { state.withLock(\.screens) }
    set { state.withLock { $0.screens = newValue } }
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

  /// Observers of its properties.
  public var keyValueObservers: KeyValueObservers { observers }

  private func setRate(_ rate: Float) {
    guard !rate.isNaN else { return }
    ask(rate)
    if setInterruptionRate(rate) || rate > 0 && beginInterruption(atRate: rate) { return }
    engine.controls.rate = rate
  }

  /// Notes that the program sets `rate`.
  func ask(_ rate: Float) { state.withLock { $0.asked = rate } }

  // MARK: Items

  /// Item that is played.
  open var currentItem: AVPlayerItem? { engine.currentItem.map(object) }

  /// Plays `item` from now on, or nothing. One that is in another player ends the process, as AVFoundation's exception does.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    if let item { keep(item) }
    let isCurrent = item != nil && item === currentItem
    guard isCurrent || exchangeItem({ engine.replaceCurrentItem(with: item?.engine) }) else { Self.refuse() }
    letGo(exceptOf: item)
    watchItem()
    observers.look()
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
  /// Error by which it cannot play: none, since what fails is an item.
  open var error: (any Error)? { nil }
  /// Plays at the default rate.
  open func play() { setRate(engine.controls.defaultRate) }
  /// Pauses.
  open func pause() { setRate(0) }
  /// Plays at `rate` at once.
  open func playImmediately(atRate rate: Float) { setRate(rate) }
  /// Rate of playing; negative backwards, 0 while paused.
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
  /// Reason for which it waits; nil where it does not.
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
  /// Action at an item's end: `pause` unless changed, of a queue `advance`.
  open var actionAtItemEnd: ActionAtItemEnd {
    get { ActionAtItemEnd(rawValue: engine.controls.actionAtItemEnd.rawValue) ?? .pause }
    set { engine.controls.actionAtItemEnd = .init(rawValue: newValue.rawValue) ?? .pause }
  }
  /// Volume, 0…1.
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

  /// Time of the current item; zero where there is none.
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

  /// Goes to `time`, or wherever near it is shown soonest; true when the picture is shown.
  @discardableResult
  open func seek(to time: CMTime) async -> Bool {
    await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`; true when the picture is shown.
  @discardableResult
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    SeekTime.demand(time)
    noteSeek()
    return await engine.controls.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
  }

  /// Goes to what is of `date`; nothing happens where the item has no dates of its own, as files have none.
  open func seek(to date: Date) { seek(to: date) { _ in } }
  /// Goes to what is of `date`, and calls `completionHandler` once: with false where the item has no dates of its own, as files have none.
  open func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let currentItem else { return completionHandler(false) }
    currentItem.seek(to: date, completionHandler: completionHandler)
  }
  /// Goes to what is of `date`; false where the item has no dates of its own, as files have none.
  @discardableResult
  open func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: date) { continuation.resume(returning: $0) } }
  }

  /// Has the item stand at `itemTime` exactly when the machine's clock shows `hostClockTime`, and go on at `rate`.
  ///
  /// While an interstitial event is played, the event goes on at `rate` at once, and the item at `itemTime`, where that is numeric, behind it:
  /// when that will be depends on the event, not on `hostClockTime`. An event at `itemTime` itself is not played.
  open func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    ask(rate)
    if setInterruptionRate(rate) {
      if itemTime.isNumeric { seek(to: itemTime, toleranceBefore: .zero, toleranceAfter: .zero) }
      return
    }
    engine.controls.setRate(rate, time: itemTime, atHostTime: hostClockTime)
  }

  /// Makes ready what is played first at `rate`, and calls `completionHandler` once: with whether it is.
  open func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    Task.detached(executorPreference: WorkerThreads.shared) { [engine] in
      let isReady = await engine.controls.preroll(atRate: rate)
      completionHandler?(isReady)
    }
  }

  /// Makes ready what is played first at `rate`; true when it is.
  @discardableResult
  open func preroll(atRate rate: Float) async -> Bool { await engine.controls.preroll(atRate: rate) }

  /// Ends prerolls under way; their handlers are called with false.
  open func cancelPendingPrerolls() { engine.controls.cancelPendingPrerolls() }

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

  // MARK: Options

  /// Whether options are chosen by the player's criteria (``setMediaSelectionCriteria(_:forMediaCharacteristic:)``).
  /// The user's languages are not known here: without criteria the tracks that the file enables are played.
  open var appliesMediaSelectionCriteriaAutomatically: Bool {
    get { screens.appliesMediaSelection }
    set {
      screens.appliesMediaSelection = newValue
      applyCriteria()
    }
  }

  /// Selects options of `mediaCharacteristic` (`.audible`, `.legible`, `.visual`) by `criteria` in all items of the
  /// player that have no explicit selection; by the files' defaults if nil. Only as long as
  /// ``appliesMediaSelectionCriteriaAutomatically``.
  open func setMediaSelectionCriteria(
    _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) {
    state.withLock { $0.criteria[mediaCharacteristic] = criteria }
    applyCriteria()
  }

  /// Criteria by which options of `mediaCharacteristic` are chosen; nil for the files' defaults.
  open func mediaSelectionCriteria(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVPlayerMediaSelectionCriteria? {
    state.withLock { $0.criteria[mediaCharacteristic] }
  }

  // MARK: Screens

  /// Whether pictures may be shown by another device. There is none.
  open var allowsExternalPlayback: Bool {
    get { screens.allowsExternalPlayback }
    set { screens.allowsExternalPlayback = newValue }
  }
  /// Whether pictures are shown by another device: never.
  open var isExternalPlaybackActive: Bool { false }
  /// Whether another screen is used as long as it shows something else. There is none.
  open var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
    get { screens.usesExternalPlayback }
    set { screens.usesExternalPlayback = newValue }
  }
  /// Whether the screen stays on. There is none.
  open var preventsDisplaySleepDuringVideoPlayback: Bool {
    get { screens.preventsDisplaySleep }
    set { screens.preventsDisplaySleep = newValue }
  }
  /// The treatment of pictures when a program leaves the screen. None is on one.
  open var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
    get { screens.backgroundPolicy }
    set { screens.backgroundPolicy = newValue }
  }
  /// Placing of pictures on another device's screen. There is none.
  open var externalPlaybackVideoGravity: AVLayerVideoGravity {
    get { screens.externalGravity }
    set { screens.externalGravity = newValue }
  }
  /// Whether captions are shown; false unless set. No text is shown here.
  @available(*, deprecated, message: "Use setMediaSelectionCriteria(_:forMediaCharacteristic:)")
  open var isClosedCaptionDisplayEnabled: Bool {
    get { screens.showsClosedCaptions }
    set { screens.showsClosedCaptions = newValue }
  }
  /// The clock by which items are played; nil for the machine's, which is the one there is.
  open var sourceClock: CMClock? {
    get { screens.sourceClock }
    set { screens.sourceClock = newValue }
  }
}
