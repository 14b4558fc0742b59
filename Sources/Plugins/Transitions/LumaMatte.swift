import Compositing
import EditingModel
import PictureRows

/// The new picture appears where a greyscale picture is dark first and where it is bright last.
///
/// The matte is the layer between the two pictures: a still or a film, stretched to the frame.
struct LumaMatte: Transition {
  static let description = CompositorDescription(
    name: "luma-matte",
    summary: "The new picture appears where the layer between the two, a greyscale picture, is dark first.",
    parameters: [
      BorderParameters.softness,
      BorderParameters.reversed,
    ])

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let layers = request.videoCompositionInstruction.layerInstructions
    guard layers.count == 3 else {
      throw CompositorFailure(
        "the instruction has \(layers.count) layers; name three: the new picture, the matte, and the old picture")
    }
    guard let matte = request.sourceFrame(byTrackID: layers[1].trackID) else {
      throw CompositorFailure("track \(layers[1].trackID), which is the matte's, has no picture here")
    }
    let fitted = try matte.fitted(to: request.renderContext, as: pictures.from.format)
    return try WipeGradient(lumaOf: fitted, isReversed: request.parameters.boolean(BorderParameters.reversed.name))
      .frame(
        pictures, edge: SoftEdge(at: pictures.progress, told: request.parameters), in: request.renderContext)
  }
}
