import Synchronization

/// Values for all watchers: as async sequences, which end with it, and as closures.
///
/// Lock order: only `watchers`; delivering to a sequence only enqueues.
final class Broadcast<Value: Sendable>: Sendable {
  private struct Watchers {
    var streams: [Int: AsyncStream<Value>.Continuation] = [:]
    var observers: [Observer<Value>] = []
    var count = 0
  }

  private let watchers = Mutex(Watchers())

  deinit { finish() }

  /// Values from now on, `first` at once; at most `capacity` wait, the oldest go.
  func stream(startingWith first: Value? = nil, capacity: Int = 256) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(capacity))
    let number = watchers.withLock { watchers in
      watchers.count += 1
      watchers.streams[watchers.count] = continuation
      if let first { continuation.yield(first) }
      return watchers.count
    }
    continuation.onTermination = { [weak self] _ in
      let ended = self?.watchers.withLock { watchers in watchers.streams.removeValue(forKey: number) }
      withExtendedLifetime(ended) {}
    }
    return stream
  }

  /// Has `call` be called with each value until the observation is cancelled.
  func observe(_ call: @escaping @Sendable (Value) -> Void) -> PlayerObservation {
    let observer = Observer(call)
    watchers.withLock { $0.observers.append(observer) }
    return observer.observation
  }

  /// Delivers `value`; to closures on `queue`.
  func send(_ value: Value, on queue: CallbackQueue) {
    for observer in yield(value) { observer.enqueue(value, on: queue) }
  }

  /// Delivers `value`; to closures at once, as long as `queue` is not closed.
  func deliver(_ value: Value, while queue: CallbackQueue) {
    for observer in yield(value) { queue.perform { observer.call(value) } }
  }

  /// Delivers `value` to sequences.
  private func yield(_ value: Value) -> [Observer<Value>] {
    watchers.withLock { watchers in
      for continuation in watchers.streams.values { continuation.yield(value) }
      watchers.observers.removeAll { !$0.isActive }
      return watchers.observers
    }
  }

  /// Ends all sequences.
  func finish() {
    let streams = watchers.withLock { watchers in
      defer { watchers.streams = [:] }
      return watchers.streams.values
    }
    for continuation in streams { continuation.finish() }
  }
}
