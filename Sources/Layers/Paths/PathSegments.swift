import ModelValues

/// A line or a curve of a path, as a cubic curve.
struct PathSegment: Hashable {
  var start: Point
  var control1: Point
  var control2: Point
  var end: Point
  /// Whether the pen was lifted before it.
  var isDetached: Bool

  /// The place where `parameter` of the curve has passed.
  func point(at parameter: Double) -> Point {
    let rest = 1 - parameter
    let weights = [
      rest * rest * rest, 3 * rest * rest * parameter, 3 * rest * parameter * parameter,
      parameter * parameter * parameter,
    ]
    let points = [start, control1, control2, end]
    return Point(
      x: zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.x }, y: zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.y }
    )
  }

  /// The direction at `parameter`; where the curve stands still, the nearest one it has.
  func tangent(at parameter: Double) -> Point {
    let direct = derivative(at: parameter)
    if direct.x != 0 || direct.y != 0 { return direct }
    let aside = derivative(at: parameter < 0.5 ? parameter + 1e-6 : parameter - 1e-6)
    return aside.x != 0 || aside.y != 0 ? aside : Point(x: end.x - start.x, y: end.y - start.y)
  }

  /// The length from the start to `parameter`, by Gauss and Legendre's five points on each of sixteen parts.
  func length(to parameter: Double = 1) -> Double {
    let places = [0, 0.538_469_310_105_683_1, -0.538_469_310_105_683_1, 0.906_179_845_938_664, -0.906_179_845_938_664]
    let weights = [
      0.568_888_888_888_888_9, 0.478_628_670_499_366_5, 0.478_628_670_499_366_5, 0.236_926_885_056_189_1,
      0.236_926_885_056_189_1,
    ]
    let half = parameter / 32
    var sum = 0.0
    for part in 0..<16 {
      let middle = (Double(part) * 2 + 1) * half
      for (place, weight) in zip(places, weights) {
        let speed = derivative(at: middle + place * half)
        sum += weight * half * (speed.x * speed.x + speed.y * speed.y).squareRoot()
      }
    }
    return sum
  }

  /// The parameter up to which the curve is `length` long: Newton's steps, and halving where they leave the bracket.
  func parameter(atLength length: Double) -> Double {
    let whole = self.length()
    guard length > 0, whole > 0 else { return 0 }
    guard length < whole else { return 1 }
    var (low, high, parameter) = (0.0, 1.0, length / whole)
    for _ in 0..<60 {
      let miss = self.length(to: parameter) - length
      if abs(miss) <= 1e-12 * whole { break }
      if miss > 0 { high = parameter } else { low = parameter }
      let speed = derivative(at: parameter)
      let step = parameter - miss / (speed.x * speed.x + speed.y * speed.y).squareRoot()
      parameter = step > low && step < high ? step : (low + high) / 2
    }
    return parameter
  }

  private func derivative(at parameter: Double) -> Point {
    let rest = 1 - parameter
    func ordinate(_ path: KeyPath<Point, Double>) -> Double {
      let first = control1[keyPath: path] - start[keyPath: path]
      let second = control2[keyPath: path] - control1[keyPath: path]
      let third = end[keyPath: path] - control2[keyPath: path]
      return 3 * (rest * rest * first + 2 * rest * parameter * second + parameter * parameter * third)
    }
    return Point(x: ordinate(\.x), y: ordinate(\.y))
  }
}

extension BezierPath {
  /// The lines and curves, in order.
  var segments: [PathSegment] {
    var segments: [PathSegment] = []
    var (current, start) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    var isLifted = false
    func between(_ first: Point, _ second: Point, _ part: Double) -> Point {
      Point(x: first.x + (second.x - first.x) * part, y: first.y + (second.y - first.y) * part)
    }
    func add(_ control1: Point, _ control2: Point, _ end: Point) {
      segments.append(
        PathSegment(
          start: current, control1: control1, control2: control2, end: end, isDetached: isLifted && !segments.isEmpty))
      current = end
      isLifted = false
    }
    for element in elements {
      switch element {
      case .move(let point):
        (current, start, isLifted) = (point, point, true)
      case .line(let point): add(between(current, point, 1.0 / 3), between(current, point, 2.0 / 3), point)
      case .quadraticCurve(let control, let point):
        add(between(current, control, 2.0 / 3), between(point, control, 2.0 / 3), point)
      case .curve(let first, let second, let point): add(first, second, point)
      case .close:
        if current != start { add(between(current, start, 1.0 / 3), between(current, start, 2.0 / 3), start) }
      }
    }
    return segments
  }
}
