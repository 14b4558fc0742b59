package import Rendering

/// Turns a hang into an error: measures how long nothing has made progress.
package struct Watchdog {
  /// The time without progress after which work counts as stalled.
  private let limit: Duration
  /// The last progress, on a clock that stops while the machine sleeps.
  private var start = SuspendingClock.now
  /// The count of progress when that was last noted.
  private var lastCount = 0

  /// A watchdog that allows `limit` without progress.
  package init(limit: Duration = .seconds(30)) {
    self.limit = limit
  }

  /// Notes progress.
  package mutating func restart() {
    start = .now
  }

  /// Notes progress where `count`, of what has moved, is another than it was.
  package mutating func note(_ count: Int) {
    if count != lastCount { restart() }
    lastCount = count
  }

  /// - Throws: `RenderError` with `.stalled` once there was no progress for `limit`; its details are `graph`.
  package func check(waitingFor what: String, graph: () -> String) throws(RenderError) {
    guard SuspendingClock.now - start > limit else { return }
    throw RenderError(
      .stalled, "Nothing has moved for \(limit.components.seconds) seconds while waiting for \(what).",
      remedy: "Try again on a less loaded machine; if it stays so, report it with the graph.", underlying: graph())
  }
}
