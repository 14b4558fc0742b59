import Foundation
import Playing
import Synchronization

/// Token by which an observer of times is removed.
///
/// Threads: any. Lock order: only `state`.
final class TimeObserver: NSObject, @unchecked Sendable {
  // @unchecked: what changes is under a lock, and queues may be used from anywhere.
  private let queue: DispatchQueue
  private let state = Mutex<(observation: PlayerObservation?, isActive: Bool)>((nil, true))

  init(on queue: DispatchQueue?) {
    self.queue = queue ?? .main
    super.init()
  }

  func keep(_ observation: PlayerObservation) { state.withLock { $0.observation = observation } }

  /// Calls `body` on the queue, unless it has ended until then.
  func call(_ body: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      if state.withLock(\.isActive) { body() }
    }
  }

  func end() {
    let observation = state.withLock { state in
      state.isActive = false
      return state.observation
    }
    observation?.cancel()
  }
}
