import CoreMedia
public import Foundation
import Playing
import Synchronization
import Waiting

/// Times of a player.
extension AVPlayer {
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
}

/// What an observer of times is removed by.
///
/// Threads: any. Lock order: only `state`.
final class TimeObserver: NSObject, @unchecked Sendable {
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
