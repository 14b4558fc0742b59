import Foundation

// SAFETY: a job that was handed over is run once.

/// Runs tasks on threads of Dispatch's: what readers and writers open their media on, so that threads of Swift's pool may wait for it.
///
/// Threads: any.
final class WorkerThreads: TaskExecutor {
  /// The one of the process.
  static let shared = WorkerThreads()

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
