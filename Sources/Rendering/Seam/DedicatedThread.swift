import Foundation

/// A thread for work that blocks, which must not run on Swift's own pool: on two cores that has two threads.
package enum DedicatedThread {
  /// Runs `body` on a new thread and waits for it without blocking the caller's.
  package static func run<Result: Sendable>(
    named name: String, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      start(named: name) { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  /// Runs `body` on a new thread.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }
}

/// Runs `body`, which blocks, on a dedicated thread; cancelling the task calls `cancel`, which must end it.
package func blocking<Result: Sendable>(
  cancelledBy cancel: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () throws(RenderError) -> Result
) async throws(RenderError) -> Result {
  do {
    return try await withTaskCancellationHandler {
      try await DedicatedThread.run(named: "blocking") { try body() }
    } onCancel: {
      cancel()
    }
  } catch {
    throw RenderError(describing: error)
  }
}
