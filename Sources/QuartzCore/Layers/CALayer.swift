public import CoreGraphics
import Layers

/// A layer of a tree that is drawn over, under or around a film (`CALayer`).
///
/// A tree is made into values when a film is made, whose pictures do not follow what is changed in it later. Lengths are in pixels of the
/// film, with y up from its bottom left corner unless a layer's geometry is flipped. Threads: one at a time.
open class CALayer: NSObject, NSSecureCoding, CAMediaTiming {
  // MARK: Timing

  /// The time at which it begins, in seconds of its superlayer.
  open var beginTime: CFTimeInterval = 0
  /// The duration for which it is there.
  open var duration: CFTimeInterval = .infinity
  /// The speed of its time.
  open var speed: Float = 1
  /// The offset of its time.
  open var timeOffset: CFTimeInterval = 0
  /// The number of repeats.
  open var repeatCount: Float = 0
  /// The duration of all repeats.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether each repeat is followed by one backward.
  open var autoreverses = false
  /// The state outside its time.
  open var fillMode = CAMediaTimingFillMode.removed

  // MARK: Geometry

  /// The rectangle that it shows of its own plane.
  open var bounds = CGRect.zero {
    didSet { if bounds.size != oldValue.size { sizeChanged(from: oldValue.size) } }
  }
  /// The place of its anchor point in the superlayer.
  open var position = CGPoint.zero
  /// Its distance toward the viewer.
  open var zPosition: CGFloat = 0
  /// The point that ``position`` places, in parts of the bounds.
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// Its anchor point's distance toward the viewer.
  open var anchorPointZ: CGFloat = 0
  /// The transform about its anchor point.
  open var transform = CATransform3DIdentity
  /// The sublayers' transform about its anchor point.
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

  /// The transform, where it keeps to the plane; else the identity.
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
  /// The opacity with all that is in it, 0…1.
  open var opacity: Float = 1
  /// Whether what is in it is drawn within its bounds only.
  open var masksToBounds = false
  /// The color of its bounds; nil for none.
  open var backgroundColor: CGColor?
  /// The radius of its corners.
  open var cornerRadius: CGFloat = 0
  /// The corners that are round.
  open var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  /// The curve of its corners.
  open var cornerCurve = CALayerCornerCurve.circular
  /// The width of its border.
  open var borderWidth: CGFloat = 0
  /// The color of its border; nil for none.
  open var borderColor: CGColor? = .black
  /// The color of its shadow; nil for none.
  open var shadowColor: CGColor? = .black
  /// The opacity of its shadow, 0…1.
  open var shadowOpacity: Float = 0
  /// The offset of its shadow.
  open var shadowOffset = CGSize(width: 0, height: -3)
  /// The blur of its shadow.
  open var shadowRadius: CGFloat = 3
  /// The shape that casts the shadow; nil for its own.
  open var shadowPath: CGPath?
  /// Its picture: a `CGImage`. A film with another object is refused.
  open var contents: Any?
  /// The picture that it drew itself, which is its contents unless they are set.
  var ownPicture: CGImage?
  /// The part of the picture, in parts of it from its top left corner.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The part of the picture that is stretched.
  open var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The placement of the picture in the bounds.
  open var contentsGravity = CALayerContentsGravity.resize
  /// The picture's pixels for one of the layer's, where it is not stretched.
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

  /// A layer with the properties of `layer`, without its sublayers, its animations and its delegate (`init(layer:)`).
  public init(layer: Any) {
    super.init()
    guard let layer = layer as? CALayer else { return }
    for (key, property) in Self.keys where key != "mask" { property.copy(layer, self) }
    values = layer.values
  }

  /// The layer that `coder` has, as ``encode(with:)`` has put it there; one without a size where it has none (`init(coder:)`).
  public required init?(coder: NSCoder) {
    super.init()
    if coder.allowsKeyedCoding { decode(from: coder) }
  }

  /// Encodes its look into `coder`, with its sublayers and its mask, but without its picture, its animations and its
  /// delegate.
  open func encode(with coder: NSCoder) { if coder.allowsKeyedCoding { encode(into: coder) } }

  /// Whether it can be read without other classes than those that are expected: yes.
  open class var supportsSecureCoding: Bool { true }

  // MARK: Display

  /// The choices of drawing, which is done one way here.
  var choices = LayerDisplayChoices()
  /// The delegate, which draws it, lays it out and gives its actions.
  open weak var delegate: (any CALayerDelegate)?
  /// Whether the delegate has left the last request to the layer.
  var hasDelegateDeclined = false
  /// Whether its picture is to be drawn.
  private var awaitsDisplay = false

  /// Has its picture be drawn when that is asked for, or a film is made of its tree.
  open func setNeedsDisplay() { awaitsDisplay = true }
  /// Has its picture be drawn, all of it whatever `r` is.
  open func setNeedsDisplay(_ r: CGRect) { setNeedsDisplay() }
  /// Whether its picture is to be drawn.
  open func needsDisplay() -> Bool { awaitsDisplay }
  /// Draws its picture if that was asked for.
  open func displayIfNeeded() { if awaitsDisplay { display() } }
  /// Gives it its picture: its delegate does, or it is drawn by ``draw(in:)``. What draws nothing leaves the contents as they are.
  open func display() {
    awaitsDisplay = false
    drawPicture()
  }
  /// Draws its picture, in its own plane: its delegate does, or a subclass.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }
  /// Draws it and what is in it into `ctx`, in its own plane: its origin is the context's, and y points the same way unless its geometry is
  /// flipped. Animations and times do not count, particles and filters are left out.
  open func render(in ctx: CGContext) { renderTree(in: ctx) }
  /// Whether a picture is upside down in its plane: whether an odd number of layers, from it up to the top, have flipped geometry. What it
  /// draws is turned so that it stands as its plane does.
  open func contentsAreFlipped() -> Bool { isGeometryFlipped != (superlayer?.contentsAreFlipped() ?? false) }

  /// The filter through which it mixes with what is behind it, by its name: a blend mode. A film with another is refused.
  open var compositingFilter: Any?
  /// Filters of what it shows. A film with any is refused.
  open var filters: [Any]?
  /// Filters of what is behind it. A film with any is refused.
  open var backgroundFilters: [Any]?
  /// The factor by which the corners of `curve` reach further than those of quarters of a circle.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? 1.528665 : 1
  }

  // MARK: Layout

  /// The edges and lengths that grow with its superlayer.
  open var autoresizingMask: CAAutoresizingMask = []
  /// The manager that lays its sublayers out, unless the delegate does; nil for none.
  open var layoutManager: (any CALayoutManager)? { didSet { setNeedsLayout() } }
  /// The relations of its frame to those of others, where a `CAConstraintLayoutManager` lays its superlayer out; nil
  /// for none.
  open var constraints: [CAConstraint]? { didSet { superlayer?.setNeedsLayout() } }
  /// Whether its sublayers are to be laid out.
  private var awaitsLayout = false
  /// Whether its sublayers are to be laid out.
  open func needsLayout() -> Bool { awaitsLayout }
  /// Has its sublayers be laid out when that is asked for, or a film is made of its tree. So it is where its bounds' size changes, and
  /// where a layer is put into it.
  open func setNeedsLayout() {
    awaitsLayout = true
    layoutManager?.invalidateLayout(of: self)
  }
  /// Lays its sublayers out: its delegate does, its layout manager, or a subclass.
  open func layoutSublayers() {
    hasDelegateDeclined = delegate == nil
    delegate?.layoutSublayers(of: self)
    if hasDelegateDeclined { layoutManager?.layoutSublayers(of: self) }
  }
  /// Lays out the sublayers of those layers of its tree for which that was asked, from the top down.
  open func layoutIfNeeded() {
    var top = self
    while let next = top.superlayer, next.awaitsLayout { top = next }
    top.layOut()
  }
  /// Resizes its sublayers as their masks say, where its own size was `size`.
  open func resizeSublayers(withOldSize size: CGSize) {
    for child in children { child.resize(withOldSuperlayerSize: size) }
  }
  /// Resizes it as its mask says, where its superlayer's size was `size`.
  open func resize(withOldSuperlayerSize size: CGSize) { resizeByMask(from: size) }

  /// Lays out what waits for it in the tree from itself on, which stands `depth` layers down.
  func layOut(depth: Int = 0) {
    guard depth < LayerLimits.depth else { return }
    if awaitsLayout {
      awaitsLayout = false
      layoutSublayers()
    }
    for child in children { child.layOut(depth: depth + 1) }
    mask?.layOut(depth: depth + 1)
  }

  // MARK: Tree and animations

  /// The sublayers, a later one over an earlier one; nil where there are none.
  open var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set {
      for child in children { child.superlayer = nil }
      children = []
      for child in newValue ?? [] { insert(child, at: children.count) }
    }
  }

  /// Puts `layer` over those that are in it; takes it out of where it was.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  /// Puts `layer` at `idx` of its sublayers.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Puts `layer` below `sibling`; below all where that is nil, or none of its sublayers.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    if layer !== sibling { layer.removeFromSuperlayer() }
    insert(layer, at: children.firstIndex { $0 === sibling } ?? 0)
  }

  /// Puts `layer` above `sibling`; above all where that is nil, or none of its sublayers.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    if layer !== sibling { layer.removeFromSuperlayer() }
    insert(layer, at: children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count)
  }

  /// Puts `newLayer` where `oldLayer` is.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let index = children.firstIndex(where: { $0 === oldLayer }) else { return }
    newLayer.removeFromSuperlayer()
    insert(newLayer, at: children.firstIndex { $0 === oldLayer } ?? index)
    oldLayer.removeFromSuperlayer()
  }

  /// Takes it out of its superlayer.
  open func removeFromSuperlayer() {
    superlayer?.children.removeAll { $0 === self }
    superlayer = nil
  }

  /// Adds a copy of `anim`, which takes the place of that with the same `key`. One whose duration is 0 lasts as long as the
  /// transaction says.
  open func add(_ anim: CAAnimation, forKey key: String?) {
    guard let copy = anim.copy() as? CAAnimation else { return }
    if copy.duration == 0 { copy.duration = CATransaction.animationDuration() }
    if let key { removeAnimation(forKey: key) }
    animations.append((key, copy))
  }

  /// The animation with the key `key`.
  open func animation(forKey key: String) -> CAAnimation? { animations.first { $0.key == key }?.animation }

  /// The keys of its animations; nil where it has none.
  open func animationKeys() -> [String]? {
    let keys = animations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Removes the animation with the key `key`, and tells its delegate.
  open func removeAnimation(forKey key: String) { removeAnimations { $0 == key } }

  /// Removes all animations, and tells their delegates.
  open func removeAllAnimations() { removeAnimations { _ in true } }

  // MARK: Keys

  /// The values under keys that are no property's.
  var values: [String: Any] = [:]
  /// Values of properties that the layer does not have, by their keys, and of a style in it under “style”; and actions under “actions”.
  open var style: [AnyHashable: Any]?
  /// Actions for events, by their keys; nil without own ones.
  open var actions: [String: any CAAction]?

  /// The value at `key`: a property, or any value that was set; numbers and geometry in boxes.
  open func value(forKey key: String) -> Any? { keyedValue(key) }
  /// Sets the value at `key`: a property, whose default is set by nil, or any value to be kept. A value of another kind
  /// than the property's changes nothing.
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }
  /// The value at the end of `keyPath`, such as `transform.rotation.z`.
  open func value(forKeyPath keyPath: String) -> Any? { keyedValue(atPath: keyPath) }
  /// Sets what is at the end of `keyPath`. A path that leads nowhere changes nothing.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyedValue(value, atPath: keyPath) }
  /// The value of a fresh layer of the class at `key`; nil for nothing.
  open class func defaultValue(forKey key: String) -> Any? { keys[key].flatMap { $0.get(standard()) } }
  /// Whether setting the value of `key` redraws it: false, unless a subclass overrides this.
  open class func needsDisplay(forKey key: String) -> Bool { false }
  /// The default action at `event`: an animation of the property of that name; nil for what is not animated.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { standardAction(event) }
  /// The action at `event`, as its delegate, its actions, its style or its class says. Nothing here looks for it by itself, as a layer
  /// changes at once.
  open func action(forKey event: String) -> (any CAAction)? { foundAction(event) }

  /// The properties of the class, by their keys.
  class var keys: [String: KeyedProperty<CALayer>] { keysOfEveryLayer }
  /// A fresh layer of the class.
  class func standard() -> CALayer { CALayer() }

  // MARK: Films

  /// The kind of the class, with every default.
  class var standardKind: LayerKind { .layer }
  /// Whether its sublayers stand in the space that it stands in.
  var preservesSublayerDepth: Bool { false }
  /// Whether what is drawn in `context`, which stood at `map` before, is what films show of the layer without a picture.
  func drawsAsFilmShows(_ context: CGContext, from map: CGAffineTransform) -> Bool { false }
  /// Draws its picture for a film, if that is to be drawn.
  func displayForFilm() { displayIfNeeded() }
  /// The kind of its class, as a value.
  func makeKind(_ making: LayerMaking) throws -> LayerKind { .layer }
}
