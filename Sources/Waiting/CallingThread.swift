// SAFETY: a job that was handed over is run once, on the thread that waits for the work it belongs to, before `run` returns.

/// Runs asynchronous work on the calling thread, which waits for it: for synchronous calls of functions that are only
/// asynchronous.
///
/// ```
///  caller   run ├─ job ─┤ asleep ├─ job ─┤ asleep ├─ job ─┤ returns
///  engine's threads      └── read ──┘     └─ decode ─┘
/// ```
///
/// Every step of the work is a job of this executor's, whichever thread has woken it. So the work needs no thread of
/// Swift's pool, whose threads may all be waiting here themselves. Work that starts tasks of its own, which run in the
/// pool, must not be run like this.
///
/// Threads: one object for each call. Lock order: only `state`.
package final class CallingThread: TaskExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var isDone = false
  }

  private let state = Monitor(State())

  private enum Step: Sendable {
    case job(UnownedJob)
    case end
  }

  private init() {}

  /// The result of `work`, or its error. Blocks until then.
  package static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let executor = CallingThread()
    let outcome = Monitor<Result<Value, any Error>?>(nil)
    Task.detached(executorPreference: executor) {
      let result: Result<Value, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      outcome.change { $0 = result }
      executor.state.change { $0.isDone = true }
    }
    while case .job(let job) = executor.nextStep() {
      unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
    return try outcome.wait { $0 }.get()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.change { $0.jobs.append(job) }
  }

  private func nextStep() -> Step {
    state.wait { state in
      if !state.jobs.isEmpty { return .job(state.jobs.removeFirst()) }
      return state.isDone ? .end : nil
    }
  }
}
