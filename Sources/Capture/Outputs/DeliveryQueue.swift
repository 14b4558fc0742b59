import Waiting

/// Buffers on their way from a device's thread to the taking task.
///
/// Threads: any that put, one that takes. Lock order: only `state`; waiting threads are woken outside of it.
final class DeliveryQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isEnded = false
    /// The task that waits for an element.
    var taker: CheckedContinuation<Element?, Never>?
  }

  /// Limit of those that wait.
  private let capacity: Int
  private let state = Monitor(State())

  /// The interval, while waiting for room, between two calls of `isWanted`.
  private static var interval: Duration { .milliseconds(100) }

  /// A queue for `capacity` elements.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// Puts `element` where there is room, or a taker waits for it; false where there is none, or the queue has ended.
  func offer(_ element: Element) -> Bool {
    var isTaken = false
    let taker: CheckedContinuation<Element?, Never>? = state.change { state in
      guard !state.isEnded else { return nil }
      if let taker = state.taker {
        (state.taker, isTaken) = (nil, true)
        return taker
      }
      if state.elements.count < capacity {
        state.elements.append(element)
        isTaken = true
      }
      return nil
    }
    taker?.resume(returning: element)
    return isTaken
  }

  /// Puts `element` as soon as there is room, while `isWanted`; false where that never was. Blocks.
  func put(_ element: Element, while isWanted: () -> Bool) -> Bool {
    while !offer(element) {
      guard isWanted(), !state.read(\.isEnded) else { return false }
      state.wait(upTo: Self.interval) { state in
        state.isEnded || state.taker != nil || state.elements.count < capacity ? () : nil
      }
    }
    return true
  }

  /// The next element; nil once it has ended and is empty, and where the task is cancelled.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Element?, Never>) in
        var now: Element??
        state.change { state in
          if !state.elements.isEmpty {
            now = state.elements.removeFirst()
          } else if state.isEnded || Task.isCancelled || state.taker != nil {
            now = .some(nil)
          } else {
            state.taker = continuation
          }
        }
        guard let now else { return }
        continuation.resume(returning: now)
      }
    } onCancel: {
      let taker = state.change { state in
        defer { state.taker = nil }
        return state.taker
      }
      taker?.resume(returning: nil)
    }
  }

  /// No more come; those that wait are still given.
  func end() {
    let taker = state.change { state in
      state.isEnded = true
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume(returning: nil)
  }

  /// Begins anew, empty.
  func restart() {
    state.change { state in
      guard state.isEnded else { return }
      (state.isEnded, state.elements) = (false, [])
    }
  }
}
