public import CoreGraphics

/// Delegate of an animation, for its start and end (`CAAnimationDelegate`).
///
/// Films are rendered later, without a display meanwhile: their animations neither start nor end for the delegate. An
/// animation that is removed from its layer stops, unfinished.
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// The animation's time began: never called here.
  func animationDidStart(_ anim: CAAnimation)
  /// The animation's time is over, or it was removed from its layer, where it is not `finished`.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
