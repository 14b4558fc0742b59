import Rendering

/// How long something has not moved: what turns a hang into an error.
struct Watchdog {
  /// How long nothing may move before it counts as stalled.
  private let limit: Duration
  /// Time that a sleeping machine does not spend.
  private var start = SuspendingClock.now

  /// A watch that lets nothing move for `limit` at most.
  init(limit: Duration = .seconds(30)) {
    self.limit = limit
  }

  /// Something moved.
  mutating func restart() {
    start = .now
  }

  /// - Throws: `RenderError` with `.stalled` once nothing has moved for `limit`; `graph` goes with it.
  func check(waitingFor what: String, graph: () -> String) throws(RenderError) {
    guard SuspendingClock.now - start > limit else { return }
    throw RenderError(
      .stalled, "Nothing has moved for \(limit.components.seconds) seconds while waiting for \(what).",
      remedy: "Try again on a less loaded machine; if it stays so, report it with the graph.", underlying: graph())
  }
}
