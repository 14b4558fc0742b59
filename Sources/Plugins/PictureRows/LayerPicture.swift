package import Compositing
package import EditingModel

/// A layer of an instruction as it lies on one frame of the film.
package struct LayerPicture: Sendable {
  /// The layer's pixels, one for each of the film's frame, in `rgba`: alpha is 0 where the layer does not lie.
  package let frame: PixelBuffer
  /// How much of `frame` counts, 0…1.
  package let opacity: Double

  /// The picture `frame`, of the film's size in `rgba`.
  package init(frame: PixelBuffer, opacity: Double = 1) {
    self.frame = frame
    self.opacity = opacity
  }

  /// The same picture, of which `share`, 0…1, counts.
  package func fading(to share: Double) -> LayerPicture { LayerPicture(frame: frame, opacity: opacity * share) }

  /// What `layer` shows in the frame that `request` asks for; nil where that is nothing: in a gap of its track, and where
  /// it is transparent or lies outside.
  ///
  /// A layer that fills the frame unmoved is the source's own memory. Any other is drawn by ``AffineCompositor``.
  ///
  /// - Throws: `CompositingError` where the layer's numbers are out of reach.
  init?(of layer: LayerInstruction, in request: AsynchronousVideoCompositionRequest) throws {
    let time = request.compositionTime
    opacity = min(1, max(0, layer.opacity.value(at: time, initial: 1)))
    guard opacity > 0, let source = request.sourceFrame(byTrackID: layer.trackID) else { return nil }
    let placement = LayerPlacement(of: layer, at: time, showing: source, in: request.renderContext)
    if placement.isWhole {
      frame = source
    } else {
      guard let placed = try placement.draw(source) else { return nil }
      frame = placed
    }
  }
}
