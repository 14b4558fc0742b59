import Foundation
import Synchronization
import Waiting

/// Something that is called until it is removed: an observer of times, of states, of notifications.
///
/// Keep it as long as you may want to end it: it is called whether it is kept or not; ``cancel()`` ends that. Threads: any.
public final class PlayerObservation: Sendable {
  private struct State {
    var isActive = true
    /// The thread that is in a call.
    var caller: ObjectIdentifier?
  }

  private let state = Monitor(State())
  /// Releases the observer.
  private let release: @Sendable () -> Void

  /// Limit of the time for which ``cancel()`` waits: two threads that each end the other's observation would wait for
  /// ever.
  private static let patience = Duration.seconds(10)

  /// An observation whose observer is released by `release`.
  init(releasing release: @escaping @Sendable () -> Void) { self.release = release }

  /// Whether it is still called.
  public var isActive: Bool { state.read(\.isActive) }

  /// Ends it: once this has returned, the observer is not called any more, and is released with what it captures. Waits
  /// for a call under way, ten seconds at most, unless it comes from that call itself.
  public func cancel() {
    let thread = ObjectIdentifier(Thread.current)
    state.change { $0.isActive = false }
    state.wait(upTo: Self.patience) { $0.caller == nil || $0.caller == thread ? true : nil }
    release()
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

/// A closure that is called with values until its observation is cancelled.
///
/// The observation releases the closure on the thread that cancels it, and never under a player's lock: the closure may
/// hold the last reference to the player itself.
struct Observer<Value: Sendable>: Sendable {
  let observation: PlayerObservation
  private let called: Called

  /// Lock order: `call` and `latest`, alone; nothing is called while one is held.
  private final class Called: Sendable {
    let call: Mutex<Call?>
    /// The value that waits for its call.
    let latest = Mutex<Value?>(nil)

    init(_ call: @escaping @Sendable (Value) -> Void) { self.call = Mutex(Call(run: call)) }

    /// A function type by itself would be wrapped once more each time that it is taken out of the lock.
    struct Call: Sendable { let run: @Sendable (Value) -> Void }
  }

  init(_ call: @escaping @Sendable (Value) -> Void) {
    let called = Called(call)
    self.called = called
    observation = PlayerObservation {
      let call = called.call.withLock { call in
        defer { call = nil }
        return call
      }
      withExtendedLifetime(call) {}
    }
  }

  var isActive: Bool { observation.isActive }

  /// Calls with `value` at once.
  func call(_ value: Value) {
    guard let call = called.call.withLock({ $0 }) else { return }
    observation.call { call.run(value) }
  }

  /// Has `queue` call with `value`.
  func enqueue(_ value: Value, on queue: CallbackQueue) {
    guard isActive else { return }
    queue.enqueue { self.call(value) }
  }

  /// Has `queue` call with `value`; where it has not come to the value before yet, in the place of that.
  func enqueueLatest(_ value: Value, on queue: CallbackQueue) {
    guard isActive else { return }
    let waits = called.latest.withLock { latest in
      defer { latest = value }
      return latest != nil
    }
    guard !waits else { return }
    queue.enqueue {
      let value = self.called.latest.withLock { latest in
        defer { latest = nil }
        return latest
      }
      if let value { self.call(value) }
    }
  }
}
