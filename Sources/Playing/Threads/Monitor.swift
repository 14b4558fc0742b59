import Foundation
import Synchronization

/// A state that threads wait for changes of.
///
/// Lock order: `condition`, then `state`; nothing else is locked, and nothing called, while they are held, but what the caller's
/// closures do.
final class Monitor<State: Sendable>: Sendable {
  private let condition = NSCondition()
  private let state: Mutex<State>

  /// A monitor of `state`.
  init(_ state: State) { self.state = Mutex(state) }

  /// Changes the state, and has everyone who waits look at it.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return state.withLock { body(&$0) }
  }

  /// Looks at the state.
  func read<Result: Sendable>(_ body: (State) -> Result) -> Result { state.withLock { body($0) } }

  /// Blocks until `take` gives something, or `seconds` have passed. What it changes then, others who wait look at.
  func wait<Result: Sendable>(atMost seconds: Double? = nil, _ take: (inout State) -> Result?) -> Result? {
    let limit = seconds.map { Date(timeIntervalSinceNow: $0) }
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = state.withLock({ take(&$0) }) {
        condition.broadcast()
        return result
      }
      if let limit {
        guard condition.wait(until: limit) else { return state.withLock { take(&$0) } }
      } else {
        condition.wait()
      }
    }
  }
}
