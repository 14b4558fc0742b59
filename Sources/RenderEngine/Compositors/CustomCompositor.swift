import Compositing
import EditingModel
import Foundation
import MediaTime
import Rendering

/// A custom compositor in one render: the formats that it requires, and the one queue from which it is called.
///
/// Calls are made on that queue, so that one that does not return does not block the thread that watches the time
/// limit. Threads: one at a time.
final class CustomCompositor {
  /// The name that errors give it.
  let name: String
  /// The formats that it takes sources in; nil for any.
  let sourceFormats: [PixelBuffer.Format]?
  /// The formats that it gives frames in.
  let outputFormats: [PixelBuffer.Format]

  private let compositor: any VideoCompositing
  private let calls: DispatchQueue
  private let drawing: DispatchQueue
  private var instructionIndex: Int?
  private var context: VideoCompositionRenderContext?
  private var makers: [PixelBuffer.Format: PixelBufferFactory] = [:]

  /// How long a compositor may take to cancel its requests.
  private static let cancelTimeout = DispatchTimeInterval.milliseconds(300)

  /// Instantiates the compositor that `reference` names.
  ///
  /// - Throws: `RenderError` with `.unsupported`, `.invalidModel` or `.videoCompositorFailed`.
  init(_ reference: CompositorReference, from registry: CompositorRegistry) throws {
    name = reference.name
    compositor = try registry.instantiate(reference)
    sourceFormats = compositor.sourcePixelFormats
    outputFormats = compositor.requiredPixelFormatsForRenderContext
    guard sourceFormats?.isEmpty != true, !outputFormats.isEmpty else {
      throw RenderError(
        .videoCompositorFailed, "The custom compositor “\(name)” names no pixel format.",
        remedy: "Let it name at least one, or nil for sources of any.")
    }
    calls = DispatchQueue(label: "custom-compositor")
    drawing = DispatchQueue(label: "custom-compositor-drawing", attributes: .concurrent)
  }

  /// The context of the frames that `call` requests. The compositor is notified when it changes.
  func context(for call: CustomCompositing, plan: PicturePlan) throws -> VideoCompositionRenderContext {
    if let context, instructionIndex == call.instructionIndex { return context }
    let own = PixelBuffer.Format(gstreamerName: plan.pixelFormat.gstreamerName)
    let format = outputFormats.first { $0 == own } ?? outputFormats[0]
    let maker = try maker(of: format, plan: plan)
    let new = VideoCompositionRenderContext(
      size: Size(plan.size), renderScale: call.renderScale,
      renderTransform: call.renderTransform, pixelFormat: format
    ) { try? maker.makeWritable() }
    context = new
    instructionIndex = call.instructionIndex
    calls.async { [compositor] in compositor.renderContextChanged(new) }
    return new
  }

  /// The factory of output frames of `format`.
  func maker(of format: PixelBuffer.Format, plan: PicturePlan) throws -> PixelBufferFactory {
    if let maker = makers[format] { return maker }
    let maker = try PixelBufferFactory(format, size: plan.size, plan: plan)
    makers[format] = maker
    return maker
  }

  /// Starts a request; `pending` receives its completion.
  func start(
    at time: CMTime, for call: CustomCompositing, in context: VideoCompositionRenderContext,
    sources: [(trackID: TrackID, frame: PixelBuffer)], pending: PendingRequest
  ) -> AsynchronousVideoCompositionRequest {
    let request = AsynchronousVideoCompositionRequest(
      renderContext: context, compositionTime: time, instruction: call.instruction, sourceFrames: sources,
      run: { [drawing] body in drawing.async(execute: body) },
      report: { pending.take($0) })
    calls.async { [compositor] in compositor.startRequest(request) }
    return request
  }

  /// Asks the compositor to cancel all requests, and waits until it returns, up to `cancelTimeout`.
  func cancel() {
    let isDone = DispatchSemaphore(value: 0)
    // Not on the queue of the other calls: one of those may be stuck.
    DispatchQueue.global().async { [compositor] in
      compositor.cancelAllPendingVideoCompositionRequests()
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + Self.cancelTimeout)
  }
}

extension CompositorRegistry {
  /// The compositor that `reference` names; errors become `RenderError`.
  fileprivate func instantiate(_ reference: CompositorReference) throws(RenderError) -> any VideoCompositing {
    do {
      return try makeCompositor(reference)
    } catch let error as CompositingError {
      throw RenderError(error)
    } catch {
      let words = String(describing: error)
      throw RenderError(
        .videoCompositorFailed,
        "The custom compositor “\(reference.name)” cannot be made: \(words)\(words.hasSuffix(".") ? "" : ".")",
        remedy: "Check its parameters in customCompositor.", underlying: words)
    }
  }
}

extension RenderError {
  /// Translates an error about a custom compositor or its parameters.
  init(_ error: CompositingError) {
    self.init(
      error.code == .unknownCompositor ? .unsupported : .invalidModel, error.message, remedy: error.remedy)
  }
}
