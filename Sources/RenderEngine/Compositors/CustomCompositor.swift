import Compositing
import EditingModel
import Foundation
import MediaTime
import Rendering

/// A compositor of the user's at work in one render: what it asked for when it was hired, and the one thread that all
/// calls into it come from.
///
/// Calls are made on a thread of their own, so that one that does not return holds up nobody who watches the time.
/// Threads: one at a time.
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

  /// How long a compositor may take to hear that its requests are cancelled.
  private static let farewell = DispatchTimeInterval.milliseconds(300)

  /// Makes the compositor that `reference` names.
  ///
  /// - Throws: `RenderError` with `.unsupported`, `.invalidModel` or `.videoCompositorFailed`.
  init(_ reference: CompositorReference, from registry: CompositorRegistry) throws {
    name = reference.name
    compositor = try registry.hire(reference)
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

  /// The context of the frames that `call` asks for; the compositor is told where it is another one than before.
  func context(for call: CustomCompositing, plan: PicturePlan) throws -> VideoCompositionRenderContext {
    if let context, instructionIndex == call.instructionIndex { return context }
    let film = PixelBuffer.Format(gstreamerName: plan.pixelFormat.gstreamerName)
    let format = outputFormats.first { $0 == film } ?? outputFormats[0]
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

  /// What makes and takes finished pictures of `format`.
  func maker(of format: PixelBuffer.Format, plan: PicturePlan) throws -> PixelBufferFactory {
    if let maker = makers[format] { return maker }
    let maker = try PixelBufferFactory(format, size: plan.size, plan: plan)
    makers[format] = maker
    return maker
  }

  /// Begins a request; `ticket` gets the answer.
  func start(
    at time: CMTime, for call: CustomCompositing, in context: VideoCompositionRenderContext,
    sources: [(trackID: TrackID, frame: PixelBuffer)], ticket: PendingRequest
  ) -> AsynchronousVideoCompositionRequest {
    let request = AsynchronousVideoCompositionRequest(
      renderContext: context, compositionTime: time, instruction: call.instruction, sourceFrames: sources,
      run: { [drawing] body in drawing.async(execute: body) },
      report: { ticket.take($0) })
    calls.async { [compositor] in compositor.startRequest(request) }
    return request
  }

  /// Tells the compositor that nobody waits any longer, and waits until it has heard it, but not for long.
  func cancel() {
    let isHeard = DispatchSemaphore(value: 0)
    // Not among the other calls: one of those may be what is stuck.
    DispatchQueue.global().async { [compositor] in
      compositor.cancelAllPendingVideoCompositionRequests()
      isHeard.signal()
    }
    _ = isHeard.wait(timeout: .now() + Self.farewell)
  }
}

extension CompositorRegistry {
  /// The compositor that `reference` names, with what keeps it from being made in the engine's words.
  fileprivate func hire(_ reference: CompositorReference) throws(RenderError) -> any VideoCompositing {
    do {
      return try makeCompositor(reference)
    } catch let error as CompositingError {
      throw RenderError(error)
    } catch {
      let words = String(describing: error)
      throw RenderError(
        .videoCompositorFailed,
        "The custom compositor “\(reference.name)” cannot be made: \(words)\(words.hasSuffix(".") ? "" : ".")",
        remedy: "Look at what it is told in customCompositor.", underlying: words)
    }
  }
}

extension RenderError {
  /// What is wrong with a custom compositor or what it is told.
  init(_ error: CompositingError) {
    self.init(
      error.code == .unknownCompositor ? .unsupported : .invalidModel, error.message, remedy: error.remedy)
  }
}
