public import Foundation
import Layers
import ModelValues

extension CGPath {
  /// Whether `point`, under `transform`, is inside the path by `rule`; parts that are open count as closed.
  ///
  /// Curves are followed within a hundredth of a unit, as they are drawn.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    var counter = CrossingCounter(place: Point(point.applying(transform)))
    for element in bezierPath.elements {
      switch element {
      case .move(let to): counter.begin(at: to)
      case .line(let to): counter.line(to: to)
      case .quadraticCurve(let control, let to):
        let from = counter.point
        counter.curve([from, from.mixed(2.0 / 3, control), to.mixed(2.0 / 3, control), to])
      case .curve(let first, let second, let to): counter.curve([counter.point, first, second, to])
      case .close: counter.close()
      }
    }
    counter.close()
    return rule == .evenOdd ? counter.crossings % 2 != 0 : counter.turns != 0
  }
}

/// Counts how often a path crosses the ray from a place toward greater x.
private struct CrossingCounter {
  /// The beginning of the ray.
  let place: Point
  /// The beginning of the part.
  var start = Point(x: 0, y: 0)
  /// The place of the pen.
  var point = Point(x: 0, y: 0)
  /// Crossings toward greater y, less those toward smaller.
  var turns = 0
  /// All crossings.
  var crossings = 0

  init(place: Point) { self.place = place }

  mutating func begin(at point: Point) {
    close()
    (start, self.point) = (point, point)
  }

  mutating func close() { line(to: start) }

  /// A line holds its lower end and not its upper one, so that a corner counts once.
  mutating func line(to end: Point) {
    defer { point = end }
    guard (point.y <= place.y) != (end.y <= place.y) else { return }
    let share = (place.y - point.y) / (end.y - point.y)
    guard point.x + share * (end.x - point.x) > place.x else { return }
    turns += end.y > point.y ? 1 : -1
    crossings += 1
  }

  /// The cubic curve of the four `points`, in as many lines as keep within a hundredth of a unit.
  mutating func curve(_ points: [Point]) {
    let bend = max(bend(points[0], points[1], points[2]), bend(points[1], points[2], points[3]))
    let count = (75 * bend).squareRoot().rounded(.up)
    guard count.isFinite else { return line(to: points[3]) }
    let lines = Int(min(max(1, count), 10_000))
    for index in 1..<lines {
      let time = Double(index) / Double(lines)
      let first = points[0].mixed(time, points[1])
      let second = points[1].mixed(time, points[2])
      let third = points[2].mixed(time, points[3])
      line(to: first.mixed(time, second).mixed(time, second.mixed(time, third)))
    }
    line(to: points[3])
  }

  /// The distance of `middle` from its place on a straight line, twice.
  private func bend(_ first: Point, _ middle: Point, _ last: Point) -> Double {
    let across: Double = first.x - 2 * middle.x + last.x
    let down: Double = first.y - 2 * middle.y + last.y
    return (across * across + down * down).squareRoot()
  }
}

extension Point {
  /// The point `share` of the way to `other`.
  fileprivate func mixed(_ share: Double, _ other: Point) -> Point {
    Point(x: x + share * (other.x - x), y: y + share * (other.y - y))
  }
}
