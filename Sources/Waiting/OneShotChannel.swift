/// Passes one value from a streaming thread, which never waits, to the thread that waits for it. The channel does not
/// retain a value that was taken, so that a long-lived channel does not keep a picture alive.
///
/// Threads: any. Lock order: only `state`.
package final class OneShotChannel<Value: Sendable>: Sendable {
  private let state = Monitor(State())

  package init() {}

  private struct State {
    /// The value, until it is taken.
    var value: Value?
    /// Whether one was sent.
    var isSent = false
  }

  /// Sends the value; a second one is ignored.
  package func send(_ new: Value) {
    state.change { if !$0.isSent { $0 = State(value: new, isSent: true) } }
  }

  /// The value, if it arrives within `nanoseconds`. To be called until it has returned the value once.
  package func take(within nanoseconds: Int64) -> Value? {
    state.wait(upTo: .nanoseconds(nanoseconds)) { state in
      defer { state.value = nil }
      return state.value
    }
  }
}
