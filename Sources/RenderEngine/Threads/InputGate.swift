import Foundation
import Rendering

/// How much may wait in front of an element: a place is taken before a buffer is pushed, and given back when the element
/// takes the buffer.
///
/// The wait is this type's own instead of the element's, so that it ends with the cancellation whatever the element does.
/// Threads: any.
final class InputGate: Sendable {
  private let places = DispatchSemaphore(value: 0)

  /// A gate with room for `capacity` buffers.
  init(capacity: Int) {
    for _ in 0..<max(1, capacity) { places.signal() }
  }

  /// Takes a place; waits for one as long as `isWanted` allows, which is called every tenth of a second.
  func enter(while isWanted: () throws -> Void) throws {
    while places.wait(timeout: .now() + .nanoseconds(Int(Cancellation.pollInterval))) == .timedOut { try isWanted() }
  }

  /// Gives a place back.
  func leave() {
    places.signal()
  }
}
