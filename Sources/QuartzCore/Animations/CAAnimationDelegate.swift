public import CoreGraphics

/// Who is told of an animation's start and end (`CAAnimationDelegate`).
///
/// Films are made later, and nothing is seen meanwhile: an animation of theirs neither starts nor ends for its delegate. One that is removed
/// from its layer stops, unfinished.
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// Is told that the animation's time began: of none here.
  func animationDidStart(_ anim: CAAnimation)
  /// Is told that the animation's time is over, or that it was removed from its layer, where it is not `finished`.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
