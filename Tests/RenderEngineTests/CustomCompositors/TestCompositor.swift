import GstEdit
import Synchronization

/// A compositor that does with each request what a test says, and remembers what it was asked.
final class TestCompositor: VideoCompositing {
  let sourcePixelFormats: [PixelBuffer.Format]?
  let requiredPixelFormatsForRenderContext: [PixelBuffer.Format]
  let supportsWideColorSourceFrames: Bool
  let supportsHDRSourceFrames: Bool
  private let script: @Sendable (TestCompositor, AsynchronousVideoCompositionRequest) -> Void
  private let preroll: @Sendable () -> Void
  private let state = Mutex(Record())

  /// What it was asked, in order.
  struct Record {
    var contexts: [VideoCompositionRenderContext] = []
    var times: [CMTime] = []
    var tracks: [[TrackID]] = []
    var instructions: [VideoCompositionInstruction] = []
    /// The number of contexts before each request.
    var contextCounts: [Int] = []
    var formats: [PixelBuffer.Format] = []
    var cancellations = 0
    /// The preroll hints, with the number of requests before each.
    var prerolls: [Hint] = []
    var anticipations: [Hint] = []
    /// Requests that a script keeps for later.
    var kept: [AsynchronousVideoCompositionRequest] = []
  }

  /// Frames that are to come.
  struct Hint: Equatable {
    var hint: VideoCompositionRenderHint
    var requestCount: Int
    var contextCount: Int

    /// A hint of `frames`, after `requestCount` requests and `contextCount` contexts.
    init(_ hint: VideoCompositionRenderHint, after requestCount: Int, contexts contextCount: Int = 1) {
      (self.hint, self.requestCount, self.contextCount) = (hint, requestCount, contextCount)
    }

    init(_ frames: Range<Int>, after requestCount: Int, contexts contextCount: Int = 1) {
      self.init(
        VideoCompositionRenderHint(
          startCompositionTime: CompositorFilm.time(frames.lowerBound),
          endCompositionTime: CompositorFilm.time(frames.upperBound)), after: requestCount, contexts: contextCount)
    }
  }

  init(
    sources: [PixelBuffer.Format]? = [.yuv420p], outputs: [PixelBuffer.Format] = [.yuv420p],
    wideColor: Bool = false, highDynamicRange: Bool = false,
    script: @escaping @Sendable (TestCompositor, AsynchronousVideoCompositionRequest) -> Void = {
      $1.finishWithSource()
    }, preroll: @escaping @Sendable () -> Void = {}
  ) {
    sourcePixelFormats = sources
    requiredPixelFormatsForRenderContext = outputs
    supportsWideColorSourceFrames = wideColor
    supportsHDRSourceFrames = highDynamicRange
    self.preroll = preroll
    self.script = script
  }

  var record: Record { state.withLock { $0 } }

  /// Keeps `request`; how many are kept now.
  func keep(_ request: AsynchronousVideoCompositionRequest) -> Int {
    state.withLock { state in
      state.kept.append(request)
      return state.kept.count
    }
  }

  /// The requests that were kept, which are kept no longer.
  func takeKept() -> [AsynchronousVideoCompositionRequest] {
    state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
  }

  func renderContextChanged(_ newRenderContext: VideoCompositionRenderContext) {
    state.withLock { $0.contexts.append(newRenderContext) }
  }

  func anticipateRendering(using renderHint: VideoCompositionRenderHint) {
    state.withLock { state in
      state.anticipations.append(Hint(renderHint, after: state.times.count, contexts: state.contexts.count))
    }
  }

  func prerollForRendering(using renderHint: VideoCompositionRenderHint) {
    state.withLock { state in
      state.prerolls.append(Hint(renderHint, after: state.times.count, contexts: state.contexts.count))
    }
    preroll()
  }

  func startRequest(_ request: AsynchronousVideoCompositionRequest) {
    state.withLock { state in
      state.times.append(request.compositionTime)
      state.tracks.append(request.sourceTrackIDs)
      state.instructions.append(request.videoCompositionInstruction)
      state.contextCounts.append(state.contexts.count)
      state.formats += request.sourceTrackIDs.compactMap { request.sourceFrame(byTrackID: $0)?.format }
    }
    script(self, request)
  }

  func cancelAllPendingVideoCompositionRequests() {
    let kept = state.withLock { state in
      state.cancellations += 1
      defer { state.kept = [] }
      return state.kept
    }
    for request in kept { request.finishCancelledRequest() }
  }
}

extension AsynchronousVideoCompositionRequest {
  /// Hands the first source's frame on as it is; where there is none, a black one.
  func finishWithSource() {
    if let frame = sourceTrackIDs.first.flatMap(sourceFrame) { return finish(withComposedVideoFrame: frame) }
    finishFlat(luma: 16)
  }

  /// Gives a frame of one grey, in planes of eight bits.
  func finishFlat(luma: UInt8) {
    guard let frame = renderContext.newPixelBuffer() else { return finish(with: TestFailure.noBuffer) }
    do {
      for plane in frame.planes.indices {
        try frame.withMutableBytes(ofPlane: plane) { bytes in
          for index in bytes.indices { bytes[index] = plane == 0 ? luma : 128 }
        }
      }
      finish(withComposedVideoFrame: frame)
    } catch {
      finish(with: error)
    }
  }
}

enum TestFailure: Error, CustomStringConvertible {
  case noBuffer
  case wanted

  var description: String {
    switch self {
    case .noBuffer: "no buffer"
    case .wanted: "the test wants it so"
    }
  }
}
