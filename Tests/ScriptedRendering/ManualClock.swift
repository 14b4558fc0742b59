import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock {
  /// The time since the clock was made.
  public struct Instant: InstantProtocol {
    /// How long.
    public var offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  /// The time that the test set.
  public var now: Instant { time.withLock { $0 } }
  /// As fine as a `Duration` is.
  public let minimumResolution = Duration.nanoseconds(1)

  /// A clock at its start.
  public init() {}

  /// Moves the clock on.
  public func advance(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  /// Whoever sleeps wakes at once: nothing here waits for time to pass.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
  }
}
