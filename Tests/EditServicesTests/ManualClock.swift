import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Clock {
  /// The time since the clock was made.
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  var now: Instant { time.withLock { $0 } }
  let minimumResolution = Duration.nanoseconds(1)

  /// Moves the clock on.
  func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  /// Whoever sleeps wakes at once: nothing here waits for time to pass.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}
