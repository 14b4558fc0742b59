import Compositing
import Rendering
import Synchronization

/// A request under way, from the engine's side: waits for its answer, and knows what to say of one that comes when nobody
/// waits.
///
/// Threads: any.
final class PendingRequest: Sendable {
  /// An error about the request, which says `message`.
  typealias Complaint = @Sendable (_ message: String, _ underlying: String?) -> RenderError

  /// What errors are made of: the compositor's name and the request's time.
  let complaint: Complaint
  private let answer = OneShotChannel<AsynchronousVideoCompositionRequest.Completion>()
  private let failures: CompositorFailures
  private let state = Mutex(State.awaited)

  private enum State {
    /// An answer may come.
    case awaited
    /// It has come.
    case answered
    /// It did not come in time.
    case missed
    /// It is of no interest any more.
    case dropped
  }

  /// A ticket whose misbehaviour `failures` learns of.
  init(failures: CompositorFailures, complaint: @escaping Complaint) {
    self.failures = failures
    self.complaint = complaint
  }

  /// Takes an answer.
  func take(_ completion: AsynchronousVideoCompositionRequest.Completion) {
    let before = state.withLock { state in
      defer { if state == .awaited { state = .answered } }
      return state
    }
    switch (before, completion) {
    case (.awaited, _): answer.send(completion)
    case (.answered, .finishedAgain), (.missed, .finishedAgain):
      failures.complain(complaint("has finished a request more than once", nil))
    case (.missed, .composed), (.missed, .failed), (.missed, .cancelled):
      failures.complain(complaint("has finished a request too late", nil))
    case (.answered, _), (.missed, .abandoned), (.dropped, _): break
    }
  }

  /// The answer, which may take until `limit` has passed.
  ///
  /// - Returns: nil where it did not come in time.
  /// - Throws: `RenderError` with `.cancelled`.
  func wait(
    limit: Duration, cancellation: Cancellation
  ) throws(RenderError) -> AsynchronousVideoCompositionRequest.Completion? {
    let start = ContinuousClock.now
    while true {
      let left = limit - (ContinuousClock.now - start)
      let patience = min(Duration.nanoseconds(Cancellation.pollInterval), max(left, .zero))
      if let completion = answer.take(within: Int64(patience / .nanoseconds(1))) { return completion }
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

  /// Whoever answers from now on is not heard.
  func drop() {
    state.withLock { $0 = .dropped }
  }
}
