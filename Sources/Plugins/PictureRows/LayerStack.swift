package import Compositing
import EditingModel

/// The layers of an instruction as they lie on one frame of the film.
package struct LayerStack: Sendable {
  /// The topmost layer; nil where nothing of it is seen.
  package let top: LayerPicture?
  /// Those below it of which something is seen, bottom to top.
  package let below: [LayerPicture]

  /// All of them, bottom to top.
  package var all: [LayerPicture] { below + (top.map { [$0] } ?? []) }
}

extension AsynchronousVideoCompositionRequest {
  /// The instruction's layers in this frame. The sources are in `rgba`.
  ///
  /// - Throws: `CompositingError` where a layer's numbers are out of reach.
  package func layerStack() throws -> LayerStack {
    let layers = videoCompositionInstruction.layerInstructions
    return LayerStack(
      top: try layers.first.flatMap { try LayerPicture(of: $0, in: self) },
      below: try layers.dropFirst().reversed().compactMap { try LayerPicture(of: $0, in: self) })
  }
}
