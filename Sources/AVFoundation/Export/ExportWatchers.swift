import EditServices
public import Foundation
import Rendering
import Synchronization

extension AVAssetExportSession {
  /// State of a session in ``states(updateInterval:)``.
  public enum State: Sendable {
    /// It has not begun.
    case pending
    /// The media is inspected and the render planned.
    case waiting
    /// Frames and samples are made: `progress` is brought up to date as long as that lasts.
    case exporting(progress: Progress)
  }
}

/// Watchers of a session's states.
///
/// Threads: any. Lock order: only `record`; streams are finished without it, since finishing calls back.
final class ExportWatchers: Sendable {
  private struct Record: Sendable {
    var state = AVAssetExportSession.State.pending
    var isFinished = false
    var watchers: [Int: Watcher] = [:]
    var count = 0
  }

  private struct Watcher: Sendable {
    let continuation: AsyncStream<AVAssetExportSession.State>.Continuation
    let interval: TimeInterval
    var last: ContinuousClock.Instant
  }

  /// Observers of the session's properties.
  let observers = KeyValueObservers()
  private let record = Mutex(Record())
  /// Progress of the session, in thousandths.
  private let progress = Progress(totalUnitCount: 1_000)

  /// Interval at which progress is looked at.
  private static let interval = Duration.milliseconds(50)

  /// The states from now on.
  func stream(every interval: TimeInterval) -> AsyncStream<AVAssetExportSession.State> {
    let (stream, continuation) = AsyncStream.makeStream(of: AVAssetExportSession.State.self)
    let number: Int? = record.withLock { record in
      guard !record.isFinished else { return nil }
      continuation.yield(record.state)
      record.count += 1
      record.watchers[record.count] = Watcher(continuation: continuation, interval: interval, last: .now)
      return record.count
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

  /// Sends `state` to all watchers.
  func enter(_ state: AVAssetExportSession.State) {
    record.withLock { record in
      record.state = state
      for watcher in record.watchers.values { watcher.continuation.yield(state) }
    }
    observers.look()
  }

  /// Sends the progress of `session` to all watchers, until it ends.
  func follow(_ session: ExportSession) async {
    for await case .exporting(let new) in session.states(updateInterval: Self.interval) {
      progress.completedUnitCount = Int64((new.fraction * 1_000).rounded(.down))
      tellProgress()
    }
  }

  private func tellProgress() {
    let state = AVAssetExportSession.State.exporting(progress: progress)
    record.withLock { record in
      let isChange = if case .exporting = record.state { false } else { true }
      record.state = state
      let now = ContinuousClock.now
      for (number, watcher) in record.watchers {
        guard isChange || (now - watcher.last) / .seconds(1) >= watcher.interval else { continue }
        record.watchers[number]?.last = now
        watcher.continuation.yield(state)
      }
    }
    observers.look()
  }

  /// Ends all streams.
  func finish() {
    let watchers = record.withLock { record in
      defer { record.watchers = [:] }
      record.isFinished = true
      return record.watchers.values
    }
    for watcher in watchers { watcher.continuation.finish() }
    observers.look()
  }
}
