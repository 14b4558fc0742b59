public import Foundation
package import Layers
package import ModelValues

/// A path of lines and curves (`CGPath`). Immutable; ``CGMutablePath`` is edited.
public class CGPath: Hashable, @unchecked Sendable {
  // @unchecked: the steps change in a mutable path alone, which one thread at a time edits, as Core Graphics demands.
  /// The steps.
  fileprivate var steps: BezierPath

  fileprivate init(_ steps: BezierPath) { self.steps = steps }

  /// The four sides of `rect`.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    // SAFETY: a map is read where the caller says, once.
    self.init(BezierPath(Steps.rectangle(rect)).mapped(by: unsafe transform?.pointee))
  }

  /// The ellipse in `rect`.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(BezierPath.ellipse(in: rect.rectangle).mapped(by: unsafe transform?.pointee))
  }

  /// `rect` with round corners.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(
      BezierPath(Steps.rounded(rect, cornerWidth, cornerHeight)).mapped(by: unsafe transform?.pointee))
  }

  /// The engine's path.
  package var bezierPath: BezierPath { steps }

  /// Whether it has no steps.
  public var isEmpty: Bool { steps.isEmpty }

  /// The end of its last step; zero where there is none.
  public var currentPoint: CGPoint {
    var (start, point) = (CGPoint.zero, CGPoint.zero)
    for element in steps.elements {
      switch element {
      case .move(let to): (start, point) = (CGPoint(to), CGPoint(to))
      case .line(let to), .quadraticCurve(_, let to), .curve(_, _, let to): point = CGPoint(to)
      case .close: point = start
      }
    }
    return point
  }

  /// The smallest rectangle around all its points, those that curves bend toward among them; null where there are none.
  public var boundingBox: CGRect {
    let points = steps.elements.flatMap(\.points)
    guard let first = points.first else { return .null }
    return points.reduce(CGRect(x: first.x, y: first.y, width: 0, height: 0)) {
      $0.union(CGRect(x: $1.x, y: $1.y, width: 0, height: 0))
    }
  }

  /// A path of the same steps that does not change.
  public func copy() -> CGPath? { CGPath(steps) }

  /// The path under the map at `transform`.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(steps.mapped(by: unsafe transform?.pointee))
  }

  /// A path of the same steps that can be edited.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(steps) }

  /// Paths of the same steps are equal (`CGPathEqualToPath`).
  public static func == (left: CGPath, right: CGPath) -> Bool { left.steps == right.steps }
  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}

/// A path that is drawn step by step (`CGMutablePath`).
public final class CGMutablePath: CGPath, @unchecked Sendable {
  // @unchecked: as its superclass.
  /// A path without steps.
  public init() { super.init(BezierPath()) }

  fileprivate override init(_ steps: BezierPath) { super.init(steps) }

  private func add(_ elements: [BezierPath.Element], _ transform: CGAffineTransform) {
    steps.elements += BezierPath(elements).mapped(by: transform).elements
  }

  /// Begins a new part at `point`.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    add([.move(Point(point))], transform)
  }
  /// A line to `point`.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    add([.line(Point(point))], transform)
  }
  /// Lines from the first of `points` to each that follows, as a new part.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    add(points.enumerated().map { $0 == 0 ? .move(Point($1)) : .line(Point($1)) }, transform)
  }
  /// A curve to `end` that bends toward `control`.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    add([.quadraticCurve(control: Point(control), to: Point(end))], transform)
  }
  /// A curve to `end` that leaves toward `control1` and arrives from `control2`.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    add([.curve(control1: Point(control1), control2: Point(control2), to: Point(end))], transform)
  }
  /// The four sides of `rect`.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    add(Steps.rectangle(rect), transform)
  }
  /// The four sides of each rectangle.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }
  /// The ellipse in `rect`.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    add(BezierPath.ellipse(in: rect.rectangle).elements, transform)
  }
  /// `rect` with round corners.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    add(Steps.rounded(rect, cornerWidth, cornerHeight), transform)
  }
  /// An arc about `center` from one angle to another, in radians: toward smaller angles if `clockwise`. A line leads to where it begins.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    var turn = Double(endAngle - startAngle)
    let round = 2 * Double.pi
    if clockwise {
      if turn > 0 { turn = turn.truncatingRemainder(dividingBy: round) - round } else { turn = max(turn, -round) }
    } else {
      if turn < 0 { turn = turn.truncatingRemainder(dividingBy: round) + round } else { turn = min(turn, round) }
    }
    let arc = Steps.arc(Point(center), Double(radius), Double(radius), from: Double(startAngle), by: turn)
    add([isEmpty ? .move(arc.start) : .line(arc.start)] + arc.curves, transform)
  }
  /// The steps of `path`.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    add(path.steps.elements, transform)
  }
  /// A line back to where the part began.
  public func closeSubpath() { steps.elements.append(.close) }
}

/// The steps of shapes.
private enum Steps {
  static func rectangle(_ rect: CGRect) -> [BezierPath.Element] { BezierPath.rectangle(rect.rectangle).elements }

  /// From the middle of the right side, toward greater angles.
  static func rounded(_ rect: CGRect, _ width: CGFloat, _ height: CGFloat) -> [BezierPath.Element] {
    let across = min(max(0, Double(width)), Double(rect.width) / 2)
    let down = min(max(0, Double(height)), Double(rect.height) / 2)
    let (left, right) = (Double(rect.minX) + across, Double(rect.maxX) - across)
    let (low, high) = (Double(rect.minY) + down, Double(rect.maxY) - down)
    var elements: [BezierPath.Element] = [.move(Point(x: Double(rect.maxX), y: Double(rect.midY)))]
    for (index, center) in [(right, high), (left, high), (left, low), (right, low)].enumerated() {
      let part = arc(
        Point(x: center.0, y: center.1), across, down, from: Double(index) * .pi / 2, by: .pi / 2)
      elements += [.line(part.start)] + part.curves
    }
    return elements + [.close]
  }

  /// An arc in curves of a quarter at most.
  static func arc(
    _ center: Point, _ across: Double, _ down: Double, from start: Double, by turn: Double
  ) -> (start: Point, curves: [BezierPath.Element]) {
    let count = max(1, Int((abs(turn) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = turn / Double(count)
    let arm = 4.0 / 3 * tan(step / 4)
    func place(_ angle: Double, _ ahead: Double) -> Point {
      Point(
        x: center.x + across * (cos(angle) - ahead * sin(angle)),
        y: center.y + down * (sin(angle) + ahead * cos(angle)))
    }
    let curves = (0..<count).map { index -> BezierPath.Element in
      let (from, to) = (start + Double(index) * step, start + Double(index + 1) * step)
      return .curve(control1: place(from, arm), control2: place(to, -arm), to: place(to, 0))
    }
    return (place(start, 0), curves)
  }
}

extension BezierPath {
  /// The path under `transform`; nil for the path as it is.
  fileprivate func mapped(by transform: CGAffineTransform?) -> BezierPath {
    guard let map = transform?.transform, map != .identity else { return self }
    return BezierPath(
      elements.map { element in
        switch element {
        case .move(let point): .move(map.apply(to: point))
        case .line(let point): .line(map.apply(to: point))
        case .quadraticCurve(let control, let to):
          .quadraticCurve(control: map.apply(to: control), to: map.apply(to: to))
        case .curve(let first, let second, let to):
          .curve(control1: map.apply(to: first), control2: map.apply(to: second), to: map.apply(to: to))
        case .close: .close
        }
      })
  }
}

extension BezierPath.Element {
  /// The points, those that a curve bends toward first.
  var points: [Point] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quadraticCurve(let control, let to): [control, to]
    case .curve(let first, let second, let to): [first, second, to]
    case .close: []
    }
  }
}

extension Point {
  /// The engine's point at `point`.
  package init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension CGPoint {
  /// The engine's point `point`.
  package init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
