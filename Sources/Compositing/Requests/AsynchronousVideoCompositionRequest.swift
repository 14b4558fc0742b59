public import EditingModel
public import MediaTime
import Synchronization

/// One frame to be made (`AVAsynchronousVideoCompositionRequest`): what it shows, and what for.
///
/// Finished exactly once, by one of the three `finish` methods, from any thread. Threads: any.
public final class AsynchronousVideoCompositionRequest: Sendable {
  /// The context of the frame.
  public let renderContext: VideoCompositionRenderContext
  /// The time of the frame.
  public let compositionTime: CMTime
  /// The tracks that have a frame at this time, of those that the instruction requires, in its order.
  public let sourceTrackIDs: [TrackID]
  /// The instruction that applies.
  public let videoCompositionInstruction: VideoCompositionInstruction

  private let sourceFrames: [TrackID: PixelBuffer]
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let isCancelledElsewhere: @Sendable () -> Bool
  private let report: @Sendable (Completion) -> Void
  private let state = Mutex(State())

  private struct State {
    var isFinished = false
    var isCancelled = false
  }

  /// The result of a request.
  public enum Completion: Sendable {
    /// With a frame.
    case composed(PixelBuffer)
    /// With an error.
    case failed(any Error)
    /// Because it was cancelled.
    case cancelled
    /// Once more than it may be.
    case finishedAgain
    /// Never: it was released unfinished.
    case abandoned
  }

  /// A request for the frame at `compositionTime`, made of `sourceFrames`.
  ///
  /// - Parameters:
  ///   - run: runs what it is given on a thread where a frame can be drawn; on the caller's own, unless given.
  ///   - isCancelled: says whether the frame is no longer needed.
  ///   - report: receives how the request is finished, each time it is.
  public init(
    renderContext: VideoCompositionRenderContext, compositionTime: CMTime,
    instruction: VideoCompositionInstruction, sourceFrames: [(trackID: TrackID, frame: PixelBuffer)],
    run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    isCancelled: @escaping @Sendable () -> Bool = { false },
    report: @escaping @Sendable (Completion) -> Void
  ) {
    self.renderContext = renderContext
    self.compositionTime = compositionTime
    self.videoCompositionInstruction = instruction
    self.sourceTrackIDs = sourceFrames.map(\.trackID)
    self.sourceFrames = Dictionary(sourceFrames.map { ($0.trackID, $0.frame) }) { first, _ in first }
    self.run = run
    self.isCancelledElsewhere = isCancelled
    self.report = report
  }

  deinit {
    if !state.withLock(\.isFinished) { report(.abandoned) }
  }

  /// The frame that track `trackID` shows at this time, as it is stored: neither turned upright nor scaled.
  ///
  /// - Returns: nil in a gap of the track, and for a track that the instruction does not require.
  public func sourceFrame(byTrackID trackID: TrackID) -> PixelBuffer? { sourceFrames[trackID] }

  /// The share of the instruction's time that has passed: 0 at its start, towards 1 at its end.
  public var tween: Double {
    let range = videoCompositionInstruction.timeRange
    let length = range.duration.seconds
    return length > 0 ? min(1, max(0, (compositionTime - range.start).seconds / length)) : 0
  }

  /// Whether the frame is no longer needed.
  public var isCancelled: Bool { state.withLock(\.isCancelled) || isCancelledElsewhere() }

  /// The frame is `composedVideoFrame`: of the context's size, in one of the compositor's formats. From now on it can
  /// only be read. A source's frame may be handed on as it is.
  public func finish(withComposedVideoFrame composedVideoFrame: PixelBuffer) {
    finish(as: .composed(composedVideoFrame))
  }

  /// There is no frame, for the reason `error`.
  public func finish(with error: any Error) {
    finish(as: .failed(error))
  }

  /// There is no frame, because it is no longer needed.
  public func finishCancelledRequest() {
    finish(as: .cancelled)
  }

  /// Reports that the request is finished once more, by code that has only its number. Keeps no frame.
  package var reportFinishedAgain: @Sendable () -> Void {
    { [report] in report(.finishedAgain) }
  }

  /// Runs `body` where a frame can be drawn.
  package func perform(_ body: @escaping @Sendable (AsynchronousVideoCompositionRequest) -> Void) {
    run { [self] in body(self) }
  }

  /// The frame is no longer needed.
  package func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  private func finish(as completion: Completion) {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    report(isFirst ? completion : .finishedAgain)
  }
}
