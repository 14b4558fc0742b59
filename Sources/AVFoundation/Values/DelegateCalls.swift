import Foundation
import Synchronization

/// A delegate and the queue that it is called on, with how many calls wait there.
///
/// Threads: any. Lock order: only `state`; no callback runs while it is held.
final class DelegateCalls: Sendable {
  private struct State: @unchecked Sendable {
    // @unchecked: the delegate is called on its queue alone.
    weak var delegate: AnyObject?
    var queue: DispatchQueue?
    var waiting = 0
  }

  private let state = Mutex(State())

  /// Delegate that is called; nil where there is none, or it is gone.
  var delegate: AnyObject? { state.withLock { Object(value: $0.delegate) }.value }
  /// Queue on which it is called.
  var queue: DispatchQueue? { state.withLock(\.queue) }

  private struct Object: @unchecked Sendable {
    // @unchecked: handed on as it is.
    weak var value: AnyObject?
  }

  /// Calls `delegate` on `queue` from now on.
  func set(_ delegate: AnyObject?, on queue: DispatchQueue?) {
    let object = Object(value: delegate)
    state.withLock { ($0.delegate, $0.queue) = (object.value, queue) }
  }

  /// Has `body` be called on the queue with the delegate, where that is still there by then; false, and nothing is called, where `limit` calls
  /// wait already. Those without a limit are not counted.
  func call(unless limit: Int? = nil, _ body: @escaping @Sendable (AnyObject) -> Void) -> Bool {
    let queue: DispatchQueue?? = state.withLock { state in
      guard state.delegate != nil, let queue = state.queue else { return .some(nil) }
      guard let limit else { return queue }
      guard state.waiting < limit else { return nil }
      state.waiting += 1
      return queue
    }
    guard let queue else { return false }
    queue?.async { [self] in
      // It counts until the delegate is done with it.
      defer { if limit != nil { state.withLock { $0.waiting -= 1 } } }
      if let delegate { body(delegate) }
    }
    return true
  }
}
