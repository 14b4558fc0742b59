import Dispatch
import Synchronization

/// A state that threads wait for changes of: the only way in which one thread of the house waits for another's result.
///
/// ```
///  thread A   wait(upTo:) { $0.isReady ? … : nil } ─ ─ asleep ─ ─┐ looks again, outside of B's lock
///  thread B                               change { $0.isReady = true }
/// ```
///
/// No wait is without an end: ``wait(upTo:_:)`` gives up, ``wait(checking:every:_:)`` asks ten times a second whether its
/// result is still wanted, and ``wait(_:)`` is for states that hold every reason to stop waiting.
///
/// Threads: any; waits block, so not on one of Swift's pool. Lock order: innermost, but for what the callers' closures lock
/// themselves; waiting threads are woken after the lock is released.
package final class Monitor<State: Sendable>: Sendable {
  private struct Contents {
    var state: State
    /// The calls after the next change, by the number of their wait.
    var wakers: [(number: Int, wake: @Sendable () -> Void)] = []
    /// The number of the latest wait.
    var latest = 0

    mutating func add(_ wake: @escaping @Sendable () -> Void) -> Int {
      latest += 1
      wakers.append((latest, wake))
      return latest
    }
  }

  private let contents: Mutex<Contents>

  /// A monitor of `state`.
  package init(_ state: State) { contents = Mutex(Contents(state: state)) }

  /// Changes the state, and wakes all waiting threads to look at it.
  ///
  /// - Throws: what `body` throws; what it changed before stays changed.
  @discardableResult
  package func change<Value: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    defer { wakeAll() }
    return try contents.withLock { contents throws(Failure) in try body(&contents.state) }
  }

  /// Looks at the state.
  package func read<Value: Sendable>(_ body: (State) -> Value) -> Value { contents.withLock { body($0.state) } }

  /// Waits until `take` gives something, for `limit` at most; nil where it does not.
  ///
  /// - Parameter take: looks at the state, at once and after each change; what it changes when it gives something, others who
  ///   wait look at.
  @discardableResult
  package func wait<Value: Sendable>(upTo limit: Duration, _ take: (inout State) -> Value?) -> Value? {
    if let value = attempt(take) { return value }
    let end = DispatchTime.now() + limit.interval
    let changed = DispatchSemaphore(value: 0)
    while true {
      let (value, number) = contents.withLock { contents -> (Value?, Int) in
        if let value = take(&contents.state) { return (value, 0) }
        return (nil, contents.add { changed.signal() })
      }
      if let value {
        wakeAll()
        return value
      }
      guard changed.wait(timeout: end) == .timedOut else { continue }
      contents.withLock { $0.wakers.removeAll { $0.number == number } }
      return attempt(take)
    }
  }

  /// Waits until `take` gives something, as long as `check`, which is called after each `interval`, does not throw.
  @discardableResult
  package func wait<Value: Sendable, Failure: Error>(
    checking check: () throws(Failure) -> Void, every interval: Duration = .milliseconds(100),
    _ take: (inout State) -> Value?
  ) throws(Failure) -> Value {
    while true {
      if let value = wait(upTo: interval, take) { return value }
      try check()
    }
  }

  /// Waits until `take` returns a value, which it must do at last also for a state after which nothing more comes:
  /// closed, finished, cancelled.
  @discardableResult
  package func wait<Value: Sendable>(_ take: (inout State) -> Value?) -> Value {
    while true { if let value = wait(upTo: .seconds(1), take) { return value } }
  }

  /// Calls `body` once, as soon as the state `holds`: now, on this thread, or on the thread that makes it so.
  package func notify(when holds: @escaping @Sendable (State) -> Bool, _ body: @escaping @Sendable () -> Void) {
    let isNow = contents.withLock { contents in
      guard !holds(contents.state) else { return true }
      _ = contents.add { [weak self] in
        if let self { notify(when: holds, body) } else { body() }
      }
      return false
    }
    if isNow { body() }
  }

  /// Suspends the task until the state `holds`, but no longer than `limit`, nor than the task is cancelled; no thread waits for it.
  package func suspend(upTo limit: Duration, until holds: @escaping @Sendable (State) -> Bool) async {
    let isOver = Monitor<Bool>(false)
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        isOver.notify(when: { $0 }) { continuation.resume() }
        notify(when: holds) { isOver.change { $0 = true } }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.interval) { isOver.change { $0 = true } }
      }
    } onCancel: {
      isOver.change { $0 = true }
    }
  }

  private func attempt<Value: Sendable>(_ take: (inout State) -> Value?) -> Value? {
    let value = contents.withLock { take(&$0.state) }
    if value != nil { wakeAll() }
    return value
  }

  private func wakeAll() {
    let wakers = contents.withLock { contents in
      defer { contents.wakers = [] }
      return contents.wakers
    }
    for waker in wakers { waker.wake() }
  }
}

extension Duration {
  /// As Dispatch counts, in nanoseconds; a year where it is longer.
  fileprivate var interval: DispatchTimeInterval {
    .nanoseconds(Int(clamped / .nanoseconds(1)))
  }

  private var clamped: Duration { min(max(self, .zero), .seconds(31_536_000)) }
}
