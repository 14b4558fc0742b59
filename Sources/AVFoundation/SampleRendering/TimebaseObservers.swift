import CoreMedia
import Foundation
import MediaTime
import Synchronization

/// Observers that are called when a timebase passes times.
///
/// ```
///  timebase ──┬─────┬─────┬──►   the next time, in the machine's: a timer ─► the calls on their queues ─► the next
/// ```
///
/// Threads: any. Lock order: only `state`; nothing is called while it is held.
final class TimebaseObservers: Sendable {
  private struct State: Sendable {
    var observers: [TimebaseObserver] = []
    /// Time up to which calls were made.
    var passed = CMTime.zero
    /// Number of times that the timer was set: an older one does nothing.
    var timer = 0

    /// Observers whose times lie behind the passed one, up to `now`.
    func due(at now: CMTime, isForward: Bool) -> [TimebaseObserver] {
      observers.filter { observer in
        observer.next(after: passed, isForward: isForward).map { isForward ? $0 <= now : $0 >= now } ?? false
      }
    }
  }

  /// The longest that is waited before the time is looked at anew, in seconds.
  private static let longestWait = 1.0

  private let timebase: CMTimebase
  private let queue = DispatchQueue(label: "AVSampleBufferRenderSynchronizer")
  private let state = Mutex(State())

  /// Observers of `timebase`, whose changes are reported by ``timebaseChanged()``.
  init(of timebase: CMTimebase) { self.timebase = timebase }

  /// Has `observer` be called from now on.
  func add(_ observer: TimebaseObserver) {
    catchUp()
    state.withLock { state in
      if state.observers.isEmpty { state.passed = timebase.time }
      state.observers.append(observer)
    }
    setTimer()
  }

  /// Calls `observer` no more; false where it is none of these.
  func remove(_ observer: TimebaseObserver) -> Bool {
    let isKnown = state.withLock { state in
      defer { state.observers.removeAll { $0 === observer } }
      return state.observers.contains { $0 === observer }
    }
    observer.end()
    return isKnown
  }

  /// Goes on from where the timebase is now. Periodic observers are called, and those of one call that it jumped over.
  func timebaseChanged() {
    let now = timebase.time
    let due = state.withLock { state in
      let once = state.due(at: now, isForward: now > state.passed).filter(\.isOnce)
      state.observers.removeAll { observer in once.contains { $0 === observer } }
      state.passed = now
      return state.observers.filter(\.isPeriodic) + once
    }
    for observer in due { observer.call(at: now) }
    setTimer()
  }

  private func setTimer() {
    let (now, rate) = (timebase.time, timebase.rate)
    let (number, next) = state.withLock { state in
      state.timer += 1
      guard rate != 0, now.isNumeric else { return (state.timer, CMTime?.none) }
      let times = state.observers.compactMap { $0.next(after: state.passed, isForward: rate > 0) }
      return (state.timer, rate > 0 ? times.min() : times.max())
    }
    guard let next else { return }
    let wait = min(max(0, (next - now).seconds / rate), Self.longestWait)
    queue.asyncAfter(deadline: .now() + wait) { [weak self] in self?.look(number) }
  }

  private func look(_ number: Int) {
    guard state.withLock({ $0.timer == number }) else { return }
    catchUp()
    setTimer()
  }

  /// Calls those whose times have passed since the last look, as the timebase goes.
  func catchUp() {
    let (now, rate) = (timebase.time, timebase.rate)
    let due: [TimebaseObserver] = state.withLock { state in
      let isForward = rate >= 0
      guard isForward ? now > state.passed : now < state.passed else { return [] }
      let due = state.due(at: now, isForward: isForward)
      state.observers.removeAll { observer in observer.isOnce && due.contains { $0 === observer } }
      state.passed = now
      return due
    }
    for observer in due { observer.call(at: now) }
  }
}

/// An observer of a timebase's times, which is called on a queue.
///
/// Threads: any. Lock order: only `isActive`.
final class TimebaseObserver: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock, and queues may be used from anywhere.
  private enum Kind: Sendable {
    /// At every multiple of a duration.
    case periodic(CMTime)
    /// At times, in order.
    case boundary([CMTime])
    /// At a time, once.
    case once(CMTime)
  }

  private let kind: Kind
  private let queue: DispatchQueue
  private let body: @Sendable (CMTime) -> Void
  private let isActive = Mutex(true)

  private init(_ kind: Kind, on queue: DispatchQueue?, _ body: @escaping @Sendable (CMTime) -> Void) {
    (self.kind, self.queue, self.body) = (kind, queue ?? .main, body)
    super.init()
  }

  /// One that is called at every multiple of `interval`; nil where that is not positive.
  static func periodic(
    _ interval: CMTime, on queue: DispatchQueue?, _ body: @escaping @Sendable (CMTime) -> Void
  ) -> TimebaseObserver? {
    interval.isNumeric && interval > .zero ? TimebaseObserver(.periodic(interval), on: queue, body) : nil
  }

  /// One that is called at `times`; nil where none of them is numeric.
  static func boundary(
    _ times: [CMTime], on queue: DispatchQueue?, _ body: @escaping @Sendable (CMTime) -> Void
  ) -> TimebaseObserver? {
    let times = times.filter(\.isNumeric).sorted()
    return times.isEmpty ? nil : TimebaseObserver(.boundary(times), on: queue, body)
  }

  /// One that is called at `time`, once, or when the timebase has jumped over it.
  static func once(at time: CMTime, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) -> TimebaseObserver
  {
    TimebaseObserver(.once(time), on: queue) { _ in body() }
  }

  /// Whether it is called once.
  var isOnce: Bool { if case .once = kind { true } else { false } }
  /// Whether the observer is called for jumps, starts and stops.
  var isPeriodic: Bool { if case .periodic = kind { true } else { false } }

  /// The first time after `time`, in the direction of the timebase, at which it is called.
  func next(after time: CMTime, isForward: Bool) -> CMTime? {
    switch kind {
    case .periodic(let interval):
      guard let quotient = time.rational.flatMap({ time in interval.rational.flatMap { try? time / $0 } }),
        let last = Int32(exactly: isForward ? quotient.floor() : quotient.ceil())
      else { return nil }
      let (number, overflows) = last.addingReportingOverflow(isForward ? 1 : -1)
      guard !overflows else { return nil }
      return CMTimeMultiply(interval, multiplier: number)
    case .boundary(let times):
      return isForward ? times.first { $0 > time } : times.last { $0 < time }
    case .once(let place): return isForward ? (place > time ? place : nil) : (place < time ? place : nil)
    }
  }

  /// Calls it on its queue, unless it has ended until then.
  func call(at time: CMTime) {
    queue.async { [self] in
      if isActive.withLock({ $0 }) { body(time) }
    }
  }

  /// Is called no more.
  func end() { isActive.withLock { $0 = false } }
}
