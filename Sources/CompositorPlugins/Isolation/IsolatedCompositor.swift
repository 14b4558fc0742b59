import Compositing
import EditingModel
import Synchronization

/// An instance of a plug-in's compositor at work for one film, in a process of its own.
///
/// Threads: any; it is called as `VideoCompositing` promises.
final class IsolatedCompositor: VideoCompositing {
  let sourcePixelFormats: [PixelBuffer.Format]?
  let requiredPixelFormatsForRenderContext: [PixelBuffer.Format]

  private let process: PluginProcess
  /// The instruction that the process was told last.
  private let instruction = Mutex<VideoCompositionInstruction?>(nil)

  /// Starts a process for the plug-in at `path`, and has it make an instance of `compositor` that is told `parameters`.
  ///
  /// - Throws: `PluginError` or `PluginFailure`.
  init(_ compositor: String, of path: String, isolation: PluginIsolation, parameters: JSONValue?) throws {
    process = try PluginProcess(path, isolation: isolation)
    do {
      _ = try process.introduction()
      (sourcePixelFormats, requiredPixelFormatsForRenderContext) = try process.create(
        compositor, parameters: parameters)
    } catch {
      process.dismiss()
      throw error
    }
  }

  deinit { process.dismiss() }

  func renderContextChanged(_ newRenderContext: VideoCompositionRenderContext) {
    process.send(.context(SharedContext(newRenderContext)))
  }

  func startRequest(_ asyncVideoCompositionRequest: AsynchronousVideoCompositionRequest) {
    let request = asyncVideoCompositionRequest
    do {
      let sources = try request.sourceTrackIDs.compactMap { track in
        try request.sourceFrame(byTrackID: track).map {
          OpenRequests.Source(track: track, frame: $0, copy: try shared($0))
        }
      }
      let number = try process.requests.open(request, sources: sources, deadline: .now + process.timeLimit)
      tell(request.videoCompositionInstruction)
      process.send(
        .request(number: number, time: request.compositionTime, sources: sources.compactMap(SharedSource.init)))
    } catch {
      request.finish(with: error)
    }
  }

  func cancelAllPendingVideoCompositionRequests() {
    process.send(.cancel(requests: process.requests.cancelled))
  }

  /// Tells the process what instruction applies, unless it knows.
  private func tell(_ new: VideoCompositionInstruction) {
    let isNew = instruction.withLock { known in
      defer { known = new }
      return known != new
    }
    if isNew { process.send(.instruction(new)) }
  }

  /// `frame` in shared memory: copied there, once as long as a request shows it.
  private func shared(_ frame: PixelBuffer) throws -> PixelBuffer {
    if let copy = process.requests.copy(of: frame) { return copy }
    guard let copy = process.sources.makeBuffer(SharedPicture(like: frame)) else {
      throw PluginFailure(description: "there is no memory to share a source frame with it")
    }
    try copy.copyRows(of: frame)
    return copy
  }
}

extension SharedSource {
  /// Where the process finds `source`.
  fileprivate init?(_ source: OpenRequests.Source) {
    guard let frame = source.copy.storage as? SharedFrame else { return nil }
    self.init(track: source.track, picture: frame.picture)
  }
}
