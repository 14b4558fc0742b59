import Foundation
import Synchronization

/// A renderer's callback when it has room for more.
///
/// A timebase posts no event when it passes a time: room is checked every hundredth of a second. Threads: any. Lock
/// order: only `state`; nothing is called while it is held.
final class MediaDataRequest: Sendable {
  private struct Request: Sendable {
    let queue: DispatchQueue
    let isReady: @Sendable () -> Bool
    let block: @Sendable () -> Void
  }

  private struct State: Sendable {
    var request: Request?
    /// Number of requests so far.
    var count = 0
  }

  private static let interval = DispatchTimeInterval.milliseconds(10)
  private let state = Mutex(State())

  /// Calls `block` on `queue` whenever `isReady` returns true, from now on.
  func start(
    on queue: DispatchQueue, using block: @escaping @Sendable () -> Void, when isReady: @escaping @Sendable () -> Bool
  ) {
    let number = state.withLock { state in
      state.count += 1
      state.request = Request(queue: queue, isReady: isReady, block: block)
      return state.count
    }
    queue.async { [weak self] in self?.look(number) }
  }

  /// Calls nothing any more.
  func stop() {
    let last = state.withLock { state in
      defer { state.request = nil }
      return state.request
    }
    withExtendedLifetime(last) {}
  }

  /// Calls the block of request number `number`, if that is the last one and there is room; looks again later.
  private func look(_ number: Int) {
    guard let request = state.withLock({ $0.count == number ? $0.request : nil }) else { return }
    if request.isReady() { request.block() }
    guard state.withLock({ $0.count == number && $0.request != nil }) else { return }
    request.queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.look(number) }
  }
}
