import Dispatch
public import MediaTime
public import Rendering
import Waiting

/// The machine's own time, which never falls and does not follow changes of the date (`CMClockGetHostTimeClock()`), or the
/// time that a device counts.
///
/// ```swift
/// let clock = HostClock()
/// print(clock.now.seconds)   // since the machine was started
/// ```
///
/// Threads: any.
public final class HostClock: PlaybackClock {
  /// The nanoseconds since the origin.
  private let nanoseconds: @Sendable () -> Int64
  /// The longest that a wait lasts before the time is looked at anew, in seconds.
  private let longestPoll: Double

  /// The machine's time.
  public init() {
    nanoseconds = { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }
    longestPoll = 1
  }

  /// The time that a device counts, in nanoseconds since any origin; `nanoseconds` is asked from any thread and never gives less
  /// than before. Since such time may pass faster or slower than the machine's, waits look at it every five milliseconds.
  public init(reading nanoseconds: @escaping @Sendable () -> Int64) {
    self.nanoseconds = nanoseconds
    longestPoll = 0.005
  }

  /// Seconds since the origin, in whole nanoseconds.
  public var now: Rational { (try? Rational(nanoseconds(), 1_000_000_000)) ?? .zero }

  /// An alarm of one thread.
  public func makeAlarm() -> any PlaybackAlarm { Alarm(self) }

  /// Blocks for a second at most at a time.
  private final class Alarm: PlaybackAlarm {
    private let clock: HostClock
    private let isRung = Monitor(false)

    init(_ clock: HostClock) { self.clock = clock }

    func wait(until deadline: Rational?) {
      while true {
        let remaining = deadline.map { $0.seconds - clock.now.seconds }
        if let remaining, remaining <= 0 { break }
        let wait = min(remaining ?? 1, clock.longestPoll)
        if isRung.wait(upTo: .seconds(wait), { $0 ? true : nil }) != nil { break }
      }
      isRung.change { $0 = false }
    }

    func ring() { isRung.change { $0 = true } }
    func retire() {}
  }
}
