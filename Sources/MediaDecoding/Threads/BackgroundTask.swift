package import Containers
import GStreamer
import Rendering
import Waiting

/// Work on a dedicated thread, whose result is fetched later.
///
/// Threads: any. Lock order: only `result`.
package final class BackgroundTask<Value: Sendable>: Sendable {
  private let result = Monitor<Result<Value, any Error>?>(nil)

  /// Starts `body` on a new thread.
  package init(named name: String, _ body: @escaping @Sendable () throws -> Value) {
    DedicatedThread.start(named: name) { [self] in
      let outcome = Result { try body() }
      result.change { $0 = outcome }
    }
  }

  /// Waits for the result until `cancellation` is cancelled: an element that hangs blocks only the task's own thread,
  /// not the waiting one.
  ///
  /// - Throws: what `body` threw; `RenderError` with `.cancelled`.
  package func value(_ cancellation: Cancellation) throws -> Value {
    try result.wait(checking: cancellation.check, every: .nanoseconds(Cancellation.pollInterval)) { $0 }.get()
  }

  /// The result, if it is available within `limit`; nil otherwise.
  ///
  /// - Throws: what `body` threw.
  package func value(within limit: Duration) throws -> Value? {
    try result.wait(upTo: limit) { $0 }?.get()
  }
}

extension Pipeline {
  /// Stops the pipeline on a background thread, which retains it until then: an element that hangs blocks that thread
  /// alone.
  package func stopInBackground() -> BackgroundTask<Void> {
    BackgroundTask(named: "stop") { self.stop() }
  }
}

extension BackgroundTask {
  /// Limit of the wait for stopping, so that a cancelled call returns within a second.
  package static var stopLimit: Duration { .milliseconds(800) }
}

extension [BackgroundTask<Void>] {
  /// Waits until all of them are done, but at most `stopLimit`; tasks that still run then go on in the background.
  package func settle() {
    let end = ContinuousClock.now + BackgroundTask<Void>.stopLimit
    for task in self { _ = try? task.value(within: Swift.max(.zero, end - ContinuousClock.now)) }
  }
}
