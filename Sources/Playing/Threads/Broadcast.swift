import Synchronization

/// Values on their way to everyone who watches: as async sequences, and as closures.
///
/// Lock order: only `watchers`; delivering to a sequence only enqueues.
final class Broadcast<Value: Sendable>: Sendable {
  private struct Watchers {
    var streams: [Int: AsyncStream<Value>.Continuation] = [:]
    var closures: [(observation: PlayerObservation, call: @Sendable (Value) -> Void)] = []
    var count = 0
  }

  private let watchers = Mutex(Watchers())

  /// Values from now on, `first` at once; at most `capacity` wait, the oldest go.
  func stream(startingWith first: Value? = nil, capacity: Int = 256) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(capacity))
    let number = watchers.withLock { watchers in
      watchers.count += 1
      watchers.streams[watchers.count] = continuation
      return watchers.count
    }
    if let first { continuation.yield(first) }
    continuation.onTermination = { [weak self] _ in
      self?.watchers.withLock { watchers in _ = watchers.streams.removeValue(forKey: number) }
    }
    return stream
  }

  /// Has `call` be called with each value until the observation is cancelled.
  func observe(_ call: @escaping @Sendable (Value) -> Void) -> PlayerObservation {
    let observation = PlayerObservation()
    watchers.withLock { $0.closures.append((observation, call)) }
    return observation
  }

  /// Delivers `value`; to closures on `queue`.
  func send(_ value: Value, on queue: CallbackQueue) {
    let closures = watchers.withLock { watchers in
      for continuation in watchers.streams.values { continuation.yield(value) }
      watchers.closures.removeAll { !$0.observation.isActive }
      return watchers.closures
    }
    for (observation, call) in closures { observation.enqueue(on: queue) { call(value) } }
  }

  /// Delivers `value` to sequences alone.
  func yield(_ value: Value) {
    watchers.withLock { watchers in
      for continuation in watchers.streams.values { continuation.yield(value) }
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
