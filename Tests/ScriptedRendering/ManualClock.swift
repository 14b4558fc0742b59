import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
  /// The time since the clock was made.
  package struct Instant: InstantProtocol {
    /// How long.
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  /// The time that the test set.
  package var now: Instant { time.withLock { $0 } }
  /// As fine as a `Duration` is.
  package let minimumResolution = Duration.nanoseconds(1)

  /// A clock at its start.
  package init() {}

  /// Moves the clock on.
  package func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  /// Sleeps end at once: no time passes here.
  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}
