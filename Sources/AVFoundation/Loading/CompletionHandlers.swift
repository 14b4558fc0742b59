import Waiting

/// Runs `work` in a task of its own, and hands what it returns, or throws, to `handler`, once, on any thread: as completion handlers
/// are called that stand beside asynchronous methods.
func deliver<Value: Sendable>(
  to handler: @escaping @Sendable (Value?, (any Error)?) -> Void, _ work: @escaping @Sendable () async throws -> Value?
) {
  Task.detached(executorPreference: WorkerThreads.shared) {
    let value: Value?
    do { value = try await work() } catch { return handler(nil, error) }
    handler(value, nil)
  }
}
