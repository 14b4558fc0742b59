import Foundation
import Synchronization

/// A thread for work that blocks, which must not stand on Swift's own pool.
enum DedicatedThread {
  /// Runs `body` on a new thread and waits for it without blocking the caller's.
  static func run<Result: Sendable>(
    named name: String, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      start(named: name) { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  /// Runs `body` on a new thread.
  static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }
}

/// Work under way on a thread of its own, whose result somebody will ask for.
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

  /// Waits for the result. `body` bounds its own waits, so this one is bounded too.
  func value() throws -> Value {
    done.wait()
    done.signal()
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }
}
