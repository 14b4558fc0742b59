import AVFoundation
import Testing

@Suite("Rules of layers")
struct LayerRules {
  private let layer = CALayer()

  /// CALayer.h, "contents", "backgroundColor", "name", "delegate": nil by default.
  @Test func `a fresh layer shows nothing and has no name`() {
    #expect(layer.contents == nil && layer.backgroundColor == nil && layer.name == nil && layer.delegate == nil)
  }

  /// CALayer.h, "position", "zPosition", "anchorPointZ": zero by default.
  @Test func `a fresh layer stands at the origin`() {
    #expect(layer.position == .zero && layer.zPosition == 0 && layer.anchorPointZ == 0)
  }

  /// CALayer.h, "transform", "sublayerTransform": the identity by default.
  @Test func `a fresh layer is not transformed`() {
    #expect(CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform))
  }

  /// CALayer.h, "hidden", "masksToBounds": NO by default; "doubleSided": YES by default.
  @Test func `a fresh layer is shown from both sides, unclipped`() {
    #expect(!layer.isHidden && !layer.masksToBounds && layer.isDoubleSided)
  }

  /// CALayer.h, "opaque", "geometryFlipped", "needsDisplayOnBoundsChange": NO by default.
  @Test func `a fresh layer is neither opaque nor flipped`() {
    #expect(!layer.isOpaque && !layer.isGeometryFlipped && !layer.needsDisplayOnBoundsChange)
  }

  /// CALayer.h, "contentsRect", "contentsCenter": the unit rectangle by default.
  @Test func `a fresh layer shows all of its contents`() {
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(layer.contentsRect == unit && layer.contentsCenter == unit)
  }

  /// CALayer.h, "contentsScale", "rasterizationScale": 1 by default; "shouldRasterize": NO by default.
  @Test func `a fresh layer has a scale of one and is not rasterized`() {
    #expect(layer.contentsScale == 1 && layer.rasterizationScale == 1 && !layer.shouldRasterize)
  }

  /// CALayer.h, "minificationFilter", "magnificationFilter": linear by default; "minificationFilterBias": 0.
  @Test func `contents are scaled linearly`() {
    #expect(layer.minificationFilter == .linear && layer.magnificationFilter == .linear)
    #expect(layer.minificationFilterBias == 0)
  }

  /// CALayer.h, "borderColor", "shadowColor": opaque black by default.
  @Test func `borders and shadows are black`() {
    #expect(layer.borderColor == .black && layer.shadowColor == .black)
  }

  /// CALayer.h, "cornerRadius": 0 by default; "maskedCorners": all four by default.
  @Test func `corners are square, and all four would be round`() {
    #expect(layer.cornerRadius == 0)
    #expect(
      layer.maskedCorners
        == [.layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner])
  }

  /// CAMediaTiming.h, "beginTime", "timeOffset", "repeatCount", "repeatDuration": 0 by default; "autoreverses": NO.
  @Test func `a fresh layer's time runs with its superlayer's`() {
    #expect(layer.beginTime == 0 && layer.timeOffset == 0 && layer.repeatCount == 0)
    #expect(layer.repeatDuration == 0 && !layer.autoreverses)
  }

  /// CALayer.h, "addSublayer:": at the end, and once.
  @Test func `a sublayer added again becomes the last`() {
    let (first, second) = (CALayer(), CALayer())
    layer.addSublayer(first)
    layer.addSublayer(second)
    layer.addSublayer(first)
    #expect(layer.sublayers == [second, first])
  }

  /// CALayer.h, "insertSublayer:atIndex:": at the place.
  @Test func `a sublayer inserted at zero is the first`() {
    let (first, second) = (CALayer(), CALayer())
    layer.addSublayer(first)
    layer.insertSublayer(second, at: 0)
    #expect(layer.sublayers == [second, first])
  }

  /// CALayer.h, "removeFromSuperlayer": works on the receiver alone.
  @Test func `a layer without a superlayer may be removed`() {
    layer.removeFromSuperlayer()
    #expect(layer.superlayer == nil)
  }

  /// CALayer.h, "superlayer": not retained.
  @Test func `a sublayer does not keep its superlayer`() {
    var parent: CALayer? = CALayer()
    parent?.addSublayer(layer)
    #expect(layer.superlayer === parent)
    parent = nil
    #expect(layer.superlayer == nil)
  }

  /// CALayer.h, "bounds": position stays when the size changes.
  @Test func `a layer grows about its anchor point`() {
    layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    layer.bounds.size = CGSize(width: 40, height: 40)
    #expect(layer.position == CGPoint(x: 20, y: 20) && layer.frame == CGRect(x: 0, y: 0, width: 40, height: 40))
  }

  /// CALayer.h, "setAffineTransform:", "affineTransform".
  @Test func `an affine transform is the layer's transform`() {
    let half = CGAffineTransform(scaleX: 0.5, y: 0.25)
    layer.setAffineTransform(half)
    #expect(layer.affineTransform() == half && layer.transform.m11 == 0.5 && layer.transform.m22 == 0.25)
  }

  /// CALayer.h, "containsPoint:": within the bounds.
  @Test func `a layer contains the points of its bounds`() {
    layer.frame = CGRect(x: 50, y: 50, width: 10, height: 10)
    #expect(layer.contains(.zero) && !layer.contains(CGPoint(x: 10, y: 5)) && !layer.contains(CGPoint(x: 55, y: 55)))
  }

  /// CALayer.h, "animationForKey:": nil if there is none.
  @Test func `there is no animation under another key`() {
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
    #expect(layer.animation(forKey: "other") == nil)
  }

  /// CALayer.h, "removeAnimationForKey:": of the key alone.
  @Test func `removing an animation leaves the others`() {
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
    layer.add(CABasicAnimation(keyPath: "position"), forKey: "move")
    layer.removeAnimation(forKey: "none")
    layer.removeAnimation(forKey: "fade")
    #expect(layer.animationKeys() == ["move"])
  }

  /// CALayer.h, "modelLayer": of a layer of the model tree, the layer.
  @Test func `a layer is its own model`() { #expect(layer.model() === layer) }

  /// CAShapeLayer.h, "fillRule", "lineCap", "lineJoin", "miterLimit": non-zero, butt, miter and 10 by default.
  @Test func `a fresh shape has butt ends and mitered corners`() {
    let shape = CAShapeLayer()
    #expect(shape.fillRule == .nonZero && shape.lineCap == .butt && shape.lineJoin == .miter)
    #expect(shape.miterLimit == 10 && shape.path == nil && shape.strokeStart == 0)
  }

  /// CAShapeLayer.h, "lineDashPattern": nil by default; "lineDashPhase": 0 by default.
  @Test func `a fresh shape is not dashed`() {
    #expect(CAShapeLayer().lineDashPattern == nil && CAShapeLayer().lineDashPhase == 0)
  }

  /// CAGradientLayer.h, "colors", "locations": nil by default; "type": axial by default.
  @Test func `a fresh gradient is axial and has no colors`() {
    let gradient = CAGradientLayer()
    #expect(gradient.type == .axial && gradient.colors == nil && gradient.locations == nil)
  }

  /// CAReplicatorLayer.h, "instanceCount": 1; "instanceDelay": 0; "instanceColor": opaque white.
  @Test func `a fresh replicator makes one instance`() {
    let replicator = CAReplicatorLayer()
    #expect(replicator.instanceCount == 1 && replicator.instanceDelay == 0 && replicator.instanceColor == .white)
    #expect(CATransform3DIsIdentity(replicator.instanceTransform) && replicator.instanceAlphaOffset == 0)
  }

  /// CATextLayer.h, "string": nil by default; "foregroundColor": opaque white; "truncationMode": none.
  @Test func `a fresh text is empty, white and not truncated`() {
    let text = CATextLayer()
    #expect(text.string == nil && text.foregroundColor == .white && text.truncationMode == .none)
  }

  /// AVPlayerLayer.h, "player": nil by default; "videoGravity": AVLayerVideoGravityResizeAspect by default.
  @Test func `a fresh layer of a player has none and keeps proportions`() {
    #expect(AVPlayerLayer().player == nil && AVPlayerLayer().videoGravity == .resizeAspect)
  }

  /// AVSynchronizedLayer.h, "playerItem": nil by default.
  @Test func `a fresh synchronized layer has no item`() { #expect(AVSynchronizedLayer().playerItem == nil) }

  /// CALayer.h, "contentsFormat": RGBA8 by default; "autoresizingMask": zero; "layoutManager", "style", "actions", filters: nil.
  @Test func `a fresh layer has no filters, no style and no actions`() {
    #expect(layer.contentsFormat == .RGBA8Uint && layer.autoresizingMask == [] && layer.layoutManager == nil)
    #expect(layer.compositingFilter == nil && layer.filters == nil && layer.backgroundFilters == nil)
    #expect(layer.style == nil && layer.actions == nil && !layer.wantsExtendedDynamicRangeContent)
    #expect(layer.toneMapMode == .automatic)
  }

  /// CALayer.h, "needsDisplay": marked by setNeedsDisplay, until -display.
  @Test func `a layer waits for its display until it is displayed`() {
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay() && layer.contents == nil)
  }

  /// CALayer.h, "contentsAreFlipped": an odd number of layers with flipped geometry, from the receiver up.
  @Test func `contents are flipped where an odd number of layers is`() {
    let parent = CALayer()
    parent.addSublayer(layer)
    #expect(!layer.contentsAreFlipped())
    parent.isGeometryFlipped = true
    #expect(layer.contentsAreFlipped() && parent.contentsAreFlipped())
    layer.isGeometryFlipped = true
    #expect(!layer.contentsAreFlipped())
  }

  /// CALayer.h, "cornerCurveExpansionFactor:": one of circular corners, more of continuous ones.
  @Test func `continuous corners reach further than circular ones`() {
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
    #expect(abs(CALayer.cornerCurveExpansionFactor(.continuous) - 1.528665) < 1e-9)
  }

  /// CALayer.h, "defaultValueForKey:", and "needsDisplayForKey:": NO by default.
  @Test func `the class says what its layers begin with`() {
    #expect(CALayer.defaultValue(forKey: "opacity") as? Float == 1)
    #expect(CALayer.defaultValue(forKey: "shadowOffset") as? CGSize == CGSize(width: 0, height: -3))
    #expect(CALayer.defaultValue(forKey: "wobble") == nil && !CALayer.needsDisplay(forKey: "opacity"))
    #expect(CATextLayer.defaultValue(forKey: "fontSize") as? CGFloat == 36)
    #expect(CAShapeLayer.defaultValue(forKey: "miterLimit") as? CGFloat == 10)
  }

  /// Key-Value Coding Extensions: parts of points, rectangles and transforms by key paths.
  @Test func `parts of properties are read and set by key paths`() {
    layer.setValue(CGFloat.pi / 2, forKeyPath: "transform.rotation.z")
    #expect(abs(layer.transform.m12 - 1) < 1e-9)
    layer.setValue(7, forKeyPath: "bounds.size.width")
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 7, height: 0))
    layer.position = CGPoint(x: 3, y: 4)
    #expect(layer.value(forKeyPath: "position.y") as? CGFloat == 4)
    #expect(layer.value(forKey: "position") as? CGPoint == CGPoint(x: 3, y: 4))
    layer.setValue(1, forKeyPath: "position.wobble")
    #expect(layer.position == CGPoint(x: 3, y: 4))
  }

  /// CALayer.h, "style": of values that the layer does not define; Key-Value Coding Extensions: any key.
  @Test func `a layer keeps a value for any key, and has others from its style`() {
    layer.style = ["own": 1, "style": ["deep": 2]]
    #expect(layer.value(forKey: "own") as? Int == 1 && layer.value(forKey: "deep") as? Int == 2)
    layer.setValue("mine", forKey: "own")
    #expect(layer.value(forKey: "own") as? String == "mine")
  }

  /// CALayer.h, "actionForKey:": the delegate, the actions, the style, the class, in this order; NSNull is none.
  @Test func `an action is looked for in four places`() {
    let (own, styled) = (CATransition(), CATransition())
    #expect(layer.action(forKey: "opacity") is CABasicAnimation && layer.action(forKey: "onOrderIn") == nil)
    layer.style = ["actions": ["opacity": styled, "onOrderIn": styled]]
    #expect(layer.action(forKey: "onOrderIn") as? CATransition === styled)
    layer.actions = ["opacity": own, "position": NSNull()]
    #expect(layer.action(forKey: "opacity") as? CATransition === own && layer.action(forKey: "position") == nil)
  }

  /// CAAnimation.h: an animation is an action that adds itself to the layer.
  @Test func `an animation that is run as an action is added under the event`() {
    CABasicAnimation(keyPath: "opacity").run(forKey: "opacity", object: layer, arguments: nil)
    #expect(layer.animationKeys() == ["opacity"])
  }

  /// CALayer.h, "resizeSublayersWithOldSize:": frames follow the superlayer's size by their masks.
  @Test(arguments: [
    (CAAutoresizingMask.layerWidthSizable, CGRect(x: 10, y: 20, width: 150, height: 40)),
    (
      CAAutoresizingMask([.layerMinXMargin, .layerMaxXMargin, .layerHeightSizable]),
      CGRect(x: 60, y: 20, width: 50, height: 240)
    ),
    (CAAutoresizingMask(), CGRect(x: 10, y: 20, width: 50, height: 40)),
  ]) func `a sublayer grows as its mask says`(mask: CAAutoresizingMask, frame: CGRect) {
    let sublayer = CALayer()
    layer.bounds.size = CGSize(width: 100, height: 100)
    (sublayer.frame, sublayer.autoresizingMask) = (CGRect(x: 10, y: 20, width: 50, height: 40), mask)
    layer.addSublayer(sublayer)
    layer.bounds.size = CGSize(width: 200, height: 300)
    #expect(sublayer.frame == frame)
  }

  /// CALayer.h, "layoutManager": lays out, and says the preferred size.
  @Test func `a layout manager lays sublayers out`() {
    final class Column: CALayoutManager {
      var count = 0
      func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 9, height: 8) }
      func invalidateLayout(of layer: CALayer) { count += 1 }
      func layoutSublayers(of layer: CALayer) { layer.sublayers?.first?.frame = layer.bounds }
    }
    let (manager, sublayer) = (Column(), CALayer())
    layer.layoutManager = manager
    layer.addSublayer(sublayer)
    layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 20)
    layer.layoutIfNeeded()
    #expect(manager.count == 3 && sublayer.frame == layer.bounds)
    #expect(layer.preferredFrameSize() == CGSize(width: 9, height: 8))
  }

  /// CALayer.h, "initWithLayer:": a layer with the values of another.
  @Test func `a layer made of another has its values`() {
    let shape = CAShapeLayer()
    (shape.lineWidth, shape.opacity, shape.name) = (9, 0.5, "line")
    shape.setValue(1, forKey: "own")
    let copy = CAShapeLayer(layer: shape)
    #expect(copy.lineWidth == 9 && copy.opacity == 0.5 && copy.name == "line" && copy.value(forKey: "own") as? Int == 1)
  }

  /// CAScrollLayer.h: both axes by default; only as far as is needed, and along the mode's axes.
  @Test func `a scroll layer scrolls along its axes`() {
    let (scroller, content) = (CAScrollLayer(), CALayer())
    scroller.bounds = CGRect(x: 0, y: 0, width: 100, height: 80)
    content.frame = CGRect(x: 0, y: 0, width: 500, height: 400)
    scroller.addSublayer(content)
    #expect(scroller.scrollMode == .both && content.visibleRect == scroller.bounds)
    content.scroll(CGPoint(x: 50, y: 60))
    #expect(scroller.bounds.origin == CGPoint(x: 50, y: 60))
    #expect(content.visibleRect == CGRect(x: 50, y: 60, width: 100, height: 80))
    content.scrollRectToVisible(CGRect(x: 140, y: 70, width: 20, height: 10))
    #expect(scroller.bounds.origin == CGPoint(x: 60, y: 60))
    scroller.scrollMode = .horizontally
    scroller.scroll(to: CGPoint(x: 5, y: 5))
    #expect(scroller.bounds.origin == CGPoint(x: 5, y: 60))
    scroller.scroll(CGPoint(x: 1, y: 1))
    #expect(scroller.bounds.origin == CGPoint(x: 5, y: 60) && scroller.visibleRect == scroller.bounds)
  }

  /// CATransformLayer.h: it has no plane in which a point could be its own.
  @Test func `a transform layer is never hit itself`() {
    let (space, inside) = (CATransformLayer(), CALayer())
    space.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    inside.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
    space.addSublayer(inside)
    #expect(space.hitTest(CGPoint(x: 15, y: 15)) === inside && space.hitTest(CGPoint(x: 5, y: 5)) == nil)
  }
}
