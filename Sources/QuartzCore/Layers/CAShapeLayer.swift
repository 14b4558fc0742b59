public import CoreGraphics
import Layers

/// A shape (`CAShapeLayer`).
open class CAShapeLayer: CALayer {
  /// The shape; nil for none.
  open var path: CGPath?
  /// The color inside; nil for none.
  open var fillColor: CGColor? = .black
  /// The rule for the inside where the path crosses itself.
  open var fillRule = CAShapeLayerFillRule.nonZero
  /// The color of the stroke; nil for none.
  open var strokeColor: CGColor?
  /// The beginning of the stroke along the path, 0…1.
  open var strokeStart: CGFloat = 0
  /// The end of the stroke along the path, 0…1.
  open var strokeEnd: CGFloat = 1
  /// The width of the stroke.
  open var lineWidth: CGFloat = 1
  /// The length of a miter from which a corner is beveled.
  open var miterLimit: CGFloat = 10
  /// The look of the stroke's ends.
  open var lineCap = CAShapeLayerLineCap.butt
  /// The look of the stroke's corners.
  open var lineJoin = CAShapeLayerLineJoin.miter
  /// The place in its dashes at which the stroke begins.
  open var lineDashPhase: CGFloat = 0
  /// The lengths of dashes and gaps by turns; nil for a whole line.
  open var lineDashPattern: [NSNumber]?

  override func makeKind(_ making: LayerMaking) throws -> LayerKind {
    var shape = ShapeLayer(path: path?.bezierPath ?? BezierPath())
    (shape.fillColor, shape.strokeColor) = (fillColor?.color, strokeColor?.color)
    shape.fillRule = fillRule == .evenOdd ? .evenOdd : .nonZero
    (shape.strokeStart, shape.strokeEnd) = (Double(strokeStart), Double(strokeEnd))
    (shape.lineWidth, shape.miterLimit) = (Double(lineWidth), Double(miterLimit))
    shape.lineCap = ShapeLineCap(rawValue: lineCap.rawValue) ?? .butt
    shape.lineJoin = ShapeLineJoin(rawValue: lineJoin.rawValue) ?? .miter
    (shape.lineDashPhase, shape.lineDashPattern) = (
      Double(lineDashPhase), (lineDashPattern ?? []).map(\.doubleValue)
    )
    return .shape(shape)
  }

  override class var keys: [String: KeyedProperty<CALayer>] { keysOfShapes }
  override class func standard() -> CALayer { CAShapeLayer() }
  override class var standardKind: LayerKind { .shape(ShapeLayer()) }
  private static let keysOfShapes = keysOfEveryLayer.merging([
    "path": KeyedProperty(\CAShapeLayer.path), "fillColor": KeyedProperty(\CAShapeLayer.fillColor),
    "fillRule": KeyedProperty(\CAShapeLayer.fillRule), "strokeColor": KeyedProperty(\CAShapeLayer.strokeColor),
    "strokeStart": KeyedProperty(\CAShapeLayer.strokeStart), "strokeEnd": KeyedProperty(\CAShapeLayer.strokeEnd),
    "lineWidth": KeyedProperty(\CAShapeLayer.lineWidth), "miterLimit": KeyedProperty(\CAShapeLayer.miterLimit),
    "lineCap": KeyedProperty(\CAShapeLayer.lineCap), "lineJoin": KeyedProperty(\CAShapeLayer.lineJoin),
    "lineDashPhase": KeyedProperty(\CAShapeLayer.lineDashPhase),
    "lineDashPattern": KeyedProperty(\CAShapeLayer.lineDashPattern),
  ]) { $1 }
}

/// A gradient (`CAGradientLayer`).
open class CAGradientLayer: CALayer {
  /// The colors: `CGColor`s.
  open var colors: [Any]?
  /// The place of each color, 0…1; nil for even distances.
  open var locations: [NSNumber]?
  /// The place of the first color, in parts of the bounds.
  open var startPoint = CGPoint(x: 0.5, y: 0)
  /// The place of the last color, in parts of the bounds.
  open var endPoint = CGPoint(x: 0.5, y: 1)
  /// The form in which colors spread.
  open var type = CAGradientLayerType.axial

  override func makeKind(_ making: LayerMaking) throws -> LayerKind {
    var gradient = GradientLayer()
    gradient.gradientType = GradientLayerType(rawValue: type.rawValue) ?? .axial
    if case .colors(let list) = try making.value(colors ?? [], .colors, of: "colors") { gradient.colors = list }
    gradient.locations = (locations ?? []).map(\.doubleValue)
    (gradient.startPoint, gradient.endPoint) = (.init(startPoint), .init(endPoint))
    return .gradient(gradient)
  }

  override class var keys: [String: KeyedProperty<CALayer>] { keysOfGradients }
  override class func standard() -> CALayer { CAGradientLayer() }
  override class var standardKind: LayerKind { .gradient(GradientLayer()) }
  private static let keysOfGradients = keysOfEveryLayer.merging([
    "colors": KeyedProperty(\CAGradientLayer.colors), "locations": KeyedProperty(\CAGradientLayer.locations),
    "startPoint": KeyedProperty(\CAGradientLayer.startPoint), "endPoint": KeyedProperty(\CAGradientLayer.endPoint),
    "type": KeyedProperty(\CAGradientLayer.type),
  ]) { $1 }
}

/// Its sublayers, many times (`CAReplicatorLayer`).
open class CAReplicatorLayer: CALayer {
  /// The number of instances.
  open var instanceCount = 1
  /// The delay of each instance behind the one before.
  open var instanceDelay: CFTimeInterval = 0
  /// The transform of each instance after the one before.
  open var instanceTransform = CATransform3DIdentity
  /// The factor of the first instance's colors.
  open var instanceColor: CGColor? = .white
  /// The change of the red from one instance to the next.
  open var instanceRedOffset: Float = 0
  /// The change of the green.
  open var instanceGreenOffset: Float = 0
  /// The change of the blue.
  open var instanceBlueOffset: Float = 0
  /// The change of the opacity.
  open var instanceAlphaOffset: Float = 0
  /// Whether what is in it stands in the space that it stands in, as in a ``CATransformLayer``.
  open var preservesDepth = false

  override func makeKind(_ making: LayerMaking) throws -> LayerKind {
    var replicator = ReplicatorLayer()
    (replicator.instanceCount, replicator.instanceDelay) = (Double(instanceCount), instanceDelay)
    replicator.instanceTransform = instanceTransform.transform
    if let color = instanceColor { replicator.instanceColor = color.color }
    replicator.instanceRedOffset = Double(instanceRedOffset)
    replicator.instanceGreenOffset = Double(instanceGreenOffset)
    replicator.instanceBlueOffset = Double(instanceBlueOffset)
    replicator.instanceAlphaOffset = Double(instanceAlphaOffset)
    return .replicator(replicator)
  }

  override var preservesSublayerDepth: Bool { preservesDepth }
  override class var keys: [String: KeyedProperty<CALayer>] { keysOfReplicators }
  override class func standard() -> CALayer { CAReplicatorLayer() }
  override class var standardKind: LayerKind { .replicator(ReplicatorLayer()) }
  private static let keysOfReplicators = keysOfEveryLayer.merging([
    "instanceCount": KeyedProperty(\CAReplicatorLayer.instanceCount),
    "instanceDelay": KeyedProperty(\CAReplicatorLayer.instanceDelay),
    "instanceTransform": KeyedProperty(\CAReplicatorLayer.instanceTransform),
    "instanceColor": KeyedProperty(\CAReplicatorLayer.instanceColor),
    "instanceRedOffset": KeyedProperty(\CAReplicatorLayer.instanceRedOffset),
    "instanceGreenOffset": KeyedProperty(\CAReplicatorLayer.instanceGreenOffset),
    "instanceBlueOffset": KeyedProperty(\CAReplicatorLayer.instanceBlueOffset),
    "instanceAlphaOffset": KeyedProperty(\CAReplicatorLayer.instanceAlphaOffset),
    "preservesDepth": KeyedProperty(\CAReplicatorLayer.preservesDepth),
  ]) { $1 }
}
