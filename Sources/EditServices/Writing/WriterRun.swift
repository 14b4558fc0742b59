import Dispatch
import MediaTime
import Rendering
import Synchronization

/// What is under way in a writer: its state, its session, and the file.
///
/// ```
///  unknown ─► writing ─┬─► completed     the file is there
///                      ├─► failed        the first error, of any thread; nothing is left
///                      └─► cancelled     nothing is left
/// ```
///
/// Threads: any. Lock order: innermost; nothing is called under it.
final class WriterRun: Sendable {
  /// The part of source time that becomes the file.
  struct Session: Sendable {
    var start: Rational
    var end: Rational?
  }

  private struct State {
    var status = AssetWriter.Status.unknown
    var error: RenderError?
    var session: Session?
    var writer: (any MediaWriter)?
  }

  private let state = Mutex(State())
  /// The inputs' buffers.
  private let queues: [BufferQueue]
  /// The threads that are under way.
  let work = DispatchGroup()

  /// A run that takes buffers out of `queues`.
  init(queues: [BufferQueue]) {
    self.queues = queues
  }

  var status: AssetWriter.Status { state.withLock(\.status) }
  var error: RenderError? { state.withLock(\.error) }
  var session: Session? { state.withLock(\.session) }
  /// The file; nil until it is begun.
  var writer: (any MediaWriter)? { state.withLock(\.writer) }

  /// Begins; false where it has begun before.
  func begin() -> Bool {
    state.withLock { state in
      guard state.status == .unknown else { return false }
      state.status = .writing
      return true
    }
  }

  /// Notes that `writer` writes the file.
  func set(_ writer: any MediaWriter) {
    let isOver = state.withLock { state in
      state.writer = writer
      return state.status != .writing
    }
    if isOver { writer.cancel() }
  }

  /// Begins the session at `start`.
  func startSession(at start: Rational) throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      try Self.check(state)
      guard state.session == nil else {
        throw RenderError(.outOfRange, "A second session is started.", remedy: "A file has one.")
      }
      state.session = Session(start: start)
    }
  }

  /// Ends the session at `end`.
  func endSession(at end: Rational) throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      try Self.check(state)
      guard let session = state.session, session.end == nil, end >= session.start else {
        throw RenderError(
          .outOfRange, "A session is ended that has not started, has ended, or starts later.",
          remedy: "End it once, after its start.")
      }
      state.session?.end = end
    }
  }

  /// - Throws: why buffers cannot be appended.
  func checkSession() throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      try Self.check(state)
      guard state.session != nil else {
        throw RenderError(
          .outOfRange, "A buffer is appended before the session.", remedy: "Call startSession(atSourceTime:) first.")
      }
    }
  }

  private static func check(_ state: State) throws(RenderError) {
    guard state.status != .writing else { return }
    throw state.error
      ?? RenderError(.closed, "The writer does not write.", remedy: "Use it between its start and its end.")
  }

  /// Ends with the file.
  func complete() {
    state.withLock { if $0.status == .writing { $0.status = .completed } }
  }

  /// Ends with `error`, unless it has ended; nothing is left of the file.
  func end(_ error: RenderError) {
    let writer: (any MediaWriter)? = state.withLock { state in
      guard state.status == .writing || state.status == .unknown else { return nil }
      state.status = error.code == .cancelled ? .cancelled : .failed
      state.error = error
      return state.writer
    }
    writer?.cancel()
    for queue in queues { queue.close() }
  }
}
