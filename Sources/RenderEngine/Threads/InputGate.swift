import Foundation
import Rendering

/// Bounds the queue in front of an element: a slot is taken before a buffer is pushed, and released when the element
/// takes the buffer.
///
/// Waiting here and not in the element lets a cancellation end the wait even if the element hangs. Threads: any.
final class InputGate: Sendable {
  private let slots = DispatchSemaphore(value: 0)

  /// A gate with room for `capacity` buffers.
  init(capacity: Int) {
    for _ in 0..<max(1, capacity) { slots.signal() }
  }

  /// Takes a slot; waits for one until `isWanted`, which is called every tenth of a second, throws.
  func enter(while isWanted: () throws -> Void) throws {
    while slots.wait(timeout: .now() + .nanoseconds(Int(Cancellation.pollInterval))) == .timedOut { try isWanted() }
  }

  /// Releases a slot.
  func leave() {
    slots.signal()
  }
}
