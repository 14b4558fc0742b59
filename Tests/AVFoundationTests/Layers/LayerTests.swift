import AVFoundation
import Synchronization
import TestSupport
import Testing

@Suite("Core Animation's objects")
struct LayerTests {
  @Test func `fresh layers are as Core Animation's are`() {
    let layer = CALayer()
    #expect(layer.bounds == .zero && layer.anchorPoint == CGPoint(x: 0.5, y: 0.5) && layer.opacity == 1)
    #expect(layer.sublayers == nil && layer.superlayer == nil && layer.animationKeys() == nil)
    #expect(layer.duration == .infinity && layer.speed == 1 && layer.fillMode == .removed)
    #expect(layer.contentsGravity == .resize && layer.shadowOffset == CGSize(width: 0, height: -3))
    #expect(layer.shadowOpacity == 0 && layer.shadowRadius == 3 && layer.borderWidth == 0 && layer.mask == nil)
    #expect(CATextLayer().fontSize == 36 && CATextLayer().alignmentMode == .natural && !CATextLayer().isWrapped)
    let shape = CAShapeLayer()
    #expect(shape.fillColor == .black && shape.strokeColor == nil && shape.lineWidth == 1 && shape.strokeEnd == 1)
    let gradient = CAGradientLayer()
    #expect(gradient.startPoint == CGPoint(x: 0.5, y: 0) && gradient.endPoint == CGPoint(x: 0.5, y: 1))
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(animation.duration == 0 && animation.isRemovedOnCompletion && animation.timingFunction == nil)
    let spring = CASpringAnimation(keyPath: "opacity")
    #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10 && spring.settlingDuration > 1)
  }

  @Test func `a frame follows from bounds, position, anchor and transform`() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.position == CGPoint(x: 60, y: 45) && layer.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    layer.anchorPoint = .zero
    #expect(layer.frame == CGRect(x: 60, y: 45, width: 100, height: 50))
    layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
    #expect(layer.frame == CGRect(x: 60, y: 45, width: 200, height: 100))
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(layer.bounds.size == CGSize(width: 20, height: 10) && layer.position == .zero)
  }

  @Test func `a layer is in one place`() {
    let (first, second, child, other) = (CALayer(), CALayer(), CALayer(), CALayer())
    first.addSublayer(child)
    first.insertSublayer(other, below: child)
    #expect(first.sublayers == [other, child] && child.superlayer === first)
    first.insertSublayer(other, above: child)
    #expect(first.sublayers == [child, other])
    second.addSublayer(child)
    #expect(first.sublayers == [other] && child.superlayer === second)
    second.insertSublayer(other, at: 0)
    #expect(first.sublayers == nil && second.sublayers == [other, child])
    let third = CALayer()
    second.replaceSublayer(child, with: third)
    #expect(second.sublayers == [other, third] && child.superlayer == nil)
    third.removeFromSuperlayer()
    #expect(second.sublayers == [other])
    // Never within itself.
    other.addSublayer(second)
    #expect(other.sublayers == nil && second.superlayer == nil)
    second.sublayers = [first]
    #expect(second.sublayers == [first] && other.superlayer == nil)
  }

  @Test func `what is added is a copy, under its key`() {
    let layer = CALayer()
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.toValue = 0.5
    layer.add(fade, forKey: "fade")
    fade.toValue = 0.1
    let kept = layer.animation(forKey: "fade") as? CABasicAnimation
    #expect(kept !== fade && kept?.toValue as? Double == 0.5 && kept?.keyPath == "opacity")
    #expect(kept?.duration == 0.25)
    layer.add(CATransition(), forKey: "fade")
    #expect(layer.animationKeys() == ["fade"] && layer.animation(forKey: "fade") is CATransition)
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setDisableActions(true)
    #expect(CATransaction.disableActions() && CATransaction.animationDuration() == 2)
    layer.add(CAAnimationGroup(), forKey: "group")
    CATransaction.commit()
    #expect(layer.animation(forKey: "group")?.duration == 2 && CATransaction.animationDuration() == 0.25)
    layer.removeAnimation(forKey: "fade")
    #expect(layer.animationKeys() == ["group"])
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil)
  }

  @Test func `a transaction is the thread's own, and calls when it is committed`() {
    let before = CATransaction.animationDuration()
    var calls = 0
    CATransaction.begin()
    CATransaction.setAnimationDuration(9)
    CATransaction.setCompletionBlock { calls += 1 }
    #expect(CATransaction.animationDuration() == 9 && calls == 0)
    let other = Answer()
    Thread.detachNewThread { other.give(CATransaction.animationDuration()) }
    #expect(Poll.until { other.value == 0.25 })
    CATransaction.commit()
    #expect(calls == 1 && CATransaction.animationDuration() == before)
  }

  @Test func `maps of space are put together as Core Animation's`() {
    let turned = CATransform3DRotate(CATransform3DMakeTranslation(5, 6, 0), .pi / 2, 0, 0, 1)
    let flat = CATransform3DGetAffineTransform(turned)
    let point = CGPoint(x: 1, y: 0).applying(flat)
    #expect(abs(point.x - 5) < 1e-9 && abs(point.y - 7) < 1e-9 && CATransform3DIsAffine(turned))
    #expect(
      CATransform3DIsIdentity(
        CATransform3DConcat(CATransform3DMakeScale(2, 4, 1), CATransform3DMakeScale(0.5, 0.25, 1))))
    #expect(CATransform3DInvert(CATransform3DMakeScale(2, 4, 1)).m22 == 0.25)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    #expect(!CATransform3DIsAffine(perspective))
    let box = NSValue(caTransform3D: perspective)
    #expect(box.caTransform3DValue == perspective && box.cgPointValue == .zero)
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
    #expect(NSValue(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)).cgRectValue.maxX == 4)
    #expect(NSValue(cgSize: CGSize(width: 1, height: 2)).caTransform3DValue == CATransform3DIdentity)
  }

  @Test func `paths are drawn step by step`() {
    let path = CGMutablePath()
    #expect(path.isEmpty && path.boundingBox.isNull && path.currentPoint == .zero)
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: 5, y: 1))
    path.addArc(center: CGPoint(x: 5, y: 3), radius: 2, startAngle: -.pi / 2, endAngle: .pi / 2, clockwise: false)
    #expect(abs(path.currentPoint.x - 5) < 1e-9 && abs(path.currentPoint.y - 5) < 1e-9)
    path.closeSubpath()
    #expect(path.currentPoint == CGPoint(x: 1, y: 1) && abs(path.boundingBox.maxX - 7) < 0.2)
    let copy = path.copy()
    path.addRect(CGRect(x: 0, y: 0, width: 9, height: 9))
    #expect(copy != path && path.boundingBox.width == 9)
    let rounded = CGPath(
      roundedRect: CGRect(x: 0, y: 0, width: 40, height: 20), cornerWidth: 99, cornerHeight: 5, transform: nil)
    #expect(rounded.boundingBox == CGRect(x: 0, y: 0, width: 40, height: 20))
    var map = CGAffineTransform(translationX: 10, y: 0)
    #expect(CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 4, height: 4), transform: &map).boundingBox.minX == 10)
  }
}

/// What another thread says.
private final class Answer: Sendable {
  private let state = Mutex(0.0)
  var value: Double { state.withLock { $0 } }
  func give(_ value: Double) { state.withLock { $0 = value } }
}
