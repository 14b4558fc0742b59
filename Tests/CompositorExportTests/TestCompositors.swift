import CompositorExport
import Synchronization

/// Draws what a test says, in yuv420p.
struct Drawing: SynchronousVideoCompositing {
  let sourcePixelFormats: [PixelBuffer.Format]? = [.yuv420p]
  let requiredPixelFormatsForRenderContext: [PixelBuffer.Format] = [.yuv420p]
  let draw: @Sendable (AsynchronousVideoCompositionRequest) throws -> PixelBuffer

  func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer { try draw(request) }

  /// The compositor as a plug-in shows it.
  static func exported(
    parameters: [CompositorParameter] = [],
    _ draw: @escaping @Sendable (AsynchronousVideoCompositionRequest) throws -> PixelBuffer
  ) -> ExportedCompositor {
    ExportedCompositor(
      CompositorDescription(name: "drawing", summary: "Draws.", parameters: parameters),
      sourceFormats: [.yuv420p], outputFormats: [.yuv420p]
    ) { _ in Drawing(draw: draw) }
  }
}

/// Keeps its requests until a test takes them.
final class Keeping: VideoCompositing {
  let requiredPixelFormatsForRenderContext: [PixelBuffer.Format] = [.yuv420p]
  let kept = Mutex<[AsynchronousVideoCompositionRequest]>([])
  let cancellations = Mutex(0)

  func startRequest(_ asyncVideoCompositionRequest: AsynchronousVideoCompositionRequest) {
    kept.withLock { $0.append(asyncVideoCompositionRequest) }
  }

  func cancelAllPendingVideoCompositionRequests() {
    cancellations.withLock { $0 += 1 }
  }

  /// The compositor as a plug-in shows it.
  var exported: ExportedCompositor {
    ExportedCompositor(
      CompositorDescription(name: "keeping", summary: "Keeps requests."), outputFormats: [.yuv420p]
    ) { _ in self }
  }
}

/// What a test wants to go wrong.
struct Mishap: Error, CustomStringConvertible {
  let description: String
}
