import Compositing
import CoreVideo
import EditingModel
import Foundation
import MediaFormats
import Rendering
import Synchronization

/// A compositor class at work for one service: makes its objects, and holds the film's instructions.
///
/// ```
///  engine's session ─► CompositorAdapter ─► object of the class      one for each session at a time
///                        instruction 3  ─►  the program's own object
/// ```
///
/// An object whose session has ended serves the next one. Threads: any. Lock order: only `idle`.
final class CompositorSource: Sendable {
  /// The name under which the class is registered.
  static let name = "AVVideoCompositing"

  /// The video composition, as it was when the service was given it.
  let videoComposition: AVVideoComposition
  /// The same, as render contexts have it: one that holds no compositor, as compositors hold contexts.
  let contextVideoComposition: AVVideoComposition
  /// The first error of a compositor's own.
  let failure = CompositorFailure()
  private let instructions: Instructions
  private let idle = Mutex<[Idle]>([])

  private struct Instructions: @unchecked Sendable {
    // @unchecked: objects of the program's, which are handed on as they are, as AVFoundation does.
    let objects: [any AVVideoCompositionInstructionProtocol]
    let compositor: (any AVVideoCompositing.Type)?
  }

  /// An object that no session has.
  struct Idle: @unchecked Sendable {
    // @unchecked: an object of the program's, which the engine calls on one thread at a time.
    let compositor: any AVVideoCompositing
    let formats: CompositorFormats

    /// A new object of `type`.
    ///
    /// - Throws: `RenderError` where none can be made, or it names no format that is made here.
    init(_ type: any AVVideoCompositing.Type) throws(RenderError) {
      compositor = try CompositorClass.make(type)
      formats = try CompositorFormats(of: compositor)
    }
  }

  /// The compositor of `videoComposition`, a snapshot.
  init(_ videoComposition: AVVideoComposition) {
    self.videoComposition = videoComposition
    contextVideoComposition = AVVideoComposition(configuration: videoComposition.configuration)
    instructions = Instructions(
      objects: videoComposition.instructions, compositor: videoComposition.customVideoCompositorClass)
  }

  /// Settings by which the engine runs it: one class under one name.
  var settings: VideoCompositingSettings {
    var compositors = CompositorRegistry()
    if instructions.compositor != nil { compositors.register(Self.name) { _ in try CompositorAdapter(self) } }
    return VideoCompositingSettings(compositors: compositors)
  }

  /// The program's instruction that the engine's `instruction` stands for.
  func object(for instruction: VideoCompositionInstruction) -> (any AVVideoCompositionInstructionProtocol)? {
    guard case .number(let digits)? = instruction.parameters, let number = Int(digits),
      instructions.objects.indices.contains(number)
    else { return nil }
    return instructions.objects[number]
  }

  /// An object that no session has, or a new one.
  ///
  /// - Throws: `RenderError` where none can be made, or it names no format that is made here.
  func take() throws(RenderError) -> Idle {
    guard let type = instructions.compositor else {
      throw RenderError(.unsupported, "The video composition has no compositor of its own.")
    }
    if let shown = try videoComposition.shownCompositor.borrow(type) { return shown }
    if let idle = idle.withLock({ $0.popLast() }) { return idle }
    return try Idle(type)
  }

  /// Takes an object back, whose session has ended.
  func putBack(_ object: Idle) {
    if !videoComposition.shownCompositor.giveBack(object) { idle.withLock { $0.append(object) } }
  }
}

/// An object of a compositor class, as the engine sees it in one session.
///
/// Threads: as the engine calls it, in turn. Lock order: only `context`.
final class CompositorAdapter: VideoCompositing {
  private let source: CompositorSource
  private let object: CompositorSource.Idle
  private let context = Mutex<AVVideoCompositionRenderContext?>(nil)

  init(_ source: CompositorSource) throws(RenderError) {
    self.source = source
    object = try source.take()
  }

  deinit { source.putBack(object) }

  var sourcePixelFormats: [PixelBuffer.Format]? { object.formats.sourceFormats }
  var requiredPixelFormatsForRenderContext: [PixelBuffer.Format] { object.formats.outputFormats }
  var supportsWideColorSourceFrames: Bool { object.compositor.supportsWideColorSourceFrames }
  var supportsHDRSourceFrames: Bool { object.compositor.supportsHDRSourceFrames }

  func renderContextChanged(_ newRenderContext: VideoCompositionRenderContext) {
    guard let format = object.formats.output(newRenderContext.pixelFormat) else { return }
    let made = AVVideoCompositionRenderContext(newRenderContext, in: format, of: source.contextVideoComposition)
    context.withLock { $0 = made }
    object.compositor.renderContextChanged(made)
  }

  func startRequest(_ asyncVideoCompositionRequest: AsynchronousVideoCompositionRequest) {
    let instruction = source.object(for: asyncVideoCompositionRequest.videoCompositionInstruction)
    guard let context = context.withLock({ $0 }), let instruction else {
      asyncVideoCompositionRequest.finish(
        with: RenderError(.invalidModel, "The frame's instruction is none of the video composition's."))
      return
    }
    object.compositor.startRequest(
      AVAsynchronousVideoCompositionRequest(
        asyncVideoCompositionRequest, in: context, for: instruction, formats: object.formats,
        failures: source.failure))
  }

  func anticipateRendering(using renderHint: VideoCompositionRenderHint) {
    object.compositor.anticipateRendering(using: AVVideoCompositionRenderHint(renderHint))
  }

  func prerollForRendering(using renderHint: VideoCompositionRenderHint) {
    object.compositor.prerollForRendering(using: AVVideoCompositionRenderHint(renderHint))
  }

  func cancelAllPendingVideoCompositionRequests() { object.compositor.cancelAllPendingVideoCompositionRequests() }
}

extension AVVideoCompositionRenderHint {
  fileprivate convenience init(_ hint: VideoCompositionRenderHint) {
    self.init(start: hint.startCompositionTime, end: hint.endCompositionTime)
  }
}
