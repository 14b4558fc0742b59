public import ModelValues

/// A layer of a tree that is drawn over, under or around a movie (`CALayer`), as a value: its properties, the animations on them, and
/// the layers in it.
///
/// ```swift
/// var title = Layer(.text("The end"))
/// title.bounds = Rectangle(x: 0, y: 0, width: 640, height: 80)
/// title.position = Point(x: 320, y: 180)
/// var fade = BasicAnimation(keyPath: .opacity)
/// fade.fromValue = 0
/// fade.toValue = 1
/// fade.beginTime = 2
/// fade.duration = 0.5
/// title.add(fade, forKey: "fade")
/// let picture = try title.presentation(at: CMTime(value: 9, timescale: 4))
/// ```
///
/// Lengths are in pixels of the superlayer, with y down. Nothing is animated but by an animation. A tree has no cycles, because it is
/// a value: a layer that stands in two places is two layers.
public struct Layer: Hashable, Sendable {
  /// The kind, and what it has besides.
  public var kind: LayerKind
  /// A name for people and errors.
  public var name = ""

  /// The rectangle that the layer shows of its own plane, which its sublayers stand in.
  public var bounds = Rectangle(.zero)
  /// The place of the anchor point in the superlayer.
  public var position = Point(x: 0, y: 0)
  /// The layer's distance toward the viewer, in pixels; of siblings the nearer is drawn later.
  public var zPosition: Double = 0
  /// The point that `position` places and transforms turn about, in parts of the bounds.
  public var anchorPoint = Point(x: 0.5, y: 0.5)
  /// The anchor point's distance toward the viewer, in pixels.
  public var anchorPointZ: Double = 0
  /// The layer's transform about its anchor point.
  public var transform = Transform3D.identity
  /// The sublayers' transform about the anchor point: a perspective, as a rule.
  public var sublayerTransform = Transform3D.identity
  /// Whether the layer has no plane of its own, so that its sublayers are in its superlayer's space
  /// (`CATransformLayer`): they are drawn by depth, the nearest on top, the layer's opacity applies to each of them,
  /// and the layer itself draws nothing.
  public var preservesDepth = false
  /// Whether y points up in the layer, for its sublayers, whose pictures, text and frames stay upright.
  public var isGeometryFlipped = false

  /// Whether the layer and what is in it are not drawn.
  public var isHidden = false
  /// Whether the back is seen of a layer that is turned away.
  public var isDoubleSided = true
  /// The opacity of the layer with all that is in it, 0…1.
  public var opacity: Double = 1
  /// The mode in which it mixes with what is behind.
  public var blendMode: LayerBlendMode = .normal
  /// Whether what is in it is drawn within its bounds only, corners included.
  public var masksToBounds = false

  /// The color of the bounds; nil for none.
  public var backgroundColor: Color?
  /// The radius of the corners, in pixels.
  public var cornerRadius: Double = 0
  /// The corners that are round.
  public var maskedCorners = LayerCorner.allCases
  /// The curve of the corners.
  public var cornerCurve: LayerCornerCurve = .circular
  /// The width of the border, inside the bounds, in pixels.
  public var borderWidth: Double = 0
  /// The color of the border.
  public var borderColor: Color = .black

  /// The color of the shadow.
  public var shadowColor: Color = .black
  /// The opacity of the shadow, 0…1.
  public var shadowOpacity: Double = 0
  /// The offset of the shadow from the layer. (Apple's default is 3 up, which is (0, −3) with y down.)
  public var shadowOffset = Size(width: 0, height: -3)
  /// The blur of the shadow, in pixels: the standard deviation.
  public var shadowRadius: Double = 3
  /// The shape that casts the shadow; nil for the layer's own.
  public var shadowPath: BezierPath?

  /// The picture; nil for none.
  public var contents: LayerContents?
  /// The part of the picture, in parts of it.
  public var contentsRect = Rectangle(x: 0, y: 0, width: 1, height: 1)
  /// The part of the picture that is stretched, in parts of it; what is around keeps its size in one direction or both.
  public var contentsCenter = Rectangle(x: 0, y: 0, width: 1, height: 1)
  /// The placement of the picture in the bounds.
  public var contentsGravity: LayerContentsGravity = .resize
  /// The picture's pixels for one of the layer's, where it is not stretched; above 0.
  public var contentsScale: Double = 1

  /// The layer's time within its superlayer's; endless by default.
  public var timing: MediaTiming
  /// The animations, applied in order, each to the result of those before.
  public var animations: [LayerAnimation] = []
  /// The sublayers; a later one is over an earlier one at the same `zPosition`.
  public var sublayers: [Layer] = []
  /// The layer whose opacity the layer is seen through, placed like a sublayer; nil for none.
  public var mask: Layer? {
    get { masks.first }
    set { masks = newValue.map { [$0] } ?? [] }
  }

  /// The mask, or none; a value cannot hold one of its own type otherwise.
  private var masks: [Layer] = []

  /// A layer of `kind` without a size.
  public init(_ kind: LayerKind = .layer) {
    self.kind = kind
    timing = MediaTiming()
    timing.duration = .infinity
  }
}

extension Layer {
  /// The layer's plane in its superlayer's: bounds to pixels of the superlayer.
  public var transformToSuperlayer: Transform3D {
    let anchor = anchorInBounds
    return Transform3D.translation(x: -anchor.x, y: -anchor.y, z: -anchorPointZ)
      .concatenating(transform)
      .concatenating(.translation(x: position.x, y: position.y, z: zPosition))
  }

  /// The transform of the sublayers' plane in the layer's: the sublayer transform about the anchor point, and y up where the
  /// geometry is flipped.
  public var transformOfSublayers: Transform3D {
    let anchor = anchorInBounds
    let turned = Transform3D.translation(x: -anchor.x, y: -anchor.y, z: -anchorPointZ)
      .concatenating(sublayerTransform)
      .concatenating(.translation(x: anchor.x, y: anchor.y, z: anchorPointZ))
    guard isGeometryFlipped else { return turned }
    return Transform3D(Transform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * bounds.y + bounds.height))
      .concatenating(turned)
  }

  private var anchorInBounds: Point {
    Point(x: bounds.x + anchorPoint.x * bounds.width, y: bounds.y + anchorPoint.y * bounds.height)
  }
}
