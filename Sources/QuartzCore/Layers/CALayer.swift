public import CoreGraphics
import Layers

/// A layer of a tree that is drawn over, under or around a film (`CALayer`).
///
/// A tree is made into values when a film is made, whose pictures do not follow what is changed in it later. Lengths are in pixels of the
/// film, with y up from its bottom left corner unless a layer's geometry is flipped. Threads: one at a time.
open class CALayer: NSObject, CAMediaTiming {
  // MARK: Timing

  /// The time at which it begins, in seconds of its superlayer.
  open var beginTime: CFTimeInterval = 0
  /// How long it is there.
  open var duration: CFTimeInterval = .infinity
  /// How fast its time passes.
  open var speed: Float = 1
  /// What is added to its time.
  open var timeOffset: CFTimeInterval = 0
  /// How many repeats there are.
  open var repeatCount: Float = 0
  /// How long it repeats.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether each repeat is followed by one backward.
  open var autoreverses = false
  /// What it shows outside its time.
  open var fillMode = CAMediaTimingFillMode.removed

  // MARK: Geometry

  /// The rectangle that it shows of its own plane.
  open var bounds = CGRect.zero {
    didSet { if bounds.size != oldValue.size { setNeedsLayout() } }
  }
  /// Where its anchor point is in the superlayer.
  open var position = CGPoint.zero
  /// How far toward the viewer it is.
  open var zPosition: CGFloat = 0
  /// The point that ``position`` places, in parts of the bounds.
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// How far toward the viewer its anchor point is.
  open var anchorPointZ: CGFloat = 0
  /// What is done to it about its anchor point.
  open var transform = CATransform3DIdentity
  /// What is done to its sublayers about its anchor point.
  open var sublayerTransform = CATransform3DIdentity
  /// Whether its sublayers are upside down, from where those of its superlayer are.
  open var isGeometryFlipped = false

  /// The rectangle that it covers in its superlayer; setting it changes the bounds' size and the position, and leaves the transform.
  open var frame: CGRect {
    get {
      let (anchor, map) = (anchorInBounds, CATransform3DGetAffineTransform(transform))
      return bounds.applying(CGAffineTransform(translationX: -anchor.x, y: -anchor.y)).applying(map)
        .applying(CGAffineTransform(translationX: position.x, y: position.y))
    }
    set {
      let map = CATransform3DGetAffineTransform(transform)
      let size = map.isIdentity ? newValue.size : newValue.applying(map.inverted()).size
      bounds.size = size
      let anchor = anchorInBounds
      let placed = bounds.applying(CGAffineTransform(translationX: -anchor.x, y: -anchor.y)).applying(map)
      position = CGPoint(x: newValue.minX - placed.minX, y: newValue.minY - placed.minY)
    }
  }

  /// The anchor point in its own plane.
  var anchorInBounds: CGPoint {
    CGPoint(x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// What is done to it, where that keeps to the plane; else the identity.
  open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }
  /// Has `m` be done to it.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }
  /// Whether `p` is within the bounds.
  open func contains(_ p: CGPoint) -> Bool { bounds.contains(p) }
  /// The foremost of its layers, itself among them, that contains `p`, a point of its superlayer's plane; nil where none does
  /// (`hitTest:`). Hidden layers are passed over, and what a layer that masks to its bounds has outside of them.
  open func hitTest(_ p: CGPoint) -> CALayer? { foremost(at: p) }

  // MARK: Looks

  /// Whether it is not drawn, with all that is in it.
  open var isHidden = false
  /// Whether its back is seen where it is turned away.
  open var isDoubleSided = true
  /// How opaque it is with all that is in it, 0…1.
  open var opacity: Float = 1
  /// Whether what is in it is drawn within its bounds only.
  open var masksToBounds = false
  /// The color of its bounds; nil for none.
  open var backgroundColor: CGColor?
  /// How round its corners are.
  open var cornerRadius: CGFloat = 0
  /// The corners that are round.
  open var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  /// The curve of its corners.
  open var cornerCurve = CALayerCornerCurve.circular
  /// How wide its border is.
  open var borderWidth: CGFloat = 0
  /// The color of its border; nil for none.
  open var borderColor: CGColor? = .black
  /// The color of its shadow; nil for none.
  open var shadowColor: CGColor? = .black
  /// How opaque its shadow is, 0…1.
  open var shadowOpacity: Float = 0
  /// How far its shadow is from it.
  open var shadowOffset = CGSize(width: 0, height: -3)
  /// How blurred its shadow is.
  open var shadowRadius: CGFloat = 3
  /// What casts the shadow; nil for its own shape.
  open var shadowPath: CGPath?
  /// Its picture: a `CGImage`. A film with another object is refused.
  open var contents: Any?
  /// The part of the picture, in parts of it from its top left corner.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The part of the picture that is stretched.
  open var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// How the picture is placed in the bounds.
  open var contentsGravity = CALayerContentsGravity.resize
  /// How many pixels of the picture are one of the layer's, where it is not stretched.
  open var contentsScale: CGFloat = 1
  /// A name for people and errors.
  open var name: String?

  // MARK: Tree

  /// The layer that it is in.
  public internal(set) weak final var superlayer: CALayer?
  var children: [CALayer] = []
  /// The animations, each with its key.
  var animations: [(key: String?, animation: CAAnimation)] = []

  /// The layer whose opacity it is seen through; nil for none.
  open var mask: CALayer?

  /// A layer without a size.
  public override init() { super.init() }

  // MARK: Display

  /// What is asked of drawing, which is done one way here.
  var display = LayerDisplayChoices()
  /// Who is asked for what it shows; nobody is, as nothing draws itself here.
  open weak var delegate: (any CALayerDelegate)?

  /// Does nothing: nothing draws itself here.
  open func setNeedsDisplay() {}
  /// Does nothing: nothing draws itself here.
  open func setNeedsDisplay(_ r: CGRect) {}
  /// Does nothing: nothing draws itself here.
  open func displayIfNeeded() {}
  /// Whether its sublayers are to be laid out.
  private var awaitsLayout = false
  /// Whether its sublayers are to be laid out.
  open func needsLayout() -> Bool { awaitsLayout }
  /// Has its sublayers be laid out when that is asked for, or a film is made of its tree. So it is where its bounds' size changes, and
  /// where a layer is put into it.
  open func setNeedsLayout() { awaitsLayout = true }
  /// Lays its sublayers out: its delegate does, or a subclass.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }
  /// Lays out the sublayers of those layers of its tree for which that was asked, from the top down.
  open func layoutIfNeeded() {
    var top = self
    while let next = top.superlayer, next.awaitsLayout { top = next }
    top.layOut()
  }

  /// Lays out what waits for it in the tree from itself on.
  func layOut() {
    if awaitsLayout {
      awaitsLayout = false
      layoutSublayers()
    }
    for child in children { child.layOut() }
  }

  /// What its class shows besides, as a value.
  func makeKind(_ making: LayerMaking) throws -> LayerKind { .layer }
}
