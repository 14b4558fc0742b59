public import EditingModel
public import MediaFormats
package import MediaTime

/// The built-in compositor behind the protocol for requests: draws an instruction's layers with ``AffineCompositor``.
public struct AffineVideoCompositor: SynchronousVideoCompositing {
  /// Y′CbCr in planes, with or without alpha.
  public let sourcePixelFormats: [PixelBuffer.Format]? = [.yuv420p, .yuva420p, .yuv422p, .yuv444p]
  /// The same; with alpha where the film has alpha.
  public let requiredPixelFormatsForRenderContext: [PixelBuffer.Format] = [.yuv420p, .yuva420p, .yuv422p, .yuv444p]

  private let samples: @Sendable (Color) -> (UInt8, UInt8, UInt8)

  /// A compositor for films in which a background color becomes the samples of Y, Cb and Cr that `samples` gives.
  public init(samples: @escaping @Sendable (Color) -> (UInt8, UInt8, UInt8)) {
    self.samples = samples
  }

  /// The instruction's layers over its background; tracks without a frame draw nothing.
  public func compose(_ request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let instruction = request.videoCompositionInstruction
    let passthrough = instruction.passthroughTrackID.map { [LayerInstruction(trackID: $0)] }
    let layers = (passthrough ?? instruction.layerInstructions).reversed().compactMap { layer in
      request.sourceFrame(byTrackID: layer.trackID).map {
        AffineLayer(layer, at: request.compositionTime, showing: $0, in: request.renderContext)
      }
    }
    guard let frame = request.renderContext.newPixelBuffer() else {
      throw CompositingError(.outOfMemory, "There is no memory for a frame.", remedy: "Render a smaller film.")
    }
    let background = samples(instruction.backgroundColor)
    try AffineCompositor().draw(
      layers, over: (UInt16(background.0), UInt16(background.1), UInt16(background.2)),
      backgroundAlpha: instruction.backgroundColor.alpha, on: frame)
    return frame
  }
}

extension AffineLayer {
  /// `picture`, the frame of `layer`'s track, as it lies on the frames of `context` at `time`.
  package init(
    _ layer: LayerInstruction, at time: CMTime, showing picture: PixelBuffer, in context: VideoCompositionRenderContext
  ) {
    // A layer's numbers count square pixels.
    let shape = picture.pixelAspectRatio
    let stretch = Double(shape.horizontalSpacing) / Double(shape.verticalSpacing)
    let whole = Rectangle(x: 0, y: 0, width: Double(picture.width) * stretch, height: Double(picture.height))
    let shown = layer.cropRectangle.value(at: time, initial: whole)
    self.init(
      picture: picture,
      transform: Transform.scale(x: stretch, y: 1)
        .concatenating(layer.transform.value(at: time, initial: .identity))
        .concatenating(context.renderTransform),
      crop: shown == whole
        ? nil : Rectangle(x: shown.x / stretch, y: shown.y, width: shown.width / stretch, height: shown.height),
      opacity: layer.opacity.value(at: time, initial: 1))
  }
}
