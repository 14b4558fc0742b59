import Waiting

/// Bounds the queue in front of an element: a slot is taken before a buffer is pushed, and released when the element
/// takes the buffer.
///
/// Waiting here and not in the element lets a cancellation end the wait even if the element hangs. Threads: any. Lock order: only `slots`.
package final class InputGate: Sendable {
  /// How many slots are free.
  private let slots: Monitor<Int>

  /// A gate with room for `capacity` buffers.
  package init(capacity: Int) {
    slots = Monitor(max(1, capacity))
  }

  /// Takes a slot; waits for one until `isWanted`, which is called every tenth of a second, throws.
  package func enter(while isWanted: () throws -> Void) throws {
    try slots.wait(checking: isWanted, every: .nanoseconds(Cancellation.pollInterval)) { slots -> Void? in
      guard slots > 0 else { return nil }
      slots -= 1
      return ()
    }
  }

  /// Releases a slot.
  package func leave() {
    slots.change { $0 += 1 }
  }
}
