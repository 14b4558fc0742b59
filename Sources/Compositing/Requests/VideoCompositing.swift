/// A compositor of your own (`AVVideoCompositing`): makes each output frame out of the source frames of its instant.
///
/// ```
///  renderContextChanged ─► prerollForRendering ─► anticipateRendering ─► startRequest ─► startRequest ─► …
///                                                                             │              │      in turn, on one thread
///                                                                             └► finish      └► finish    from any thread
/// ```
///
/// As many requests are under way as the machine has cores, so an implementation that draws on threads of its own uses
/// all of them. To draw one frame in one call, on threads of the engine's, see ``SynchronousVideoCompositing``.
///
/// Hand it over by name: register it in a ``CompositorRegistry``, and name it in `VideoComposition.customCompositor`.
public protocol VideoCompositing: Sendable {
  /// The formats that source frames may come in (`sourcePixelBufferAttributes`); nil for any, as the decoder gives them.
  ///
  /// A frame that has one of them already is handed over untouched; another one is converted, once. Asked once, before
  /// the first request. An empty list is an error.
  var sourcePixelFormats: [PixelBuffer.Format]? { get }

  /// The formats that finished frames have (`requiredPixelBufferAttributesForRenderContext`), the preferred one first.
  ///
  /// The render context makes buffers of the film's own format where that is among them, else of the first. Asked once,
  /// before the first request. An empty list is an error.
  var requiredPixelFormatsForRenderContext: [PixelBuffer.Format] { get }

  /// Whether source frames may have wide colors (`supportsWideColorSourceFrames`): BT.2020 or P3 in standard dynamic range.
  ///
  /// Where a film has them and a compositor does not take them, sources are converted to BT.709 for it, and its frames to the
  /// film's colors. Asked before the film is planned.
  var supportsWideColorSourceFrames: Bool { get }

  /// Whether source frames may have high dynamic range (`supportsHDRSourceFrames`): PQ or HLG, in formats of 10 bits.
  ///
  /// Where a film has it, all source frames come in the film's own, as `VideoCompositionRenderContext.colorimetry` says, and so
  /// must finished frames be; both lists of formats need one of 10 bits. A compositor that does not take it gets sources
  /// that are tone-mapped to BT.709, or BT.2020 where it takes wide colors; its frames are converted to the film's colors, which are of
  /// standard dynamic range unless the video composition asks for another. Asked before the film is planned.
  var supportsHDRSourceFrames: Bool { get }

  /// The frames from now on are for another render context: called before the first request and whenever the
  /// instruction, the size or the format changes. No request is under way.
  func renderContextChanged(_ newRenderContext: VideoCompositionRenderContext)

  /// Begins to make a frame; returns promptly. The request is finished exactly once, from any thread.
  func startRequest(_ asyncVideoCompositionRequest: AsynchronousVideoCompositionRequest)

  /// The frames of `renderHint` are about to be asked for: a chance to load what they take (`anticipateRendering(using:)`).
  ///
  /// Called before the first request of each such row of frames: of an instruction, and while it is shown of the next one; of
  /// one frame alone where images are made. Requests wait until it returns.
  func anticipateRendering(using renderHint: VideoCompositionRenderHint)

  /// A film is about to be rendered or played; this compositor makes the frames of `renderHint` first
  /// (`prerollForRendering(using:)`).
  ///
  /// Called once, after the render context is known and before the first request; not where single images are made, nor
  /// where a player seeks. The film begins when it returns, which may take as long as a request may.
  func prerollForRendering(using renderHint: VideoCompositionRenderHint)

  /// The results of the requests under way are no longer needed: finish them with `finishCancelledRequest()`, or as usual.
  func cancelAllPendingVideoCompositionRequests()
}

extension VideoCompositing {
  /// Any.
  public var sourcePixelFormats: [PixelBuffer.Format]? { nil }

  /// No.
  public var supportsWideColorSourceFrames: Bool { false }

  /// No.
  public var supportsHDRSourceFrames: Bool { false }

  /// Does nothing.
  public func renderContextChanged(_ newRenderContext: VideoCompositionRenderContext) {}

  /// Does nothing.
  public func anticipateRendering(using renderHint: VideoCompositionRenderHint) {}

  /// Does nothing.
  public func prerollForRendering(using renderHint: VideoCompositionRenderHint) {}

  /// Does nothing: the requests are finished as usual, and the results are dropped.
  public func cancelAllPendingVideoCompositionRequests() {}
}

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
