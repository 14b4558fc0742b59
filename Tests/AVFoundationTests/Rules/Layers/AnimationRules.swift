import AVFoundation
import Testing

@Suite("Rules of animations")
struct AnimationRules {
  private func points(_ function: CAMediaTimingFunction) -> [[Float]] {
    [1, 2].map { index in
      var point: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &point)
      return point
    }
  }

  /// CAMediaTiming.h, "beginTime", "speed", "timeOffset", "repeatCount", "autoreverses", "fillMode".
  @Test func `a fresh animation runs once, forwards, at its own speed`() {
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(animation.beginTime == 0 && animation.speed == 1 && animation.timeOffset == 0)
    #expect(animation.repeatCount == 0 && animation.repeatDuration == 0 && !animation.autoreverses)
    #expect(animation.fillMode == .removed)
  }

  /// CAAnimation.h, "keyPath": the one it was made with.
  @Test func `an animation says its key path`() {
    #expect(CABasicAnimation(keyPath: "position").keyPath == "position" && CABasicAnimation().keyPath == nil)
  }

  /// CAAnimation.h, "additive", "cumulative": NO by default; "valueFunction": nil by default.
  @Test func `a fresh animation neither adds nor cumulates`() {
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(!animation.isAdditive && !animation.isCumulative && animation.valueFunction == nil)
  }

  /// CAAnimation.h, "fromValue", "toValue", "byValue": nil by default.
  @Test func `a fresh animation has no values`() {
    let animation = CABasicAnimation(keyPath: "opacity")
    #expect(animation.fromValue == nil && animation.toValue == nil && animation.byValue == nil)
  }

  /// CAAnimation.h, "calculationMode": linear by default; "values", "keyTimes", "rotationMode": nil by default.
  @Test func `fresh key frames are linear, and none`() {
    let animation = CAKeyframeAnimation(keyPath: "position")
    #expect(animation.calculationMode == .linear && animation.values == nil && animation.keyTimes == nil)
    #expect(animation.rotationMode == nil && animation.path == nil && animation.timingFunctions == nil)
  }

  /// CAAnimation.h, "animations": nil by default.
  @Test func `a fresh group is empty`() { #expect(CAAnimationGroup().animations == nil) }

  /// CAAnimation.h, "type": fade by default; "startProgress", "endProgress": 0 and 1 by default.
  @Test func `a fresh transition fades from beginning to end`() {
    let transition = CATransition()
    #expect(transition.type == .fade && transition.subtype == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
  }

  /// CAAnimation.h, "initialVelocity": 0 by default.
  @Test func `a fresh spring rests`() { #expect(CASpringAnimation(keyPath: "position").initialVelocity == 0) }

  /// NSCopying of CAAnimation: of the same class, with the same values.
  @Test func `a copy of an animation is of its class and says the same`() throws {
    let animation = CAKeyframeAnimation(keyPath: "opacity")
    (animation.duration, animation.repeatCount, animation.calculationMode) = (3, 2, .discrete)
    (animation.values, animation.isRemovedOnCompletion) = ([0, 1], false)
    let copy = try #require(animation.copy() as? CAKeyframeAnimation)
    #expect(copy !== animation && copy.keyPath == "opacity" && copy.duration == 3 && copy.repeatCount == 2)
    #expect(copy.calculationMode == .discrete && copy.values?.count == 2 && !copy.isRemovedOnCompletion)
  }

  /// CALayer.h, "addAnimation:forKey:": a duration that is given stays.
  @Test func `an animation with a duration of its own keeps it`() {
    let (layer, animation) = (CALayer(), CABasicAnimation(keyPath: "opacity"))
    animation.duration = 4
    layer.add(animation, forKey: "fade")
    #expect(layer.animation(forKey: "fade")?.duration == 4)
  }

  /// CALayer.h, "addAnimation:forKey:": the original is left as it is.
  @Test func `adding an animation does not change it`() {
    let (layer, animation) = (CALayer(), CABasicAnimation(keyPath: "opacity"))
    layer.add(animation, forKey: "fade")
    #expect(animation.duration == 0)
  }

  /// CAMediaTimingFunction.h, "kCAMediaTimingFunctionEaseIn": 0.42, 0 and 1, 1.
  @Test func `easing in begins slowly`() {
    #expect(points(CAMediaTimingFunction(name: .easeIn)) == [[0.42, 0], [1, 1]])
  }

  /// CAMediaTimingFunction.h, "kCAMediaTimingFunctionEaseOut": 0, 0 and 0.58, 1.
  @Test func `easing out ends slowly`() {
    #expect(points(CAMediaTimingFunction(name: .easeOut)) == [[0, 0], [0.58, 1]])
  }

  /// CAMediaTimingFunction.h, "kCAMediaTimingFunctionEaseInEaseOut": 0.42, 0 and 0.58, 1.
  @Test func `easing in and out does both`() {
    #expect(points(CAMediaTimingFunction(name: .easeInEaseOut)) == [[0.42, 0], [0.58, 1]])
  }

  /// CAMediaTimingFunction.h, "kCAMediaTimingFunctionDefault": 0.25, 0.1 and 0.25, 1.
  @Test func `the default pace is Core Animation's`() {
    #expect(points(CAMediaTimingFunction(name: .default)) == [[0.25, 0.1], [0.25, 1]])
  }

  /// CATransaction.h, "animationDuration": 1/4 s by default; "animationTimingFunction", "completionBlock": nil.
  @Test func `a fresh transaction animates for a quarter of a second`() {
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 0.25 && CATransaction.animationTimingFunction() == nil)
    #expect(!CATransaction.disableActions() && CATransaction.completionBlock() == nil)
    CATransaction.commit()
  }

  /// CATransaction.h, "valueForKey:": values are looked up in the transactions around.
  @Test func `an inner transaction sees the values of the outer one`() {
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 2)
    CATransaction.setAnimationDuration(5)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 2)
    CATransaction.commit()
  }

  /// CATransaction.h, "setCompletionBlock:": of the transaction in which it is set.
  @Test func `the block of an inner transaction is called when that one is committed`() {
    var calls: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { calls.append("outer") }
    CATransaction.begin()
    CATransaction.setCompletionBlock { calls.append("inner") }
    CATransaction.commit()
    CATransaction.commit()
    #expect(calls == ["inner", "outer"])
  }

  /// CATransform3D.h, "CATransform3DInvert": the matrix itself if it has no inverse.
  @Test func `a transform without an inverse is its own`() {
    let flat = CATransform3DMakeScale(0, 1, 1)
    #expect(CATransform3DEqualToTransform(CATransform3DInvert(flat), flat))
  }

  /// CATransform3D.h, "CATransform3DTranslate": translate by tx, ty, tz before t.
  @Test func `a translation comes before the transform that is there`() {
    let moved = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 4), 10, 10, 10)
    #expect(moved.m41 == 20 && moved.m42 == 30 && moved.m43 == 40)
  }

  /// CATransform3D.h, "CATransform3DConcat": a * b.
  @Test func `a transform that follows scales the translation before`() {
    let both = CATransform3DConcat(CATransform3DMakeTranslation(1, 2, 3), CATransform3DMakeScale(10, 10, 10))
    #expect(both.m41 == 10 && both.m42 == 20 && both.m43 == 30 && both.m11 == 10)
  }

  /// CATransform3D.h, "CATransform3DMakeAffineTransform", "CATransform3DGetAffineTransform".
  @Test func `an affine transform is the same after a way through space`() {
    let map = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(CATransform3DGetAffineTransform(CATransform3DMakeAffineTransform(map)) == map)
  }

  /// CAAnimation.h, "animationDidStop:finished:": also of one that is removed from its layer, which is not finished.
  @Test func `a delegate is called when its animation is removed`() {
    final class Listener: NSObject, CAAnimationDelegate {
      var stops: [Bool] = []
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stops.append(flag) }
    }
    let (listener, layer, animation) = (Listener(), CALayer(), CABasicAnimation(keyPath: "opacity"))
    animation.delegate = listener
    layer.add(animation, forKey: "fade")
    #expect(layer.animation(forKey: "fade")?.delegate === listener && listener.stops.isEmpty)
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
    #expect(listener.stops == [false])
    layer.add(animation, forKey: nil)
    layer.removeAllAnimations()
    #expect(listener.stops == [false, false])
  }

  /// CAAnimation.h, Key-Value Coding Extensions: a value for any key, which copies have as well.
  @Test func `an animation keeps a value for any key`() {
    let (layer, animation) = (CALayer(), CABasicAnimation(keyPath: "opacity"))
    animation.setValue("first", forKey: "id")
    animation.setValue(4, forKey: "duration")
    layer.add(animation, forKey: "fade")
    #expect(layer.animation(forKey: "fade")?.value(forKey: "id") as? String == "first" && animation.duration == 4)
    #expect(animation.value(forKey: "keyPath") as? String == "opacity" && animation.value(forKey: "path") == nil)
    #expect(CABasicAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
  }

  /// CAAnimation.h, "initWithPerceptualDuration:bounce:", "perceptualDuration", "bounce".
  @Test(arguments: [(0.5, 0.3), (2, 0), (0.25, -0.4), (1, 1)])
  func `a spring says how long it seems to take and how much it bounces`(duration: Double, bounce: Double) {
    let spring = CASpringAnimation(perceptualDuration: duration, bounce: CGFloat(bounce))
    #expect(abs(spring.perceptualDuration - duration) < 1e-9 && abs(Double(spring.bounce) - bounce) < 1e-9)
    #expect(spring.mass == 1 && spring.initialVelocity == 0)
  }

  /// CAAnimation.h: a spring as it begins, of mass 1, stiffness 100 and damping 10, is half as damped as it takes to stop swinging.
  @Test func `a fresh spring bounces by half`() {
    let spring = CASpringAnimation(keyPath: "opacity")
    #expect(abs(spring.bounce - 0.5) < 1e-9 && abs(spring.perceptualDuration - 2 * .pi / 10) < 1e-9)
  }
}
