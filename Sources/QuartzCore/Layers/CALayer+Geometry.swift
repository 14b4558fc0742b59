public import CoreGraphics

/// Points, rectangles and times of one layer in those of another, and which layer is at a point.
///
/// ```
///  layer's plane ─► flipped, where its geometry is ─► anchor point to the origin ─► transform ─► position ─► superlayer's plane
/// ```
///
/// Transforms count as far as they keep to the plane.
extension CALayer {
  /// The point of its own plane that `p` is, a point of `layer`'s; nil stands for the top of its tree (`convertPoint:fromLayer:`).
  public func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
    p.applying((layer?.mapToTop() ?? .identity).concatenating(mapToTop().inverted()))
  }
  /// The point of `layer`'s plane that `p` is, a point of its own (`convertPoint:toLayer:`).
  public func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint {
    p.applying(mapToTop().concatenating((layer?.mapToTop() ?? .identity).inverted()))
  }
  /// The smallest upright rectangle of its own plane around `r`, a rectangle of `layer`'s (`convertRect:fromLayer:`).
  public func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
    r.applying((layer?.mapToTop() ?? .identity).concatenating(mapToTop().inverted()))
  }
  /// The smallest upright rectangle of `layer`'s plane around `r`, a rectangle of its own (`convertRect:toLayer:`).
  public func convert(_ r: CGRect, to layer: CALayer?) -> CGRect {
    r.applying(mapToTop().concatenating((layer?.mapToTop() ?? .identity).inverted()))
  }

  /// The moment of its own time at which it is `t` in `layer`'s; nil stands for the time of the film (`convertTime:fromLayer:`).
  public func convertTime(_ t: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval {
    localTime(layer?.globalTime(t) ?? t)
  }
  /// The moment of `layer`'s time at which it is `t` in its own (`convertTime:toLayer:`).
  public func convertTime(_ t: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval {
    layer?.localTime(globalTime(t)) ?? globalTime(t)
  }

  /// The size that it would like to have: as its layout manager says, or else that of its bounds.
  public func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? bounds.size }

  /// The foremost of its layers, itself among them, that contains `p`, a point of its superlayer's plane; nil where none does. Hidden
  /// layers are passed over, and what a layer that masks to its bounds has outside of them.
  func foremost(at p: CGPoint) -> CALayer? {
    guard !isHidden else { return nil }
    let own = p.applying(mapToSuperlayer().inverted())
    let isInside = contains(own)
    if isInside || !masksToBounds {
      let inOrder = children.enumerated().sorted {
        ($0.element.zPosition, $0.offset) > ($1.element.zPosition, $1.offset)
      }
      for (_, child) in inOrder {
        if let found = child.hitTest(own) { return found }
      }
    }
    return isInside ? self : nil
  }

  /// The map from its plane into that of the top of its tree.
  private func mapToTop() -> CGAffineTransform {
    var map = CGAffineTransform.identity
    var layer: CALayer? = self
    while let next = layer {
      map = map.concatenating(next.mapToSuperlayer())
      layer = next.superlayer
    }
    return map
  }

  /// The map from its plane into that of its superlayer.
  private func mapToSuperlayer() -> CGAffineTransform {
    var map = CGAffineTransform.identity
    if isGeometryFlipped { map = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY) }
    let anchor = anchorInBounds
    map = map.concatenating(CGAffineTransform(translationX: -anchor.x, y: -anchor.y))
      .concatenating(affineTransform()).concatenating(CGAffineTransform(translationX: position.x, y: position.y))
    guard let superlayer else { return map }
    let common = CATransform3DGetAffineTransform(superlayer.sublayerTransform)
    guard !common.isIdentity else { return map }
    // The sublayers' transform is about the superlayer's anchor point.
    let center = superlayer.anchorInBounds
    return map.concatenating(CGAffineTransform(translationX: -center.x, y: -center.y)).concatenating(common)
      .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
  }

  private func localTime(_ global: CFTimeInterval) -> CFTimeInterval {
    let parent = superlayer?.localTime(global) ?? global
    return (parent - beginTime) * CFTimeInterval(speed) + timeOffset
  }

  private func globalTime(_ local: CFTimeInterval) -> CFTimeInterval {
    let parent = beginTime + (speed == 0 ? 0 : (local - timeOffset) / CFTimeInterval(speed))
    return superlayer?.globalTime(parent) ?? parent
  }
}
