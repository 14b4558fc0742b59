import Dispatch

// SAFETY: a job that was handed over is run once.

/// Runs tasks on threads of Dispatch's: what readers and writers open their media on, so that it does not matter what the threads of
/// Swift's pool do, of which there are as many as processors: they may wait for the very media, or work for seconds while a device gives
/// pictures.
///
/// Threads: any.
package final class WorkerThreads: TaskExecutor {
  /// The one of the process.
  package static let shared = WorkerThreads()

  private init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
