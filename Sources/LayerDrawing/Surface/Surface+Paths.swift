import CPangoCairo
import EditingModel
import Layers

// SAFETY: the context is the surface's, and lives as long; cairo copies the lengths of dashes.

/// Paths on a surface.
extension Surface {
  /// Fills `path` with `color`.
  func fill(_ path: BezierPath, with color: Color, rule: ShapeFillRule = .nonZero) {
    add(path)
    set(color)
    unsafe cairo_set_fill_rule(context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    unsafe cairo_fill(context)
  }

  /// Fills everything with `color`.
  func fill(with color: Color) {
    set(color)
    unsafe cairo_paint(context)
  }

  /// Strokes `path` as `shape` says, with `color`. Dashes that say nothing (none, or all of no length) give a whole line.
  func stroke(_ path: BezierPath, of shape: ShapeLayer, with color: Color) {
    add(path)
    set(color)
    unsafe cairo_set_line_width(context, shape.lineWidth)
    unsafe cairo_set_miter_limit(context, max(1, shape.miterLimit))
    unsafe cairo_set_line_cap(context, shape.lineCap.cairo)
    unsafe cairo_set_line_join(context, shape.lineJoin.cairo)
    let dashes = shape.lineDashPattern
    if dashes.contains(where: { $0 > 0 }), dashes.allSatisfy({ $0 >= 0 && $0.isFinite }) {
      unsafe dashes.withUnsafeBufferPointer {
        unsafe cairo_set_dash(context, $0.baseAddress, Int32($0.count), shape.lineDashPhase)
      }
    } else {
      unsafe cairo_set_dash(context, nil, 0, 0)
    }
    unsafe cairo_stroke(context)
  }

  /// Draws inside `path` only from now on.
  func clip(to path: BezierPath) {
    add(path)
    unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
    unsafe cairo_clip(context)
  }

  /// The color that is drawn with from now on.
  func set(_ color: Color) {
    unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  /// Makes `path` the pen's.
  private func add(_ path: BezierPath) {
    unsafe cairo_new_path(context)
    var current = Point(x: 0, y: 0)
    for element in path.elements {
      switch element {
      case .move(let point):
        unsafe cairo_move_to(context, point.x, point.y)
        current = point
      case .line(let point):
        unsafe cairo_line_to(context, point.x, point.y)
        current = point
      case .quadraticCurve(let control, let point):
        // A curve with one control point is the one with two that are two thirds of the way to it.
        unsafe cairo_curve_to(
          context, current.x + (control.x - current.x) * 2 / 3, current.y + (control.y - current.y) * 2 / 3,
          point.x + (control.x - point.x) * 2 / 3, point.y + (control.y - point.y) * 2 / 3, point.x, point.y)
        current = point
      case .curve(let first, let second, let point):
        unsafe cairo_curve_to(context, first.x, first.y, second.x, second.y, point.x, point.y)
        current = point
      case .close:
        unsafe cairo_close_path(context)
        var (x, y) = (0.0, 0.0)
        unsafe cairo_get_current_point(context, &x, &y)
        current = Point(x: x, y: y)
      }
    }
  }
}

extension ShapeLineCap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension ShapeLineJoin {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension LayerBlendMode {
  /// The blend of the mode. C: `cairo_operator_t`, whose modes are those of W3C's Compositing and Blending.
  var blend: LayerBlend {
    switch self {
    case .normal: .over
    case .multiply: .mode(CAIRO_OPERATOR_MULTIPLY)
    case .screen: .mode(CAIRO_OPERATOR_SCREEN)
    case .overlay: .mode(CAIRO_OPERATOR_OVERLAY)
    case .darken: .mode(CAIRO_OPERATOR_DARKEN)
    case .lighten: .mode(CAIRO_OPERATOR_LIGHTEN)
    case .colorDodge: .mode(CAIRO_OPERATOR_COLOR_DODGE)
    case .colorBurn: .mode(CAIRO_OPERATOR_COLOR_BURN)
    case .hardLight: .mode(CAIRO_OPERATOR_HARD_LIGHT)
    case .softLight: .mode(CAIRO_OPERATOR_SOFT_LIGHT)
    case .difference: .mode(CAIRO_OPERATOR_DIFFERENCE)
    case .exclusion: .mode(CAIRO_OPERATOR_EXCLUSION)
    case .hue: .mode(CAIRO_OPERATOR_HSL_HUE)
    case .saturation: .mode(CAIRO_OPERATOR_HSL_SATURATION)
    case .color: .mode(CAIRO_OPERATOR_HSL_COLOR)
    case .luminosity: .mode(CAIRO_OPERATOR_HSL_LUMINOSITY)
    case .add: .add
    }
  }
}
