import Dispatch
import MediaFormats
import MediaTime
import Rendering
import Synchronization

/// The run of a writer: its state, its session, and the file.
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

  /// The extent of the appended media.
  private struct Extent {
    /// The beginning of the last picture or packet.
    var lastStart: Rational?
    /// The end of the last samples.
    var lastEnd: Rational?

    /// Whether something of it lies behind `end`.
    func extends(beyond end: Rational) -> Bool {
      (lastStart.map { $0 >= end } ?? false) || (lastEnd.map { $0 > end } ?? false)
    }
  }

  private struct State {
    var extent = Extent()
    var status = AssetWriter.Status.unknown
    var error: RenderError?
    var session: Session?
    var writer: (any MediaWriter)?
    /// Behind which times, of the session's source, segments were to begin before the file was begun.
    var borders: [Rational] = []
  }

  private let state = Mutex(State())
  /// The buffers of the inputs.
  private let queues: [BufferQueue]
  /// The container.
  let fileType: FileType
  /// The segments in which the movie is handed over; nil of a file.
  private let segments: SegmentSettings?
  /// The threads that are under way.
  let work = DispatchGroup()

  /// A run that takes buffers out of `queues`, for a file of `fileType`.
  init(_ queues: [BufferQueue], _ fileType: FileType, segments: SegmentSettings?) {
    (self.queues, self.fileType, self.segments) = (queues, fileType, segments)
  }

  var status: AssetWriter.Status { state.withLock(\.status) }
  var error: RenderError? { state.withLock(\.error) }
  var session: Session? { state.withLock(\.session) }
  /// The file; nil until it is begun, and once it has ended, so that what it holds is released.
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
  func set(_ writer: any MediaWriter) throws(RenderError) {
    let (isOver, borders) = state.withLock { state in
      if state.status == .writing { state.writer = writer }
      return (state.status != .writing, state.borders)
    }
    guard !isOver else { return writer.cancel() }
    for border in borders { try writer.beginSegment(after: border) }
  }

  /// `settings`, of a movie that is handed over in segments as such.
  func settings(_ settings: WriterSettings) throws(RenderError) -> WriterSettings {
    try segments?.applied(to: settings, session: session?.start ?? .zero) ?? settings
  }

  /// Has the next buffer that is appended begin a segment.
  func flushSegment() throws(RenderError) {
    let found: (writer: (any MediaWriter)?, border: Rational)? = try state.withLock { state throws(RenderError) in
      try Self.check(state)
      guard segments?.isIndefinite == true else {
        throw RenderError(
          .outOfRange, "A segment is ended of a writer that has none, or whose segments have a length.",
          remedy: "Set an indefinite interval.")
      }
      // Before the first buffer there is nothing to end.
      guard let session = state.session, let last = state.extent.lastStart ?? state.extent.lastEnd else { return nil }
      let border = try exactly { () throws(RationalError) in try last - session.start }
      if state.writer == nil { state.borders.append(border) }
      return (state.writer, border)
    }
    if let found { try found.writer?.beginSegment(after: found.border) }
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
      let hides = fileType.isMovie && segments == nil
      guard hides || !state.extent.extends(beyond: end) else {
        let place = segments == nil ? fileType.format.title : "a movie that is handed over in segments"
        throw RenderError(
          .unsupported,
          "The session ends before media that were appended, and \(place) has no edit list to hide them.",
          remedy: "End it before they are appended, or write a file, MP4 or QuickTime.")
      }
      state.session?.end = end
    }
  }

  /// Notes that a buffer is appended: a picture or packet that begins at `start`, or samples that end at `end`.
  ///
  /// - Throws: why it cannot be.
  func note(start: Rational?, end: Rational?) throws(RenderError) {
    try state.withLock { state throws(RenderError) in
      try Self.check(state)
      guard state.session != nil else {
        throw RenderError(
          .outOfRange, "A buffer is appended before the session.", remedy: "Call startSession(atSourceTime:) first.")
      }
      if let start { state.extent.lastStart = max(state.extent.lastStart ?? start, start) }
      if let end { state.extent.lastEnd = max(state.extent.lastEnd ?? end, end) }
    }
  }

  private static func check(_ state: State) throws(RenderError) {
    guard state.status != .writing else { return }
    throw state.error
      ?? RenderError(.closed, "The writer does not write.", remedy: "Use it between its start and its end.")
  }

  /// Ends with the file.
  func complete() {
    state.withLock { state in
      state.writer = nil
      if state.status == .writing { state.status = .completed }
    }
  }

  /// Ends with `error`, unless it has ended; nothing is left of the file.
  func end(_ error: RenderError) {
    let writer: (any MediaWriter)? = state.withLock { state in
      guard state.status == .writing || state.status == .unknown else { return nil }
      state.status = error.code == .cancelled ? .cancelled : .failed
      state.error = error
      defer { state.writer = nil }
      return state.writer
    }
    writer?.cancel()
    for queue in queues { queue.close() }
  }
}
