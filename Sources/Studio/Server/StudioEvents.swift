import Documents
import Synchronization

/// Events for every listening page: a revision of the project, an export's progress, media that came.
///
/// ```
/// event: project
/// data: {"revision":13}
/// ```
final class StudioEvents: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    var count = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Limit of the events that wait for a page that does not read; older ones are dropped.
  private static let most = 64

  /// The events from now on, as text of server-sent events; ends with the server.
  func listen() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(Self.most))
    let number = state.withLock { state -> Int? in
      guard !state.isFinished else { return nil }
      state.count += 1
      state.listeners[state.count] = continuation
      return state.count
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// Tells of `event`.
  func send(_ event: String, _ data: JSONObject) {
    let text = "event: \(event)\ndata: \(JSONOutput.line(data))\n\n"
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(text) }
  }

  /// Keeps connections open, and finds out which are gone.
  func ping() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(": ping\n\n") }
  }

  /// Ends all.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
