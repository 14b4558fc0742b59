import Compositing
import EditingModel
import Glibc
import PictureRows

/// A hand turns round the middle of the frame and leaves the new picture behind it.
struct Clock: Transition {
  static let description = CompositorDescription(
    name: "clock", summary: "A hand turns once round the middle of the frame and leaves the new picture behind it.",
    parameters: [
      BorderParameters.softness,
      BorderParameters.reversed,
    ])

  private let maps = WipeGradients<Hand>()

  /// The hand: it begins straight up, and turns clockwise.
  struct Hand: BorderShape {
    func arrival(_ x: Double, _ y: Double, in size: Size) -> Double {
      let turn = atan2(x - size.width / 2, size.height / 2 - y) / (2 * .pi)
      return turn < 0 ? turn + 1 : turn
    }
  }

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    try maps.map(of: Hand(), isReversed: request.parameters.boolean(BorderParameters.reversed.name), for: pictures.from)
      .frame(
        pictures, edge: SoftEdge(at: pictures.progress, told: request.parameters), in: request.renderContext)
  }
}
