import Foundation
import Rendering
import Synchronization

/// The thread on which a player calls what others gave it: one after another, in order.
///
/// So whoever takes long in an observer delays later calls, and neither pictures nor sound.
final class CallbackQueue: Sendable {
  private struct State {
    var calls: [(call: @Sendable () -> Void, isOwed: Bool)] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let alarm: any PlaybackAlarm

  /// The queue of a player that goes by `clock`.
  init(clock: any PlaybackClock) {
    alarm = clock.makeAlarm()
    DedicatedThread.start(named: "player calls") { [self] in run() }
  }

  /// Has `call` be called after all others; after the queue is closed only if `isOwed`, as to somebody who waits for it.
  func enqueue(isOwed: Bool = false, _ call: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.calls.append((call, isOwed)) }
      return !state.isClosed
    }
    if isOpen {
      alarm.ring()
    } else if isOwed {
      DedicatedThread.start(named: "player calls", call)
    }
  }

  /// Ends the thread when the calls are made that are owed. Others are dropped.
  func close() {
    state.withLock { $0.isClosed = true }
    alarm.ring()
  }

  private func run() {
    while true {
      let (calls, isClosed) = state.withLock { state in
        defer { state.calls = [] }
        return (state.calls, state.isClosed)
      }
      for (call, isOwed) in calls where isOwed || !state.withLock(\.isClosed) { call() }
      if isClosed { break }
      if calls.isEmpty { alarm.wait(until: nil) }
    }
    alarm.retire()
  }
}

/// Something that is called until it is removed: an observer of times, of states, of notifications.
///
/// Keep it as long as it is to be called; ``cancel()`` ends that. Threads: any.
public final class PlayerObservation: Sendable {
  private struct State {
    var isActive = true
    /// The thread that is in a call.
    var caller: ObjectIdentifier?
    /// Calls that are enqueued.
    var pending = 0
  }

  private let state = Monitor(State())

  init() {}

  /// Whether it is still called.
  public var isActive: Bool { state.read(\.isActive) }

  /// Ends it: once this has returned, it is not called any more. Waits for a call under way, unless it comes from that call itself.
  public func cancel() {
    let thread = ObjectIdentifier(Thread.current)
    state.change { $0.isActive = false }
    _ = state.wait { state in state.caller == nil || state.caller == thread ? true : nil }
  }

  /// Enqueues `call`; with `coalescing` only where no other call is enqueued.
  func enqueue(on queue: CallbackQueue, coalescing: Bool = false, _ call: @escaping @Sendable () -> Void) {
    let isDue = state.change { state in
      guard state.isActive, !coalescing || state.pending == 0 else { return false }
      state.pending += 1
      return true
    }
    guard isDue else { return }
    queue.enqueue { [self] in
      state.change { $0.pending -= 1 }
      self.call(call)
    }
  }

  /// Calls `body` at once, unless the observation is cancelled.
  func call(_ body: () -> Void) {
    let thread = ObjectIdentifier(Thread.current)
    let isActive = state.change { state in
      if state.isActive { state.caller = thread }
      return state.isActive
    }
    guard isActive else { return }
    body()
    state.change { $0.caller = nil }
  }
}
