import Compositing
import EditingModel
import Synchronization

/// The requests that the process of a plug-in is at work on, and the sources that it was shown for them.
///
/// Threads: any.
final class OpenRequests: Sendable {
  private let handles = PluginHandles()
  private let state = Mutex(State())

  private struct State {
    var open: [UInt64: OpenRequest] = [:]
    /// The error for which there will be no more frames.
    var failure: PluginFailure?
  }

  /// A request under way.
  struct OpenRequest: Sendable {
    /// The sources of its frame.
    var sources: [Source]
    /// The time at which it must be finished.
    var deadline: ContinuousClock.Instant
  }

  /// A source frame, and where the process sees it.
  struct Source: Sendable {
    /// The track that shows it.
    var track: TrackID
    /// The engine's frame.
    var frame: PixelBuffer
    /// The same in shared memory.
    var copy: PixelBuffer
  }

  /// A number for `request`, which is drawn from `sources` and must be finished until `deadline`.
  ///
  /// - Throws: `PluginFailure` where the process has ended.
  func open(
    _ request: AsynchronousVideoCompositionRequest, sources: [Source], deadline: ContinuousClock.Instant
  ) throws(PluginFailure) -> UInt64 {
    let number = handles.open(PluginHandle(request, values: [:], compositor: nil))
    let failure = state.withLock { state in
      if state.failure == nil { state.open[number] = OpenRequest(sources: sources, deadline: deadline) }
      return state.failure
    }
    guard let failure else { return number }
    _ = handles.end(number)
    throw failure
  }

  /// The copy of `frame` that the process sees already, for another request.
  func copy(of frame: PixelBuffer) -> PixelBuffer? {
    state.withLock { state in
      state.open.values.lazy.flatMap(\.sources).first { $0.frame === frame }?.copy
    }
  }

  /// Request `number` has come to `picture`: to one of its sources, or to a new one in `memory`, which is copied into a
  /// buffer of the engine's: what the process writes from now on changes nothing.
  func finish(_ number: UInt64, with picture: SharedPicture, _ memory: SharedMemory?) {
    guard let (request, sources) = close(number) else { return }
    do {
      guard let memory else { return request.finish(withComposedVideoFrame: try Self.source(at: picture, of: sources)) }
      let context = request.renderContext
      guard let frame = context.newPixelBuffer() else { throw PluginFailure(description: "there is no memory for it") }
      guard picture.hasFormat(frame), let drawn = memory.buffer(of: picture) else { throw Self.stray }
      try frame.copyRows(of: drawn)
      request.finish(withComposedVideoFrame: frame)
    } catch {
      request.finish(with: error)
    }
  }

  /// Request `number` has come to no frame.
  func finish(_ number: UInt64, with failure: ProcessMessage.Failure) {
    guard let (request, _) = close(number) else { return }
    switch failure {
    case .error(let words): request.finish(with: PluginFailure(description: words))
    case .cancelled: request.finishCancelledRequest()
    // Of a request that was not finished before, nothing is known. Releasing it here is what the engine notices.
    case .finishedAgain, .abandoned: break
    }
  }

  /// The requests that are no longer needed.
  var cancelled: [UInt64] {
    state.withLock { $0.open.keys.filter { handles.handle($0)?.request?.isCancelled == true } }
  }

  /// Whether one should have been finished before `now`.
  func areOverdue(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.open.values.contains { $0.deadline < now } }
  }

  /// Ends every request with `failure`, and lets none be opened any more.
  func fail(with failure: PluginFailure) {
    let numbers = state.withLock { state in
      state.failure = failure
      return state.open.keys.sorted()
    }
    for number in numbers { close(number)?.request.finish(with: failure) }
  }

  /// Takes request `number` off the list; nil where it is none. Taking one off twice reports that it is finished
  /// once more.
  private func close(_ number: UInt64) -> (request: AsynchronousVideoCompositionRequest, sources: [Source])? {
    let entry = state.withLock { $0.open.removeValue(forKey: number) }
    guard let request = handles.end(number)?.request, let entry else { return nil }
    return (request, entry.sources)
  }

  private static func source(at picture: SharedPicture, of sources: [Source]) throws(PluginFailure) -> PixelBuffer {
    let source = sources.first { ($0.copy.storage as? SharedFrame)?.picture.offset == picture.offset }
    guard let source else { throw stray }
    return source.frame
  }

  private static let stray = PluginFailure(description: "the frame that it finished with is not the request's")
}
