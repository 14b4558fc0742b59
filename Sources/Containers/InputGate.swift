import Waiting

/// Bounds the queue in front of an element: a slot is taken before a buffer is pushed, and released when the element
/// takes the buffer.
///
/// Waiting here and not in the element lets a cancellation end the wait even if the element hangs. Threads: any. Lock order: only `slots`.
package final class InputGate: Sendable {
  /// The number of free slots; below zero where some were taken in advance.
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

  /// Takes a slot; waits for one for `limit` at most, and takes one in advance then, as all that follow do until as many are released.
  ///
  /// - Throws: what `isWanted` throws, which is called once, before the wait.
  package func enter(atMost limit: Duration, while isWanted: () throws -> Void) throws {
    try isWanted()
    let entered: Void? = slots.wait(upTo: limit) { slots -> Void? in
      guard slots != 0 else { return nil }
      slots -= 1
      return ()
    }
    if entered == nil { slots.change { $0 -= 1 } }
  }

  /// Releases a slot.
  package func leave() {
    slots.change { $0 += 1 }
  }
}
