import Foundation
import Synchronization

/// Passes one value from a streaming thread, which never waits, to the thread that waits for it. The channel does not
/// retain a value that was taken, so that a long-lived channel does not keep a picture alive.
final class OneShotChannel<Value: Sendable>: Sendable {
  private let state = Mutex(State())
  private let isThere = DispatchSemaphore(value: 0)

  private struct State {
    /// The value, until it is taken.
    var value: Value?
    /// Whether one was sent.
    var isSent = false
  }

  /// Sends the value; a second one is ignored.
  func send(_ new: Value) {
    let isFirst = state.withLock { state in
      guard !state.isSent else { return false }
      state = State(value: new, isSent: true)
      return true
    }
    if isFirst { isThere.signal() }
  }

  /// The value, if it arrives within `nanoseconds`. To be called until it has returned the value once.
  func take(within nanoseconds: Int64) -> Value? {
    guard isThere.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success else { return nil }
    return state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }
}
