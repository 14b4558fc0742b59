import Compositing
import CompositorABI
import EditingModel
import MediaFormats
import Synchronization
import Waiting

/// A compositor at work for one film, on behalf of a host on the other side of the border.
///
/// Threads: any.
final class ExportedInstance: Sendable {
  private let exported: ExportedCompositor
  private let compositor: any VideoCompositing
  /// The present render context.
  private let context = Mutex<VideoCompositionRenderContext?>(nil)

  /// Makes `exported` for the film that `handle` stands for.
  ///
  /// - Throws: The error of its maker.
  init(_ exported: ExportedCompositor, for handle: HostHandle) throws {
    self.exported = exported
    compositor = try exported.compositor(for: handle)
  }

  /// The frames from now on are for `context`.
  func contextChanged(_ context: gstedit_context) {
    guard let format = PixelBuffer.Format(pluginNumber: context.format) else { return }
    let (width, height) = (Int(context.width), Int(context.height))
    let size = Size(width: Double(context.width), height: Double(context.height))
    // Outside a request there is only memory of the compositor's own.
    let colorimetry = Colorimetry(
      isFullRange: context.full_range != 0, matrix: Int(context.matrix), transfer: Int(context.transfer),
      primaries: Int(context.primaries))
    let new = Self.context(size: size, renderScale: context.render_scale, format: format, colorimetry) {
      try? PixelBuffer(format: format, width: width, height: height)
    }
    self.context.withLock { $0 = new }
    compositor.renderContextChanged(new)
  }

  /// Has the frame of `handle` made; `ended` is called once the outcome was reported to the host.
  func start(_ handle: HostHandle, ended: @escaping @Sendable () -> Void = {}) {
    let lease = FrameLease(ended: ended)
    do {
      compositor.startRequest(try request(handle, lease: lease))
    } catch {
      lease.end { handle.fail("\(error)") }
    }
  }

  /// Makes the frame of `handle` and ends it, even where its bytes are still read elsewhere when it is made.
  /// A compositor that never finishes is waited for as long as the host lets the process live: it ends one that is late.
  func compose(_ handle: HostHandle) {
    let isEnded = Monitor(false)
    start(handle) { isEnded.change { $0 = true } }
    isEnded.wait { $0 ? () : nil }
  }

  /// Cancels all requests under way.
  func cancelAll() {
    compositor.cancelAllPendingVideoCompositionRequests()
  }

  /// The frame of `handle`, in the model's words.
  private func request(_ handle: HostHandle, lease: FrameLease) throws -> AsynchronousVideoCompositionRequest {
    guard let context = context.withLock(\.self) else {
      throw ExportFailure("the program gave no render context that this plug-in understands")
    }
    let own = Self.context(
      size: context.size, renderScale: context.renderScale, format: context.pixelFormat, context.colorimetry
    ) {
      try? handle.newFrame(lease)
    }
    return AsynchronousVideoCompositionRequest(
      renderContext: own, compositionTime: handle.compositionTime,
      instruction: handle.instruction(parameters: exported.parameters(of: handle)),
      sourceFrames: try handle.sourceFrames(lease), isCancelled: { handle.isCancelled },
      report: { Self.end(handle, as: $0, lease: lease) })
  }

  /// Reports to the host how a request was finished.
  private static func end(
    _ handle: HostHandle, as completion: AsynchronousVideoCompositionRequest.Completion, lease: FrameLease
  ) {
    switch completion {
    case .composed(let buffer):
      do {
        let frame = try hostFrame(of: buffer, for: handle, lease: lease)
        lease.end { handle.finish(frame) }
      } catch {
        lease.end { handle.fail("\(error)") }
      }
    case .failed(let error): lease.end { handle.fail("\(error)") }
    case .cancelled: lease.end { handle.finishCancelled() }
    case .abandoned: lease.end { handle.fail("it let go of the request without finishing it") }
    // The host recognizes that by a handle that has ended.
    case .finishedAgain: handle.fail("it finished the request more than once")
    }
  }

  /// The host's frame that `buffer` shows; a new one with its picture, where it lies in memory that is not the request's.
  private static func hostFrame(
    of buffer: PixelBuffer, for handle: HostHandle, lease: FrameLease
  ) throws -> HostFrame {
    try buffer.makeReadOnly()
    if let frame = buffer.storage as? HostFrame, frame.lease === lease { return frame }
    let copy = try handle.newFrame(lease)
    guard let frame = copy.storage as? HostFrame else { throw HostFrame.unusable }
    try copy.copyBytes(of: buffer)
    return frame
  }

  private static func context(
    size: Size, renderScale: Double, format: PixelBuffer.Format, _ colorimetry: Colorimetry,
    makePixelBuffer: @escaping @Sendable () -> PixelBuffer?
  ) -> VideoCompositionRenderContext {
    VideoCompositionRenderContext(
      size: size, renderScale: renderScale,
      renderTransform: Transform(a: renderScale, b: 0, c: 0, d: renderScale, tx: 0, ty: 0), pixelFormat: format,
      colorimetry: colorimetry, makePixelBuffer: makePixelBuffer)
  }
}
