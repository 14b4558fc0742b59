import CoreMedia
public import Foundation
import Playing
import Synchronization
import Waiting

/// Times of a player.
extension AVPlayer {
  /// Where the current item is; zero where there is none.
  public func currentTime() -> CMTime { engine.controls.currentTime().inMovieUnits }

  /// Goes to `time`, or wherever near it is shown soonest.
  ///
  /// A time that is not numeric ends the process, with the words of AVFoundation's exception.
  public func seek(to time: CMTime) {
    seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`; with zero for both exactly there.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
  }

  /// Goes to `time`, or wherever near it is shown soonest, and calls `completionHandler` once: with true when the picture is shown, with
  /// false where a newer seek has ended this one.
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    seek(
      to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
      completionHandler: completionHandler)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`, and calls `completionHandler` once.
  public func seek(
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
  public func seek(to time: CMTime) async -> Bool {
    await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  }

  /// Goes to a time from `time` − `toleranceBefore` to `time` + `toleranceAfter`; true when the picture is shown.
  @discardableResult
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
    SeekTime.demand(time)
    noteSeek()
    return await engine.controls.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
  }

  /// Goes to what is of `date`; nothing happens where the item has no dates of its own, as files have none.
  public func seek(to date: Date) { seek(to: date) { _ in } }
  /// Goes to what is of `date`, and calls `completionHandler` once: with false where the item has no dates of its own, as files have none.
  public func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let currentItem else { return completionHandler(false) }
    currentItem.seek(to: date, completionHandler: completionHandler)
  }
  /// Goes to what is of `date`; false where the item has no dates of its own, as files have none.
  @discardableResult
  public func seek(to date: Date) async -> Bool {
    await withCheckedContinuation { continuation in seek(to: date) { continuation.resume(returning: $0) } }
  }

  /// Has the item stand at `itemTime` exactly when the machine's clock shows `hostClockTime`, and go on at `rate`.
  ///
  /// While an interstitial event is played, the event goes on at `rate` at once, and the item at `itemTime`, where that is numeric, behind it:
  /// when that will be depends on the event, not on `hostClockTime`. An event at `itemTime` itself is not played.
  public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    ask(rate)
    if setInterruptionRate(rate) {
      if itemTime.isNumeric { seek(to: itemTime, toleranceBefore: .zero, toleranceAfter: .zero) }
      return
    }
    engine.controls.setRate(rate, time: itemTime, atHostTime: hostClockTime)
  }

  /// Makes ready what is played first at `rate`, and calls `completionHandler` once: with whether it is.
  public func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    Task.detached(executorPreference: WorkerThreads.shared) { [engine] in
      let isReady = await engine.controls.preroll(atRate: rate)
      completionHandler?(isReady)
    }
  }

  /// Makes ready what is played first at `rate`; true when it is.
  @discardableResult
  public func preroll(atRate rate: Float) async -> Bool { await engine.controls.preroll(atRate: rate) }

  // MARK: Observers

  /// Has `block` be called on `queue`, the main one if nil, at every multiple of `interval` that the item's time passes, and whenever it jumps,
  /// starts or stops, until what is returned is removed.
  public func addPeriodicTimeObserver(
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
  public func addBoundaryTimeObserver(
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
  public func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimeObserver else {
      Misuse.raise("An instance of AVPlayer cannot remove a time observer that was not added by it")
    }
    observer.end()
  }
}

/// What an observer of times is removed by.
///
/// Threads: any. Lock order: only `state`.
private final class TimeObserver: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock, and queues may be used from anywhere.
  private let queue: DispatchQueue
  private let state = Mutex<(observation: PlayerObservation?, isActive: Bool)>((nil, true))

  init(on queue: DispatchQueue?) {
    self.queue = queue ?? .main
    super.init()
  }

  func keep(_ observation: PlayerObservation) { state.withLock { $0.observation = observation } }

  /// Calls `body` on the queue, unless it has ended until then.
  func call(_ body: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      if state.withLock(\.isActive) { body() }
    }
  }

  func end() {
    let observation = state.withLock { state in
      state.isActive = false
      return state.observation
    }
    observation?.cancel()
  }
}
