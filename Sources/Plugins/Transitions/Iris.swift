import Compositing
import EditingModel
import PictureRows

/// The new picture opens from the middle of the frame.
struct Iris: Transition {
  static let description = CompositorDescription(
    name: "iris", summary: "The new picture opens from the middle of the frame.",
    parameters: [
      CompositorParameter(
        "shape", .choice(Opening.allCases.map(\.rawValue)), default: .string(Opening.circle.rawValue),
        summary: "What the opening looks like."),
      BorderParameters.softness,
      BorderParameters.reversed,
    ])

  private let maps = WipeGradients<Opening>()

  /// What the opening looks like: a circle, or a diamond or a rectangle as wide and as high as the frame.
  enum Opening: String, CaseIterable, BorderShape {
    case circle
    case diamond
    case rectangle

    func arrival(_ x: Double, _ y: Double, in size: Size) -> Double {
      let (across, down) = (abs(x - size.width / 2), abs(y - size.height / 2))
      let (farAcross, farDown) = (size.width / 2, size.height / 2)
      return switch self {
      case .circle: ((across * across + down * down) / (farAcross * farAcross + farDown * farDown)).squareRoot()
      case .diamond: (across / farAcross + down / farDown) / 2
      case .rectangle: max(across / farAcross, down / farDown)
      }
    }
  }

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let opening = Opening(rawValue: try request.parameters.text("shape")) ?? .circle
    return try maps.map(
      of: opening, isReversed: request.parameters.boolean(BorderParameters.reversed.name), for: pictures.from
    )
    .frame(
      pictures, edge: SoftEdge(at: pictures.progress, told: request.parameters), in: request.renderContext)
  }
}
