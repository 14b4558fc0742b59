import Foundation
import Synchronization

/// One value handed from a streaming thread, which never waits, to the thread that asked for it.
final class Handover<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  /// Hands the value over; a second one is ignored.
  func hand(_ new: Value) {
    let isFirst = value.withLock { value in
      guard value == nil else { return false }
      value = new
      return true
    }
    if isFirst { isThere.signal() }
  }

  /// The value, if it comes within `nanoseconds`. To be asked for until it has come once.
  func take(within nanoseconds: Int64) -> Value? {
    guard isThere.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success else { return nil }
    return value.withLock { $0 }
  }
}
