import Glibc
import ModelValues

/// The drawing of the commands of an SVG path.
struct SVGPathDrawing {
  /// The steps so far.
  private(set) var elements: [BezierPath.Element] = []
  private var current = Point(x: 0, y: 0)
  private var start = Point(x: 0, y: 0)
  /// The last control point, which a smooth curve mirrors, and the kind of curve it was of.
  private var mirrored: (control: Point, isCubic: Bool)?

  /// Draws a command with the numbers that it takes. Further points of a move are lines.
  mutating func draw(_ command: Character, _ numbers: [Double], isFirst: Bool) {
    let isRelative = command.isLowercase
    let origin = isRelative ? current : Point(x: 0, y: 0)
    func point(_ index: Int) -> Point { Point(x: origin.x + numbers[index], y: origin.y + numbers[index + 1]) }
    switch Character(command.lowercased()) {
    case "m" where isFirst:
      reach(point(0), .move(point(0)))
      start = current
    case "m", "l": reach(point(0), .line(point(0)))
    case "h": line(to: Point(x: origin.x + numbers[0], y: current.y))
    case "v": line(to: Point(x: current.x, y: origin.y + numbers[0]))
    case "c": curve(point(0), point(2), point(4))
    case "s": curve(reflection(isCubic: true), point(0), point(2))
    case "q": quadratic(point(0), point(2))
    case "t": quadratic(reflection(isCubic: false), point(0))
    case "a":
      arc(
        radii: (numbers[0], numbers[1]), rotation: numbers[2], isLarge: numbers[3] == 1, isClockwise: numbers[4] == 1,
        to: point(5))
    default:
      reach(start, .close)
    }
  }

  private mutating func reach(_ point: Point, _ element: BezierPath.Element) {
    elements.append(element)
    current = point
    mirrored = nil
  }

  private mutating func line(to point: Point) { reach(point, .line(point)) }

  private mutating func curve(_ first: Point, _ second: Point, _ point: Point) {
    reach(point, .curve(control1: first, control2: second, to: point))
    mirrored = (second, true)
  }

  private mutating func quadratic(_ control: Point, _ point: Point) {
    reach(point, .quadraticCurve(control: control, to: point))
    mirrored = (control, false)
  }

  private func reflection(isCubic: Bool) -> Point {
    guard let mirrored, mirrored.isCubic == isCubic else { return current }
    return Point(x: 2 * current.x - mirrored.control.x, y: 2 * current.y - mirrored.control.y)
  }

  /// An elliptical arc, as a curve for each quarter (SVG 2, B.2 "Elliptical arc implementation notes").
  private mutating func arc(
    radii: (Double, Double), rotation: Double, isLarge: Bool, isClockwise: Bool, to end: Point
  ) {
    if end == current { return }
    var (across, down) = (abs(radii.0), abs(radii.1))
    guard across > 0, down > 0 else { return line(to: end) }
    let turn = rotation.remainder(dividingBy: 360) * .pi / 180
    let (cosine, sine) = (cos(turn), sin(turn))
    let (halfX, halfY) = ((current.x - end.x) / 2, (current.y - end.y) / 2)
    let (x, y) = (cosine * halfX + sine * halfY, cosine * halfY - sine * halfX)
    let excess = (x / across) * (x / across) + (y / down) * (y / down)
    guard excess.isFinite else { return line(to: end) }
    if excess > 1 {
      across *= excess.squareRoot()
      down *= excess.squareRoot()
    }
    let share = (x / across) * (x / across) + (y / down) * (y / down)
    let factor = (isLarge == isClockwise ? -1 : 1) * max(0, 1 / share - 1).squareRoot()
    let (centerX, centerY) = (factor * across * y / down, -factor * down * x / across)
    let first = atan2((y - centerY) / down, (x - centerX) / across)
    var sweep = atan2((-y - centerY) / down, (-x - centerX) / across) - first
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let middle = Point(
      x: cosine * centerX - sine * centerY + (current.x + end.x) / 2,
      y: sine * centerX + cosine * centerY + (current.y + end.y) / 2)
    func place(_ angle: Double, _ along: Double) -> Point {
      let (x, y) = (
        across * (cos(angle) - along * sin(angle)), down * (sin(angle) + along * cos(angle))
      )
      return Point(x: middle.x + cosine * x - sine * y, y: middle.y + sine * x + cosine * y)
    }
    guard sweep.isFinite, middle.x.isFinite, middle.y.isFinite else { return line(to: end) }
    let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(count)
    let arm = 4 / 3 * tan(step / 4)
    for index in 0..<count {
      let angle = first + Double(index) * step
      let target = index == count - 1 ? end : place(angle + step, 0)
      reach(
        target, .curve(control1: place(angle, arm), control2: place(angle + step, -arm), to: target))
    }
  }
}
