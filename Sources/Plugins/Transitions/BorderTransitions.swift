import Compositing
import EditingModel
import Glibc
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

  /// The direction in which the border travels: to a side, or a corner.
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
      pictures, edge: SoftEdge(at: pictures.progress, request.parameters), in: request.renderContext)
  }
}

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

  /// The shape of the opening: a circle, or a diamond or a rectangle as wide and as high as the frame.
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
      pictures, edge: SoftEdge(at: pictures.progress, request.parameters), in: request.renderContext)
  }
}

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
        pictures, edge: SoftEdge(at: pictures.progress, request.parameters), in: request.renderContext)
  }
}
