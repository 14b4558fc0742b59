public import Foundation

/// The look of a stroke's ends (`CGLineCap`).
public enum CGLineCap: Int32, Sendable {
  /// They end where the path does, are round, or half a width longer.
  case butt, round, square
}

/// The look of a stroke's corners (`CGLineJoin`).
public enum CGLineJoin: Int32, Sendable {
  /// They are pointed, round, or cut off.
  case miter, round, bevel
}

/// The pen of strokes.
struct ContextStroke {
  var color = CGColor.black
  var width: CGFloat = 1
  var cap = CGLineCap.butt
  var join = CGLineJoin.miter
  var miterLimit: CGFloat = 10
  var dashes: [CGFloat] = []
  var phase: CGFloat = 0
}

/// The pen of strokes.
extension CGContext {
  /// The color of strokes.
  public func setStrokeColor(_ color: CGColor) { state.stroke.color = color }
  /// The color of strokes.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  /// The level of grey of strokes.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { setStrokeColor(CGColor(gray: gray, alpha: alpha)) }
  /// Sets the width of strokes; 0 and less for none.
  public func setLineWidth(_ width: CGFloat) { state.stroke.width = width }
  /// Sets the look of strokes' ends.
  public func setLineCap(_ cap: CGLineCap) { state.stroke.cap = cap }
  /// Sets the look of strokes' corners.
  public func setLineJoin(_ join: CGLineJoin) { state.stroke.join = join }
  /// The length of a miter, in line widths, from which a corner is cut off.
  public func setMiterLimit(_ limit: CGFloat) { state.stroke.miterLimit = limit }
  /// The lengths of dashes and gaps by turns, none for a whole line, and how far into them a stroke begins.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    (state.stroke.phase, state.stroke.dashes) = (phase, lengths)
  }
}
