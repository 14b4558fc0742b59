import EditingModel
import Layers

extension Layer {
  /// The bounds with the layer's corners, `inset` pixels inside of them.
  func outline(inset: Double = 0) -> BezierPath {
    let box = Rectangle(
      x: bounds.x + inset, y: bounds.y + inset, width: max(0, bounds.width - 2 * inset),
      height: max(0, bounds.height - 2 * inset))
    let reach = cornerCurve == .continuous ? Self.continuousReach : 1
    let radius = min(max(0, cornerRadius - inset), min(box.width, box.height) / 2 / reach)
    guard radius > 0, !maskedCorners.isEmpty else { return .rectangle(box) }
    // Each corner is drawn as if it were the top right one, and turned to its place.
    let corners: [(LayerCorner, Point, Point, Point)] = [
      (.topRight, Point(x: box.maxX, y: box.y), Point(x: -1, y: 0), Point(x: 0, y: 1)),
      (.bottomRight, Point(x: box.maxX, y: box.maxY), Point(x: 0, y: -1), Point(x: -1, y: 0)),
      (.bottomLeft, Point(x: box.x, y: box.maxY), Point(x: 1, y: 0), Point(x: 0, y: -1)),
      (.topLeft, Point(x: box.x, y: box.y), Point(x: 0, y: 1), Point(x: 1, y: 0)),
    ]
    var path = BezierPath()
    for (corner, tip, back, on) in corners {
      func place(_ before: Double, _ after: Double) -> Point {
        Point(
          x: tip.x + radius * (before * back.x + after * on.x), y: tip.y + radius * (before * back.y + after * on.y))
      }
      let isRound = maskedCorners.contains(corner)
      let begin = isRound ? place(reach, 0) : tip
      path.elements.append(path.isEmpty ? .move(begin) : .line(begin))
      guard isRound else { continue }
      if cornerCurve == .circular {
        // The nearest cubic curve to a quarter of a circle.
        let arm = 1 - 0.552_284_749_830_793_4
        path.elements.append(.curve(control1: place(arm, 0), control2: place(0, arm), to: place(0, 1)))
      } else {
        path.elements += [
          .curve(
            control1: place(1.088_493, 0), control2: place(0.868_407, 0), to: place(0.631_494, 0.074_911)),
          .curve(
            control1: place(0.372_824, 0.169_060), control2: place(0.169_060, 0.372_824),
            to: place(0.074_911, 0.631_494)),
          .curve(control1: place(0, 0.868_407), control2: place(0, 1.088_493), to: place(0, reach)),
        ]
      }
    }
    path.elements.append(.close)
    return path
  }

  /// The distance of a continuous curve's beginning from its corner, in radii.
  private static let continuousReach = 1.528_665
}

extension LayerContentsGravity {
  /// The place in `bounds` of a picture of `size`.
  func place(_ size: Size, in bounds: Rectangle) -> Rectangle {
    guard size.width > 0, size.height > 0 else { return Rectangle(x: bounds.x, y: bounds.y, width: 0, height: 0) }
    let (across, down) = (bounds.width / size.width, bounds.height / size.height)
    let shown =
      switch self {
      case .resize: Size(width: bounds.width, height: bounds.height)
      case .resizeAspect: size.scaled(by: min(across, down))
      case .resizeAspectFill: size.scaled(by: max(across, down))
      default: size
      }
    let (spareAcross, spareDown) = (bounds.width - shown.width, bounds.height - shown.height)
    let x =
      switch self {
      case .left, .topLeft, .bottomLeft: 0.0
      case .right, .topRight, .bottomRight: spareAcross
      default: spareAcross / 2
      }
    let y =
      switch self {
      case .top, .topLeft, .topRight: 0.0
      case .bottom, .bottomLeft, .bottomRight: spareDown
      default: spareDown / 2
      }
    return Rectangle(x: bounds.x + x, y: bounds.y + y, width: shown.width, height: shown.height)
  }

  /// Whether it stretches pictures.
  var isStretching: Bool { [.resize, .resizeAspect, .resizeAspectFill].contains(self) }
}

extension Size {
  fileprivate func scaled(by factor: Double) -> Size { Size(width: width * factor, height: height * factor) }
}
