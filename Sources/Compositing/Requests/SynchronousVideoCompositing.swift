/// A compositor that makes a frame in one call.
///
/// ```swift
/// struct Darker: SynchronousVideoCompositing {
///   let sourcePixelFormats: [PixelBuffer.Format]? = [.yuv420p]
///   let requiredPixelFormatsForRenderContext = [PixelBuffer.Format.yuv420p]
///   func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer { … }
/// }
/// ```
public protocol SynchronousVideoCompositing: VideoCompositing {
  /// The frame that `request` asks for. Called on threads of the engine's, several at a time; the request must not be
  /// finished, that happens with what is returned or thrown.
  func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer
}

extension SynchronousVideoCompositing {
  /// Calls ``compose(_:)`` on a thread of the engine's and finishes the request with what comes of it.
  public func startRequest(_ asyncVideoCompositionRequest: AsynchronousVideoCompositionRequest) {
    asyncVideoCompositionRequest.perform { [self] request in
      guard !request.isCancelled else { return request.finishCancelledRequest() }
      do {
        request.finish(withComposedVideoFrame: try compose(request))
      } catch {
        request.finish(with: error)
      }
    }
  }
}
