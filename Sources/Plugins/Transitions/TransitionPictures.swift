import Compositing
import EditingModel
import PictureRows

/// The two pictures of a frame, of the same format and of the film's size, and how far one has become the other.
struct TransitionPictures {
  /// The old picture: of the instruction's bottom layer.
  let from: PixelBuffer
  /// The new picture: of its top layer.
  let to: PixelBuffer
  /// How much of the instruction's time has passed, 0…1; 0 where there is one picture only.
  let progress: Double

  /// The pictures of `request`.
  ///
  /// - Throws: `CompositorFailure` where there is none.
  init(_ request: AsynchronousVideoCompositionRequest) throws {
    let layers = request.videoCompositionInstruction.layerInstructions
    let old = layers.last.flatMap { request.sourceFrame(byTrackID: $0.trackID) }
    let new = layers.first.flatMap { request.sourceFrame(byTrackID: $0.trackID) }
    guard let from = old ?? new, let to = new ?? old else {
      throw CompositorFailure(
        layers.isEmpty
          ? "the instruction has no layers; name two: the new picture on top, the old one at the bottom"
          : "neither the top layer's track nor the bottom layer's has a picture here")
    }
    let context = request.renderContext
    let format = from.format == to.format ? from.format : context.pixelFormat
    self.from = try from.fitted(to: context, as: format)
    self.to = from === to ? self.from : try to.fitted(to: context, as: format)
    progress = from === to ? 0 : request.tween
  }
}
