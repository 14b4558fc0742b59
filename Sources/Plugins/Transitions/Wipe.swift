import Compositing
import EditingModel
import PictureRows

/// A straight border pushes over the frame and leaves the new picture behind it.
struct Wipe: Transition {
  static let description = CompositorDescription(
    name: "wipe", summary: "A straight border travels over the frame and leaves the new picture behind it.",
    parameters: [
      CompositorParameter(
        "direction", .choice(Direction.allCases.map(\.rawValue)), default: .string(Direction.right.rawValue),
        summary: "Where the border travels to."),
      BorderParameters.softness,
    ])

  private let maps = WipeGradients<Direction>()

  /// Where the border travels to: a side, or a corner.
  enum Direction: String, CaseIterable, BorderShape {
    case right
    case left
    case down
    case up
    case downRight = "down-right"
    case downLeft = "down-left"
    case upRight = "up-right"
    case upLeft = "up-left"

    func arrival(_ x: Double, _ y: Double, in size: Size) -> Double {
      let (across, down) = (x / size.width, y / size.height)
      return switch self {
      case .right: across
      case .left: 1 - across
      case .down: down
      case .up: 1 - down
      case .downRight: (across + down) / 2
      case .downLeft: (1 - across + down) / 2
      case .upRight: (across + 1 - down) / 2
      case .upLeft: (1 - across + 1 - down) / 2
      }
    }
  }

  func draw(_ pictures: TransitionPictures, for request: AsynchronousVideoCompositionRequest) throws -> PixelBuffer {
    let direction = Direction(rawValue: try request.parameters.text("direction")) ?? .right
    return try maps.map(of: direction, for: pictures.from).frame(
      pictures, edge: SoftEdge(at: pictures.progress, told: request.parameters), in: request.renderContext)
  }
}
