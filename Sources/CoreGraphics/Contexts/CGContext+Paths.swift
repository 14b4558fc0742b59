public import Foundation
import Layers
import ModelValues

/// The rule for the inside of a path that crosses itself (`CGPathFillRule`).
public enum CGPathFillRule: Int, Sendable {
  /// Points with a winding number other than zero.
  case winding
  /// Points that the path goes round an odd number of times.
  case evenOdd
}

/// The ways to draw a path (`CGPathDrawingMode`).
public enum CGPathDrawingMode: Int32, Sendable {
  /// It is filled.
  case fill
  /// Fills what the path goes round an odd number of times.
  case eoFill
  /// It is stroked.
  case stroke
  /// It is filled, then stroked.
  case fillStroke
  /// Fills what the path goes round an odd number of times, then strokes the path.
  case eoFillStroke
}

/// The path under way. Each step is mapped as the context is when it is added.
extension CGContext {
  /// Begins anew, without steps.
  public func beginPath() { devicePath = CGMutablePath() }
  /// Begins a new part at `point`.
  public func move(to point: CGPoint) { devicePath.move(to: point, transform: ctm) }
  /// A line to `point`.
  public func addLine(to point: CGPoint) { devicePath.addLine(to: point, transform: ctm) }
  /// Lines from the first of `points` to each that follows, as a new part.
  public func addLines(between points: [CGPoint]) { devicePath.addLines(between: points, transform: ctm) }
  /// A curve to `end` that bends toward `control`.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    devicePath.addQuadCurve(to: end, control: control, transform: ctm)
  }
  /// A curve to `end` that leaves toward `control1` and arrives from `control2`.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    devicePath.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
  }
  /// An arc about `center` from one angle to another, in radians: toward smaller angles if `clockwise`.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    devicePath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise, transform: ctm)
  }
  /// The four sides of `rect`.
  public func addRect(_ rect: CGRect) { devicePath.addRect(rect, transform: ctm) }
  /// The four sides of each rectangle.
  public func addRects(_ rects: [CGRect]) { devicePath.addRects(rects, transform: ctm) }
  /// The ellipse in `rect`.
  public func addEllipse(in rect: CGRect) { devicePath.addEllipse(in: rect, transform: ctm) }
  /// The steps of `path`.
  public func addPath(_ path: CGPath) { devicePath.addPath(path, transform: ctm) }
  /// A line back to where the part began.
  public func closePath() { devicePath.closeSubpath() }

  /// The path as it is so far, in the drawing's coordinates; nil where it has no steps.
  public var path: CGPath? { isPathEmpty ? nil : userPath }
  /// Whether it has no steps.
  public var isPathEmpty: Bool { devicePath.isEmpty }
  /// The end of its last step.
  public var currentPointOfPath: CGPoint { userPath.currentPoint }
  /// The smallest rectangle around all its points.
  public var boundingBoxOfPath: CGRect { userPath.boundingBox }

  private var userPath: CGPath {
    let path = CGMutablePath()
    path.addPath(devicePath, transform: ctm.inverted())
    return path
  }
}

/// The drawing of paths: each call ends the path under way.
extension CGContext {
  /// Fills the path.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    drawPath(using: rule == .evenOdd ? .eoFill : .fill)
  }
  /// Strokes the path.
  public func strokePath() { drawPath(using: .stroke) }
  /// Fills the path, or strokes it, or both.
  public func drawPath(using mode: CGPathDrawingMode) {
    let path = userPath
    beginPath()
    guard !path.isEmpty, !path.boundingBox.isNull else { return }
    castShadow { context in
      context.addPath(path)
      context.drawPath(using: mode)
    }
    var shape = ShapeLayer(path: path.bezierPath)
    shape.fillColor = mode == .stroke ? nil : state.fill.color
    shape.fillRule = mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .nonZero
    let stroke = state.stroke
    if mode != .fill, mode != .eoFill {
      shape.strokeColor = stroke.color.color
      (shape.lineWidth, shape.miterLimit) = (Double(stroke.width), Double(stroke.miterLimit))
      shape.lineCap = stroke.cap == .round ? .round : stroke.cap == .square ? .square : .butt
      shape.lineJoin = stroke.join == .round ? .round : stroke.join == .bevel ? .bevel : .miter
      (shape.lineDashPattern, shape.lineDashPhase) = (stroke.dashes.map { Double($0) }, Double(stroke.phase))
    }
    guard state.blendMode != .normal || !state.isSmooth else { return draw(Layer(.shape(shape))) }
    // By other modes, and without smooth edges, the color is drawn on as much of a pixel as the path covers.
    if shape.fillColor != nil {
      var fill = shape
      (fill.fillColor, fill.strokeColor) = (.white, nil)
      draw(Layer(.shape(fill)), in: PremultipliedColor(state.fill))
    }
    if shape.strokeColor != nil {
      (shape.fillColor, shape.strokeColor) = (nil, .white)
      draw(Layer(.shape(shape)), in: PremultipliedColor(stroke.color))
    }
  }
  /// Fills the ellipse in `rect`.
  public func fillEllipse(in rect: CGRect) { draw(.fill) { addEllipse(in: rect) } }
  /// Strokes the ellipse in `rect`.
  public func strokeEllipse(in rect: CGRect) { draw(.stroke) { addEllipse(in: rect) } }
  /// Strokes the four sides of `rect`.
  public func stroke(_ rect: CGRect) { draw(.stroke) { addRect(rect) } }
  /// Strokes the four sides of `rect` in `width`.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let kept = state.stroke.width
    state.stroke.width = width
    stroke(rect)
    state.stroke.width = kept
  }
  /// Strokes a line from the first of `points` to the second, from the third to the fourth, and so on.
  public func strokeLineSegments(between points: [CGPoint]) {
    draw(.stroke) {
      for index in stride(from: 0, to: points.count - 1, by: 2) {
        addLines(between: [points[index], points[index + 1]])
      }
    }
  }
  private func draw(_ mode: CGPathDrawingMode, _ add: () -> Void) {
    beginPath()
    add()
    drawPath(using: mode)
  }

  /// Draws within the path alone from now on, as far as that is drawn on already.
  public func clip(using rule: CGPathFillRule = .winding) {
    var shape = ShapeLayer(path: userPath.bezierPath)
    (shape.fillColor, shape.fillRule) = (.white, rule == .evenOdd ? .evenOdd : .nonZero)
    beginPath()
    state.clip = clip(to: Layer(.shape(shape)))
  }
  /// Draws within `rect` alone from now on, as far as that is drawn on already.
  public func clip(to rect: CGRect) { clip(to: [rect]) }
  /// Draws within the rectangles alone from now on, as far as they are drawn on already.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects.map(\.standardized))
    clip()
  }
  /// Draws on the whole bitmap again.
  public func resetClip() { state.clip = nil }
  /// The smallest rectangle around what is drawn on; null where nothing is.
  public var boundingBoxOfClipPath: CGRect {
    let back = ctm.inverted()
    guard let clip = state.clip else { return CGRect(x: 0, y: 0, width: width, height: height).applying(back) }
    guard let (columns, rows) = clip.box else { return .null }
    return CGRect(x: columns.lowerBound, y: height - 1 - rows.upperBound, width: columns.count, height: rows.count)
      .applying(back)
  }
}
