/// The upkeep of a layer's tree and animations.
extension CALayer {
  /// Puts `layer` at `index` of its sublayers, or the nearest place. A layer is never in itself: what would be so is left as it is.
  final func insert(_ layer: CALayer, at index: Int) {
    var above: CALayer? = self
    while let one = above {
      if one === layer { return }
      above = one.superlayer
    }
    layer.removeFromSuperlayer()
    children.insert(layer, at: min(max(0, index), children.count))
    layer.superlayer = self
    setNeedsLayout()
  }

  /// Removes those of its animations whose keys are meant, and tells their delegates.
  final func removeAnimations(_ isMeant: (String?) -> Bool) {
    let removed = animations.filter { isMeant($0.key) }
    animations.removeAll { isMeant($0.key) }
    for (_, animation) in removed { animation.delegate?.animationDidStop(animation, finished: false) }
  }
}
