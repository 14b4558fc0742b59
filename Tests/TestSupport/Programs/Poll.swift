import Dispatch

/// Looks again and again, with a bound: for what comes without telling anybody, as the end of a process, of a thread, or
/// the growth of a file.
///
/// It is the one place of the tests that lets time pass. How long a look takes decides nothing: a test that polls fails after
/// the bound, and not before.
public enum Poll {
  /// Whether `condition` holds within `limit`; looked at once more after every `interval`. Blocks.
  public static func until(
    within limit: Duration = .seconds(60), every interval: Duration = .milliseconds(10), _ condition: () throws -> Bool
  ) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    let pause = DispatchSemaphore(value: 0)
    while try !condition() {
      guard ContinuousClock.now < end else { return false }
      _ = pause.wait(timeout: .now() + .nanoseconds(Int(interval / .nanoseconds(1))))
    }
    return true
  }
}
