public import ModelValues

/// The properties of a layer of a shape (`CAShapeLayer`).
public struct ShapeLayer: Hashable, Sendable {
  /// The shape, in the layer's bounds.
  public var path = BezierPath()
  /// The color inside; nil for none.
  public var fillColor: Color? = .black
  /// The rule for the inside where the path crosses itself.
  public var fillRule: ShapeFillRule = .nonZero
  /// The color of the stroke; nil for none.
  public var strokeColor: Color?
  /// The beginning of the stroke along the path, 0…1 of its length.
  public var strokeStart: Double = 0
  /// The end of the stroke along the path, 0…1 of its length.
  public var strokeEnd: Double = 1
  /// The width of the stroke, in pixels.
  public var lineWidth: Double = 1
  /// The length of a miter, in line widths, from which a corner is beveled.
  public var miterLimit: Double = 10
  /// The look of the stroke's ends.
  public var lineCap: ShapeLineCap = .butt
  /// The look of the stroke's corners.
  public var lineJoin: ShapeLineJoin = .miter
  /// The lengths of dashes and gaps by turns, in pixels; none for a whole line.
  public var lineDashPattern: [Double] = []
  /// The place in the pattern at which the line begins, in pixels.
  public var lineDashPhase: Double = 0

  /// A layer without a path.
  public init() {}

  /// A layer of `path`, filled with black.
  public init(path: BezierPath) { self.path = path }
}

/// The rule for the inside of a path that crosses itself (`CAShapeLayerFillRule`).
public enum ShapeFillRule: String, Hashable, Sendable, Codable, CaseIterable {
  case nonZero, evenOdd
}

/// The look of a stroke's ends (`CAShapeLayerLineCap`).
public enum ShapeLineCap: String, Hashable, Sendable, Codable, CaseIterable {
  case butt, round, square
}

/// The look of a stroke's corners (`CAShapeLayerLineJoin`).
public enum ShapeLineJoin: String, Hashable, Sendable, Codable, CaseIterable {
  case miter, round, bevel
}

extension ShapeLayer: PropertyCoded {
  static var properties: [CodedProperty<ShapeLayer>] {
    [
      .value("path", \.path), .value("fillColor", \.fillColor), .value("fillRule", \.fillRule),
      .value("strokeColor", \.strokeColor), .value("strokeStart", \.strokeStart), .value("strokeEnd", \.strokeEnd),
      .value("lineWidth", \.lineWidth), .value("miterLimit", \.miterLimit), .value("lineCap", \.lineCap),
      .value("lineJoin", \.lineJoin), .value("lineDashPattern", \.lineDashPattern),
      .value("lineDashPhase", \.lineDashPhase),
    ]
  }
}

/// The properties of a layer of a gradient (`CAGradientLayer`).
public struct GradientLayer: Hashable, Sendable {
  /// The form in which colors spread.
  public var gradientType: GradientLayerType = .axial
  /// The colors, two or more.
  public var colors: [Color] = []
  /// The place of each color, 0…1, never falling; none for even distances.
  public var locations: [Double] = []
  /// The place of the first color, in parts of the bounds: an end, or the middle of a radial or conic one.
  public var startPoint = Point(x: 0.5, y: 0)
  /// The end of the gradient, in parts of the bounds: the last color's place, a corner of the box of a radial
  /// gradient's ellipse, or the direction in which a conic gradient begins.
  public var endPoint = Point(x: 0.5, y: 1)

  /// A gradient from the top to the bottom without colors.
  public init() {}

  /// A gradient of `colors` from the top to the bottom, at even distances.
  public init(colors: [Color]) { self.colors = colors }
}

/// The form in which the colors of a gradient spread (`CAGradientLayerType`).
public enum GradientLayerType: String, Hashable, Sendable, Codable, CaseIterable {
  case axial, radial, conic
}

extension GradientLayer: PropertyCoded {
  static var properties: [CodedProperty<GradientLayer>] {
    [
      .value("gradientType", \.gradientType), .value("colors", \.colors), .value("locations", \.locations),
      .value("startPoint", \.startPoint), .value("endPoint", \.endPoint),
    ]
  }
}
