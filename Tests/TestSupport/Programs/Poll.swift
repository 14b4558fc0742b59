import Dispatch
import Foundation

/// Looks again and again, with a bound: for changes without a notification, as the end of a process, of a thread, or
/// the growth of a file.
///
/// It is the one place of the tests that lets time pass. How long a look takes decides nothing: a test that polls fails after
/// the bound, and not before.
public enum Poll {
  /// Whether `condition` holds within `limit`; looked at once more after every `interval`. Blocks.
  public static func until<Failure: Error>(
    within limit: Duration = .seconds(300), every interval: Duration = .milliseconds(10),
    _ condition: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    let end = ContinuousClock.now + limit
    let pause = DispatchSemaphore(value: 0)
    while try !condition() {
      guard ContinuousClock.now < end else { return false }
      _ = pause.wait(timeout: .now() + .nanoseconds(Int(interval / .nanoseconds(1))))
    }
    return true
  }

  /// Whether `condition` holds within `limit`, as ``until(within:every:_:)`` says. Looks on a thread of its own: those of tasks are few, and
  /// what is waited for may need them.
  @discardableResult
  public static func eventually<Failure: Error>(
    within limit: Duration = .seconds(300), every interval: Duration = .milliseconds(10),
    _ condition: @escaping @Sendable () throws(Failure) -> Bool
  ) async throws(Failure) -> Bool {
    let looked: Result<Bool, Failure> = await withCheckedContinuation { done in
      Thread.detachNewThread {
        done.resume(
          returning: Result { () throws(Failure) in try until(within: limit, every: interval, condition) })
      }
    }
    return try looked.get()
  }
}
