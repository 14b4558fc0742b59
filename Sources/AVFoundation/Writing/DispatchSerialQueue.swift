public import Dispatch

// SAFETY: a job that was handed over is run once.

/// A queue that does one thing after the other, and can be an actor's executor (`DispatchSerialQueue`).
///
/// Where Dispatch has no queue of this class, it is one that has a queue: what takes a `DispatchQueue` takes its ``queue``.
/// Threads: any.
public final class DispatchSerialQueue: SerialExecutor {
  /// The queue.
  public let queue: DispatchQueue

  /// A queue of its own, called `label`, whose work is as urgent as `qos` says; on the threads of `target`, where that is not nil.
  public init(label: String, qos: DispatchQoS = .unspecified, target: DispatchQueue? = nil) {
    queue = DispatchQueue(label: label, qos: qos, target: target)
  }

  /// Label of the queue.
  public var label: String { queue.label }
  /// Urgency of its work.
  public var qos: DispatchQoS { queue.qos }

  /// Runs `work` when what came before is done.
  public func async(execute work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
  /// Runs `work` when what came before is done, and returns what it returns. Blocks until then.
  public func sync<Result>(execute work: () throws -> Result) rethrows -> Result { try queue.sync(execute: work) }

  /// Runs a job of an actor when what came before is done.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// Ends the process where it is not the queue that runs.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

extension AVAssetWriterInput {
  /// As ``requestMediaDataWhenReady(on:using:)-(DispatchQueue,_)``, on a queue that an actor can have, too.
  public func requestMediaDataWhenReady(
    on queue: DispatchSerialQueue, using block: @escaping @Sendable () -> Void
  ) {
    requestMediaDataWhenReady(on: queue.queue, using: block)
  }
}
