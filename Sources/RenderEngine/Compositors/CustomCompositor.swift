import Compositing
import Containers
import EditingModel
import Foundation
import MediaDecoding
import MediaFormats
import MediaTime
import Rendering
import Waiting

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
  /// The colors that it takes.
  let colorSupport: CompositorColorSupport

  private let compositor: any VideoCompositing
  private let calls: DispatchQueue
  private let drawing: DispatchQueue
  private var instructionIndex: Int?
  private var context: VideoCompositionRenderContext?
  private var makers: [PixelBuffer.Format: PixelBufferFactory] = [:]

  /// Limit of the time in which a compositor cancels its requests.
  private static let cancelTimeout = Duration.milliseconds(300)

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
    colorSupport = compositor.colorSupport
    for (formats, what) in [(sourceFormats, "sources"), (outputFormats, "frames")] where colorSupport.highDynamicRange {
      guard let formats, !formats.contains(where: { $0.bitDepth > 8 }) else { continue }
      throw RenderError(
        .videoCompositorFailed,
        "The custom compositor “\(name)” supports high dynamic range, and names no pixel format of 10 bits for \(what).",
        remedy: "Let it name one, or not support it.")
    }
    calls = DispatchQueue(label: "custom-compositor")
    drawing = DispatchQueue(label: "custom-compositor-drawing", attributes: .concurrent)
  }

  /// The context of the frames that `call` requests. The compositor is notified when it changes.
  func context(for call: CustomCompositing, plan: PicturePlan) throws -> VideoCompositionRenderContext {
    if let context, instructionIndex == call.instructionIndex { return context }
    let colorimetry = call.colorimetry(in: plan)
    let formats = formats(for: colorimetry)
    // A film with alpha asks for frames with alpha, if there can be any; a deep one for deep frames.
    let format =
      formats.first { $0 == plan.pixelFormat } ?? formats.first { plan.pixelFormat.hasAlpha && $0.hasAlpha }
      ?? formats.first { $0.bitDepth >= plan.pixelFormat.bitDepth } ?? formats[0]
    let maker = try maker(of: format, in: colorimetry, plan: plan)
    let new = VideoCompositionRenderContext(
      size: Size(plan.size), renderScale: call.renderScale,
      renderTransform: call.renderTransform, pixelFormat: format, colorimetry: colorimetry
    ) { try? maker.makeWritable() }
    context = new
    instructionIndex = call.instructionIndex
    calls.async { [compositor] in compositor.renderContextChanged(new) }
    return new
  }

  /// The formats that it may give frames in of the colors `colorimetry`: of 10 bits in high dynamic range.
  func formats(for colorimetry: Colorimetry) -> [PixelBuffer.Format] {
    colorimetry.isHighDynamicRange ? outputFormats.filter { $0.bitDepth > 8 } : outputFormats
  }

  /// The factory of output frames of `format` in `colorimetry`, which is the same for a whole film.
  func maker(
    of format: PixelBuffer.Format, in colorimetry: Colorimetry, plan: PicturePlan
  ) throws -> PixelBufferFactory {
    if let maker = makers[format] { return maker }
    let maker = try PixelBufferFactory(
      format, size: plan.size, frameDuration: plan.grid.frameDuration, colorimetry: colorimetry)
    makers[format] = maker
    return maker
  }

  /// Sends the compositor a hint on frames of coming requests. Returns at once.
  func anticipate(_ hint: VideoCompositionRenderHint) {
    calls.async { [compositor] in compositor.anticipateRendering(using: hint) }
  }

  /// Has the compositor prepare for the frames of `hint`, and waits until it has, up to `limit`.
  ///
  /// - Returns: Whether it has.
  /// - Throws: `RenderError` with `.cancelled`.
  func preroll(
    _ hint: VideoCompositionRenderHint, limit: Duration, cancellation: Cancellation
  ) throws(RenderError) -> Bool {
    let answer = OneShotChannel<Void>()
    calls.async { [compositor] in
      compositor.prerollForRendering(using: hint)
      answer.send(())
    }
    let end = ContinuousClock.now + limit
    while true {
      let left = max(.zero, end - ContinuousClock.now)
      let interval = min(Duration.nanoseconds(Cancellation.pollInterval), left)
      if answer.take(within: Int64(interval / .nanoseconds(1))) != nil { return true }
      try cancellation.check()
      if left == .zero { return false }
    }
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
    let isDone = Monitor(false)
    // Not on the queue of the other calls: one of those may be stuck.
    DispatchQueue.global().async { [compositor] in
      compositor.cancelAllPendingVideoCompositionRequests()
      isDone.change { $0 = true }
    }
    isDone.wait(upTo: Self.cancelTimeout) { $0 ? () : nil }
  }
}

extension CustomCompositing {
  /// The colorimetry of the compositor's frames, in `plan`.
  func colorimetry(in plan: PicturePlan) -> Colorimetry { colorimetry ?? plan.colorimetry }
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
