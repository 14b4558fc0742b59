public import ModelValues

/// A path of lines and curves in a layer's bounds, in pixels (`CGPath`). In project files it is the text of an SVG path.
public struct BezierPath: Hashable, Sendable {
  /// A step of a path.
  public enum Element: Hashable, Sendable {
    /// Lifts the pen and goes to a point, where a new part begins.
    case move(Point)
    /// A line to a point.
    case line(Point)
    /// A curve with one control point.
    case quadraticCurve(control: Point, to: Point)
    /// A curve with two control points.
    case curve(control1: Point, control2: Point, to: Point)
    /// A line back to where the part began.
    case close
  }

  /// The steps, in order.
  public var elements: [Element]

  /// The path of these steps.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// Whether it has no steps.
  public var isEmpty: Bool { elements.isEmpty }

  /// The four sides of `rectangle`, clockwise from its top left corner.
  public static func rectangle(_ rectangle: Rectangle) -> BezierPath {
    BezierPath([
      .move(Point(x: rectangle.x, y: rectangle.y)), .line(Point(x: rectangle.maxX, y: rectangle.y)),
      .line(Point(x: rectangle.maxX, y: rectangle.maxY)), .line(Point(x: rectangle.x, y: rectangle.maxY)), .close,
    ])
  }

  /// The ellipse in `rectangle`, clockwise from its right, of four curves (within 0.03 % of the radius).
  public static func ellipse(in rectangle: Rectangle) -> BezierPath {
    let (width, height) = (rectangle.width / 2, rectangle.height / 2)
    let center = Point(x: rectangle.x + width, y: rectangle.y + height)
    let arm = 0.552_284_749_830_793_4
    func place(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x * width, y: center.y + y * height) }
    return BezierPath([
      .move(place(1, 0)), .curve(control1: place(1, arm), control2: place(arm, 1), to: place(0, 1)),
      .curve(control1: place(-arm, 1), control2: place(-1, arm), to: place(-1, 0)),
      .curve(control1: place(-1, -arm), control2: place(-arm, -1), to: place(0, -1)),
      .curve(control1: place(arm, -1), control2: place(1, -arm), to: place(1, 0)), .close,
    ])
  }

  /// The coordinates of all points, in order.
  var coordinates: [Double] {
    elements.flatMap { element -> [Double] in
      switch element {
      case .move(let point), .line(let point): [point.x, point.y]
      case .quadraticCurve(let control, let to): [control.x, control.y, to.x, to.y]
      case .curve(let first, let second, let to): [first.x, first.y, second.x, second.y, to.x, to.y]
      case .close: []
      }
    }
  }

  /// The path of the same steps with other coordinates, as many as it has.
  func with(coordinates: [Double]) -> BezierPath {
    var index = 0
    func next() -> Point {
      defer { index += 2 }
      guard index + 1 < coordinates.count else { return Point(x: 0, y: 0) }
      return Point(x: coordinates[index], y: coordinates[index + 1])
    }
    return BezierPath(
      elements.map { element in
        switch element {
        case .move: .move(next())
        case .line: .line(next())
        case .quadraticCurve: .quadraticCurve(control: next(), to: next())
        case .curve: .curve(control1: next(), control2: next(), to: next())
        case .close: .close
        }
      })
  }

  /// Whether both paths have the same steps, at whatever places.
  func hasSteps(of other: BezierPath) -> Bool {
    elements.count == other.elements.count
      && zip(elements, other.elements).allSatisfy { pair in
        switch pair {
        case (.move, .move), (.line, .line), (.quadraticCurve, .quadraticCurve), (.curve, .curve), (.close, .close):
          true
        default: false
        }
      }
  }
}
