import Foundation
import Rendering
import Synchronization

/// Work under way on a thread of its own, whose result is asked for later.
///
/// Threads: any.
final class BackgroundTask<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// Starts `body` on a new thread.
  init(named name: String, _ body: @escaping @Sendable () throws -> Value) {
    DedicatedThread.start(named: name) { [self] in
      let outcome = Result { try body() }
      result.withLock { $0 = outcome }
      done.signal()
    }
  }

  /// Waits for the result, as long as `cancellation` allows: an element that does not return from a call holds up its own
  /// thread, and not whoever waits here.
  ///
  /// - Throws: what `body` threw; `RenderError` with `.cancelled`.
  func value(_ cancellation: Cancellation) throws -> Value {
    while done.wait(timeout: .now() + .nanoseconds(Int(Cancellation.pollInterval))) == .timedOut {
      try cancellation.check()
    }
    return try finished()
  }

  /// The result, if it comes within `limit`; nil where it does not.
  ///
  /// - Throws: what `body` threw.
  func value(within limit: Duration) throws -> Value? {
    guard done.wait(timeout: .now() + .nanoseconds(Int(limit / .nanoseconds(1)))) == .success else { return nil }
    return try finished()
  }

  private func finished() throws -> Value {
    done.signal()
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }
}
