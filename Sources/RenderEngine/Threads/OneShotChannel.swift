import Foundation
import Synchronization

/// One value handed from a streaming thread, which never waits, to the thread that asked for it. Once taken it is not kept:
/// who holds the handover for longer holds no picture.
final class OneShotChannel<Value: Sendable>: Sendable {
  private let state = Mutex(State())
  private let isThere = DispatchSemaphore(value: 0)

  private struct State {
    /// The value, while it waits to be taken.
    var value: Value?
    /// Whether there has been one.
    var isSent = false
  }

  /// Hands the value over; a second one is ignored.
  func send(_ new: Value) {
    let isFirst = state.withLock { state in
      guard !state.isSent else { return false }
      state = State(value: new, isSent: true)
      return true
    }
    if isFirst { isThere.signal() }
  }

  /// The value, if it comes within `nanoseconds`. To be asked for until it has come once.
  func take(within nanoseconds: Int64) -> Value? {
    guard isThere.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success else { return nil }
    return state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }
}
