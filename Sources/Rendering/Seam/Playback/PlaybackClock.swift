public import MediaTime

/// The clock of playing: the machine's own time (`HostClock`), a sound device's, or a test's
/// (`TestClock`); `CMClock`.
///
/// ```swift
/// let clock = TestClock()
/// let player = Player(renderer: renderer, clock: clock)
/// player.play()
/// await clock.advance(by: Rational(2))   // two seconds of film, in as little time as the machine needs
/// ```
///
/// Threads: any.
public protocol PlaybackClock: AnyObject, Sendable {
  /// Seconds since the clock's origin; never falls.
  var now: Rational { get }

  /// An alarm of one thread, which counts as at work until it waits on it.
  func makeAlarm() -> any PlaybackAlarm

  /// Says that work has begun that belongs to this moment, on no thread with an alarm: a clock that is moved by hand
  /// stands still until as many calls of `endWork()` have followed.
  func beginWork()

  /// Says that work has ended.
  func endWork()
}

extension PlaybackClock {
  /// Nothing: time passes while work is done.
  public func beginWork() {}

  /// Nothing.
  public func endWork() {}
}

/// An alarm that one thread waits on: a time of its clock, or a ring.
///
/// Threads: one waits, any ring.
public protocol PlaybackAlarm: AnyObject, Sendable {
  /// Returns when the clock shows `deadline` or more, or at once where it was rung for since the last wait; with nil only when
  /// it is rung for. Blocks its thread, which must not be one of Swift's pool; may return early.
  func wait(until deadline: Rational?)

  /// Ends the wait under way, or else the next one.
  func ring()

  /// Says that the thread waits no more and has ended its work.
  func retire()
}
