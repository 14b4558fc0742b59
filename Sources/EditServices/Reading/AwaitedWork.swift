import Rendering
import Waiting

/// An asynchronous call that a thread waits for, which must not be one of Swift's pool.
///
/// Threads: any. Lock order: only `state`.
final class AwaitedWork<Value: Sendable>: Sendable {
  private struct State {
    var outcome: Result<Value, RenderError>?
    /// Whether the waiting has ended early.
    var isAbandoned = false
  }

  private let state = Monitor(State())

  /// The result of `work`, waited for as long as `check` does not throw. Then the work is cancelled, and a result that it gives
  /// nevertheless goes to `discard`.
  static func value(
    of work: @escaping @Sendable () async throws -> Value, checking check: () throws(RenderError) -> Void,
    discard: @escaping @Sendable (Value) -> Void
  ) throws(RenderError) -> Value {
    let awaited = AwaitedWork()
    let task = Task.detached(executorPreference: WorkerThreads.shared) { await awaited.run(work, discard) }
    do throws(RenderError) {
      return try awaited.state.wait(checking: check) { $0.outcome }.get()
    } catch {
      task.cancel()
      awaited.abandon(discard)
      throw error
    }
  }

  private func run(_ work: () async throws -> Value, _ discard: (Value) -> Void) async {
    let result: Result<Value, RenderError>
    do { result = .success(try await work()) } catch { result = .failure(RenderError(describing: error)) }
    let isWanted = state.change { state in
      state.outcome = result
      return !state.isAbandoned
    }
    if !isWanted, case .success(let value) = result { discard(value) }
  }

  private func abandon(_ discard: (Value) -> Void) {
    let late = state.change { state in
      state.isAbandoned = true
      return state.outcome
    }
    if case .success(let value)? = late { discard(value) }
  }
}
