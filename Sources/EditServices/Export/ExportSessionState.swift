import Rendering
import Synchronization

/// The state of an export session, and its observers.
///
/// Lock order: only `record`. States are delivered while it is held, so that every watcher sees the same order
/// (delivery only enqueues); streams are finished without it, since finishing calls back.
final class ExportSessionState: Sendable {
  typealias Outcome = Result<ExportReport, RenderError>

  private struct Record {
    var status = ExportSession.Status.unknown
    var progress = RenderProgress(frame: 0, frameCount: 0, fraction: 0)
    var plan: RenderPlan?
    var otherSounds: [RenderPlan] = []
    var error: RenderError?
    var report: ExportReport?
    /// The work, from `begin` on.
    var task: Task<Outcome, Never>?
    /// Whether `cancel` came before `begin`.
    var isCancelledEarly = false
    var watchers: [Int: Watcher] = [:]
    var watcherCount = 0
  }

  private struct Watcher {
    var continuation: AsyncStream<ExportSession.State>.Continuation
    var interval: Duration
    /// The time of the last progress report; nil before the first.
    var lastDelivery: Duration?
  }

  private let record = Mutex(Record())
  /// The time since the session was created.
  private let elapsed: @Sendable () -> Duration

  init(clock: some Clock<Duration>) {
    let start = clock.now
    self.elapsed = { start.duration(to: clock.now) }
  }

  var status: ExportSession.Status { record.withLock(\.status) }
  var progress: RenderProgress { record.withLock(\.progress) }
  var plan: RenderPlan? { record.withLock(\.plan) }
  var otherSounds: [RenderPlan] { record.withLock(\.otherSounds) }
  var error: RenderError? { record.withLock(\.error) }
  var report: ExportReport? { record.withLock(\.report) }

  /// Returns when the work has ended; at once where it has not begun.
  func waitForEnd() async { _ = await record.withLock(\.task)?.value }

  /// Starts `work`, the first time only.
  func begin(_ work: @escaping @Sendable () async -> Outcome) throws(RenderError) -> Task<Outcome, Never> {
    try record.withLock { (record) throws(RenderError) in
      guard record.task == nil else {
        throw RenderError(.sessionUsed, "An export session runs only once.", remedy: "Make another session.")
      }
      let task = Task(operation: work)
      if record.isCancelledEarly { task.cancel() }
      record.task = task
      return task
    }
  }

  func cancel() {
    let task = record.withLock { record in
      record.isCancelledEarly = record.task == nil
      return record.task
    }
    task?.cancel()
  }

  func enter(_ status: ExportSession.Status, plan: RenderPlan? = nil, otherSounds: [RenderPlan] = []) {
    record.withLock { record in
      record.status = status
      (record.plan, record.otherSounds) = (plan, otherSounds)
      if let plan {
        record.progress.frameCount = plan.picture?.range.count ?? 0
      }
      deliver(&record, isChange: true)
    }
  }

  /// Records the renderer's progress, which never falls.
  func report(_ progress: RenderProgress) {
    record.withLock { record in
      guard record.status == .exporting else { return }
      let further = RenderProgress(
        frame: max(record.progress.frame, progress.frame),
        frameCount: progress.frameCount,
        fraction: min(1, max(record.progress.fraction, progress.fraction)))
      guard further != record.progress else { return }
      record.progress = further
      deliver(&record, isChange: further.fraction == 1)
    }
  }

  /// Records the outcome and ends all streams.
  func end(_ outcome: Outcome) {
    let watchers = record.withLock { record in
      switch outcome {
      case .success(let report):
        record.status = .completed
        record.report = report
      case .failure(let error):
        record.status = error.code == .cancelled ? .cancelled : .failed
        record.error = error
      }
      let watchers = record.watchers.values
      record.watchers = [:]
      return watchers
    }
    for watcher in watchers { watcher.continuation.finish() }
  }

  func states(updateInterval: Duration) -> AsyncStream<ExportSession.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: ExportSession.State.self)
    let number: Int? = record.withLock { record in
      guard !record.status.isFinal else { return nil }
      var watcher = Watcher(continuation: continuation, interval: updateInterval)
      deliver(record, to: &watcher, isChange: true)
      record.watcherCount += 1
      record.watchers[record.watcherCount] = watcher
      return record.watcherCount
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.record.withLock { record in _ = record.watchers.removeValue(forKey: number) }
    }
    return stream
  }

  private func deliver(_ record: inout Record, isChange: Bool) {
    for number in record.watchers.keys {
      guard var watcher = record.watchers[number] else { continue }
      deliver(record, to: &watcher, isChange: isChange)
      record.watchers[number] = watcher
    }
  }

  private func deliver(_ record: borrowing Record, to watcher: inout Watcher, isChange: Bool) {
    switch record.status {
    case .unknown:
      watcher.continuation.yield(.pending)
    case .waiting:
      watcher.continuation.yield(.waiting)
    case .exporting:
      let now = elapsed()
      if let last = watcher.lastDelivery, !isChange, now - last < watcher.interval { return }
      watcher.lastDelivery = now
      watcher.continuation.yield(.exporting(progress: record.progress))
    case .completed, .failed, .cancelled:
      break
    }
  }
}
