import MediaTime

/// Sends an item's timeline whenever it changes.
///
/// Threads: any.
public final class PlayerItemTimelineOutput: PlayerItemOutput {
  private let broadcast = Broadcast<OutputTimeline>()

  /// An output of how an item runs.
  public init() {}

  /// Has `call` be called with how the item runs, when it is added and with every change, on the player's thread of calls, until the
  /// observation is cancelled.
  public func onChange(_ call: @escaping @Sendable (OutputTimeline) -> Void) -> PlayerObservation {
    broadcast.observe(call)
  }

  /// Sends `timeline` on `queue`.
  func deliver(_ timeline: OutputTimeline, on queue: CallbackQueue) { broadcast.send(timeline, on: queue) }
}
