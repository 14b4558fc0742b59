import Dispatch

// SAFETY: a job that was handed over is run once.

/// Runs tasks on threads of Dispatch's, for readers and writers that open media. Swift's pool has only as many threads
/// as the machine has processors, and all of them may wait for these very media, or work for seconds while a device
/// gives pictures.
///
/// Threads: any.
package final class WorkerThreads: TaskExecutor {
  /// The process's threads.
  package static let shared = WorkerThreads()

  private init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
