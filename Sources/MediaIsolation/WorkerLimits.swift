/// Limits of a worker's use of time and memory.
public struct WorkerLimits: Hashable, Sendable {
  /// Memory in use, in bytes: what the kernel counts as resident, of all threads together.
  public var memory: Int64
  /// The longest time in which the worker neither reads nor writes anything.
  public var idleTime: Duration
  /// The longest time of the work in all; nil for any time.
  public var totalTime: Duration?
  /// The longest time for the worker to end once it is asked to.
  public var endTime = Duration.milliseconds(800)

  /// No work of this engine starts as many threads.
  public static let threads = 2_000

  /// Limits of `memory` bytes, longer idleness than the engine itself allows, and any time in all.
  public init(memory: Int64 = 1_500_000_000, idleTime: Duration = .seconds(150), totalTime: Duration? = nil) {
    self.memory = memory
    self.idleTime = idleTime
    self.totalTime = totalTime
  }

  /// The address space that the worker may ask for without using it: `memory`, and room for the stacks and heaps of many threads. It stops
  /// what asks for far too much at once, which would be gone before anything is measured.
  public var data: Int64 { memory.addingReportingOverflow(memory / 2 + 4 << 30).partialValue }
}

/// The end of a worker.
public enum WorkerEnding: Hashable, Sendable {
  /// By itself, with a status.
  case exited(status: Int32)
  /// By a signal of its own or of a stranger's: a crash.
  case killed(signal: Int32)
  /// It used more memory than it may.
  case outOfMemory
  /// It had more threads than any work has.
  case tooManyThreads
  /// It neither read nor wrote anything for too long.
  case idle
  /// It took too long in all.
  case overtime
  /// It was asked to end by a signal, and has ended: with the status, or without one where it had to be killed.
  case dismissed(signal: Int32, status: Int32?)
  /// It could not be started.
  case notStarted(error: Int32)
}
