import Compositing
import Containers
import Rendering
import Synchronization
import Waiting

/// A request under way, from the engine's side: waits for its completion, and reports one that arrives late or twice.
///
/// Threads: any.
final class PendingRequest: Sendable {
  /// Makes an error about the request from a message.
  typealias MakeError = @Sendable (_ message: String, _ underlying: String?) -> RenderError

  /// Makes an error with the compositor's name and the request's time.
  let error: MakeError
  private let answer = OneShotChannel<AsynchronousVideoCompositionRequest.Completion>()
  private let failures: CompositorFailures
  private let state = Mutex(State.awaited)

  private enum State {
    /// The completion may arrive.
    case awaited
    /// It has arrived.
    case answered
    /// It did not arrive in time.
    case missed
    /// It is no longer of interest.
    case dropped
  }

  /// A request whose late or repeated completions are reported to `failures`.
  init(failures: CompositorFailures, error: @escaping MakeError) {
    self.failures = failures
    self.error = error
  }

  /// Receives a completion.
  func take(_ completion: AsynchronousVideoCompositionRequest.Completion) {
    let before = state.withLock { state in
      defer { if state == .awaited { state = .answered } }
      return state
    }
    switch (before, completion) {
    case (.awaited, _): answer.send(completion)
    case (.answered, .finishedAgain), (.missed, .finishedAgain):
      failures.report(error("has finished a request more than once", nil))
    case (.missed, .composed), (.missed, .failed), (.missed, .cancelled):
      failures.report(error("has finished a request too late", nil))
    case (.answered, _), (.missed, .abandoned), (.dropped, _): break
    }
  }

  /// The completion, which may take up to `limit`.
  ///
  /// - Returns: nil where it did not arrive in time.
  /// - Throws: `RenderError` with `.cancelled`.
  func wait(
    limit: Duration, cancellation: Cancellation
  ) throws(RenderError) -> AsynchronousVideoCompositionRequest.Completion? {
    let start = ContinuousClock.now
    while true {
      let left = limit - (ContinuousClock.now - start)
      let pollInterval = min(Duration.nanoseconds(Cancellation.pollInterval), max(left, .zero))
      if let completion = answer.take(within: Int64(pollInterval / .nanoseconds(1))) { return completion }
      try cancellation.check()
      guard left <= .zero else { continue }
      let isMissed = state.withLock { state in
        guard state == .awaited else { return false }
        state = .missed
        return true
      }
      if isMissed { return nil }
    }
  }

  /// Ignores any later completion.
  func drop() {
    state.withLock { $0 = .dropped }
  }
}
