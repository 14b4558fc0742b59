import Compositing
import CoreMedia
import CoreVideo
import EditingModel
public import Foundation
import Synchronization

/// One frame to be made (`AVAsynchronousVideoCompositionRequest`): what it shows, and what for. Finished exactly once, by one of the three
/// `finish` methods, on any thread.
public final class AVAsynchronousVideoCompositionRequest: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: the frames are kept under a lock; nothing else of it changes.
  private let request: AsynchronousVideoCompositionRequest
  private let formats: CompositorFormats
  private let failures: CompositorFailure
  private let frames = Mutex<[CMPersistentTrackID: CVPixelBuffer]>([:])
  /// Context that the frame is made for.
  public let renderContext: AVVideoCompositionRenderContext
  /// The instruction that applies: the object that the video composition has.
  public let videoCompositionInstruction: any AVVideoCompositionInstructionProtocol

  init(
    _ request: AsynchronousVideoCompositionRequest, in context: AVVideoCompositionRenderContext,
    for instruction: any AVVideoCompositionInstructionProtocol, formats: CompositorFormats, failures: CompositorFailure
  ) {
    (self.request, renderContext, videoCompositionInstruction) = (request, context, instruction)
    (self.formats, self.failures) = (formats, failures)
    super.init()
  }

  /// Itself.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Time at which the frame is shown.
  public var compositionTime: CMTime { request.compositionTime.inMovieUnits }
  /// The tracks that have a frame at this time, of those that the instruction requires, in its order.
  public var sourceTrackIDs: [NSNumber] { request.sourceTrackIDs.map { NSNumber(value: $0.rawValue) } }
  /// The tracks that have data at this time: none.
  public var sourceSampleDataTrackIDs: [NSNumber] { [] }

  /// The frame that track `trackID` shows at this time, as it is stored: neither turned upright nor scaled. The same object each time.
  ///
  /// Nil in a gap of the track, and for a track that the instruction does not require.
  public func sourceFrame(byTrackID trackID: CMPersistentTrackID) -> CVPixelBuffer? {
    guard let picture = request.sourceFrame(byTrackID: TrackID(rawValue: trackID)) else { return nil }
    return frames.withLock { frames in
      if let known = frames[trackID] { return known }
      let frame = formats.source(picture)
      frame?.attach(colorsOf: renderContext.colorimetry)
      frames[trackID] = frame
      return frame
    }
  }

  /// The data that track `trackID` has at this time: nil, as compositions hold no tracks of metadata here, and a video composition that asks
  /// for some is refused.
  public func sourceSampleBuffer(byTrackID trackID: CMPersistentTrackID) -> CMSampleBuffer? { nil }
  /// Metadata of track `trackID` at this time: nil, as ``sourceSampleBuffer(byTrackID:)``.
  public func sourceTimedMetadata(byTrackID trackID: CMPersistentTrackID) -> AVTimedMetadataGroup? { nil }

  /// The frame is `composedVideoFrame`: of the context's size, in one of the compositor's formats. It is not written from now on, though
  /// it may still be locked. A source's frame may be handed on as it is.
  public func finish(withComposedVideoFrame composedVideoFrame: CVPixelBuffer) {
    composedVideoFrame.endAccess()
    do {
      request.finish(withComposedVideoFrame: try formats.finished(composedVideoFrame))
    } catch {
      finish(with: error)
    }
  }

  /// There is no frame, for the reason `error`: the film fails with `AVError.videoCompositorFailed`, under which it stands.
  public func finish(with error: any Error) {
    failures.note(error)
    request.finish(with: error)
  }

  /// There is no frame, because it is no longer needed.
  public func finishCancelledRequest() { request.finishCancelledRequest() }
}

/// The first error with which a compositor finished a request.
final class CompositorFailure: Sendable {
  private let first = Mutex<(any Error)?>(nil)

  /// The error; nil where there was none.
  var error: (any Error)? { first.withLock { $0 } }

  /// Keeps `error`, if it is the first.
  func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
}
