import EditingModel
import Foundation
import Layers

/// What is inside of outlines, point by point.
enum ReferenceShape {
  /// Whether a point is inside the bounds of `layer` with its circular corners, `inset` pixels inside of them.
  static func isInside(_ layer: Layer, _ point: Point, inset: Double = 0) -> Bool {
    let (left, top) = (layer.bounds.x + inset, layer.bounds.y + inset)
    let (right, bottom) = (layer.bounds.maxX - inset, layer.bounds.maxY - inset)
    guard point.x >= left, point.x < right, point.y >= top, point.y < bottom else { return false }
    let radius = min(max(0, layer.cornerRadius - inset), (right - left) / 2, (bottom - top) / 2)
    guard radius > 0 else { return true }
    let isLeft = point.x < left + radius
    let isTop = point.y < top + radius
    guard isLeft || point.x > right - radius, isTop || point.y > bottom - radius else { return true }
    let corner: LayerCorner = isTop ? (isLeft ? .topLeft : .topRight) : (isLeft ? .bottomLeft : .bottomRight)
    guard layer.maskedCorners.contains(corner) else { return true }
    let across = point.x - (isLeft ? left + radius : right - radius)
    let down = point.y - (isTop ? top + radius : bottom - radius)
    return across * across + down * down < radius * radius
  }
}

/// A path as straight lines.
struct ReferencePath {
  struct Line {
    var x: Double
    var y: Double
    var toX: Double
    var toY: Double
  }

  /// The lines, those that close parts included.
  private(set) var lines: [Line] = []
  /// How many of a stroke's lines there are: without those that close what is open.
  private(set) var drawn: [Line] = []

  init(_ path: BezierPath, steps: Int = 48) {
    var (current, start) = (Point(x: 0, y: 0), Point(x: 0, y: 0))
    func line(_ from: Point, _ to: Point) -> Line { Line(x: from.x, y: from.y, toX: to.x, toY: to.y) }
    var (all, strokes): ([Line], [Line]) = ([], [])
    func finish() { if current != start { all.append(line(current, start)) } }
    func go(_ to: Point) {
      all.append(line(current, to))
      strokes.append(line(current, to))
      current = to
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        finish()
        (current, start) = (point, point)
      case .line(let point): go(point)
      case .quadraticCurve(let control, let to):
        let from = current
        for step in 1...steps {
          let t = Double(step) / Double(steps)
          func at(_ a: Double, _ b: Double, _ c: Double) -> Double {
            a * (1 - t) * (1 - t) + 2 * b * t * (1 - t) + c * t * t
          }
          go(Point(x: at(from.x, control.x, to.x), y: at(from.y, control.y, to.y)))
        }
      case .curve(let first, let second, let to):
        let from = current
        for step in 1...steps {
          let t = Double(step) / Double(steps)
          let s = 1 - t
          func at(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            a * s * s * s + 3 * b * s * s * t + 3 * c * s * t * t + d * t * t * t
          }
          go(Point(x: at(from.x, first.x, second.x, to.x), y: at(from.y, first.y, second.y, to.y)))
        }
      case .close:
        if current != start { go(start) }
      }
    }
    finish()
    (lines, drawn) = (all, strokes)
  }

  func isInside(_ point: Point, _ rule: ShapeFillRule) -> Bool {
    var (winding, crossings) = (0, 0)
    for line in lines where (line.y <= point.y) != (line.toY <= point.y) {
      let crossing = line.x + (point.y - line.y) / (line.toY - line.y) * (line.toX - line.x)
      guard crossing > point.x else { continue }
      crossings += 1
      winding += line.toY > line.y ? 1 : -1
    }
    return rule == .evenOdd ? crossings % 2 == 1 : winding != 0
  }

  /// Whether a point is within `reach` of a line, as a stroke with round ends and corners is.
  func isWithin(_ reach: Double, of point: Point) -> Bool {
    for line in drawn {
      let (across, down) = (line.toX - line.x, line.toY - line.y)
      let length = across * across + down * down
      let share =
        length > 0 ? max(0, min(1, ((point.x - line.x) * across + (point.y - line.y) * down) / length)) : 0
      let (dx, dy) = (point.x - line.x - share * across, point.y - line.y - share * down)
      if dx * dx + dy * dy < reach * reach { return true }
    }
    return false
  }
}
