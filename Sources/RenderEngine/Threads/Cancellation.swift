import Rendering
import Synchronization

/// Whether some work is still wanted: checked wherever something waits.
///
/// Threads: any. Lock order: only `whole`.
final class Cancellation: Sendable {
  private let isCancelled = Atomic(false)
  /// The larger work whose cancellation also cancels this one.
  private let whole: Mutex<Cancellation?>

  /// How long a wait lasts before it checks for cancellation, in nanoseconds: well under the second within which a
  /// cancelled render returns.
  static let pollInterval: Int64 = 100_000_000

  /// Work that is wanted as long as `whole` is.
  init(partOf whole: Cancellation? = nil) {
    self.whole = Mutex(whole)
  }

  /// Makes the work a part of `other` instead: what was open for one reader goes on for another.
  func become(partOf other: Cancellation) {
    whole.withLock { $0 = other }
  }

  /// Cancels the work, for good.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
  }

  /// Whether the work is cancelled.
  var isOver: Bool { isCancelled.load(ordering: .acquiring) || whole.withLock(\.self)?.isOver == true }

  /// - Throws: `RenderError` with `.cancelled` once the work is.
  func check() throws(RenderError) {
    if isOver { throw RenderError(.cancelled, "The render was cancelled.") }
  }
}

/// Turns a hang into an error: measures how long nothing has made progress.
struct Watchdog {
  /// How long nothing may make progress before it counts as stalled.
  private let limit: Duration
  /// The last progress, on a clock that stops while the machine sleeps.
  private var start = SuspendingClock.now

  /// A watchdog that allows `limit` without progress.
  init(limit: Duration = .seconds(30)) {
    self.limit = limit
  }

  /// Notes progress.
  mutating func restart() {
    start = .now
  }

  /// - Throws: `RenderError` with `.stalled` once there was no progress for `limit`; its details are `graph`.
  func check(waitingFor what: String, graph: () -> String) throws(RenderError) {
    guard SuspendingClock.now - start > limit else { return }
    throw RenderError(
      .stalled, "Nothing has moved for \(limit.components.seconds) seconds while waiting for \(what).",
      remedy: "Try again on a less loaded machine; if it stays so, report it with the graph.", underlying: graph())
  }
}
