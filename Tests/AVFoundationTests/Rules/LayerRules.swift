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
}
