/// The layers in it, and its animations.
extension CALayer {
  /// The layers in it, of which a later one is over an earlier one; nil where there are none.
  public var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set {
      for child in children { child.superlayer = nil }
      children = []
      for child in newValue ?? [] { addSublayer(child) }
    }
  }

  /// Puts `layer` over those that are in it; takes it out of where it was.
  public func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  /// Puts `layer` at `idx` of its sublayers.
  public func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Puts `layer` below `sibling`; below all where that is nil, or none of its sublayers.
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    if layer !== sibling { layer.removeFromSuperlayer() }
    insert(layer, at: children.firstIndex { $0 === sibling } ?? 0)
  }

  /// Puts `layer` above `sibling`; above all where that is nil, or none of its sublayers.
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    if layer !== sibling { layer.removeFromSuperlayer() }
    insert(layer, at: children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count)
  }

  /// Puts `newLayer` where `oldLayer` is.
  public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, let index = children.firstIndex(where: { $0 === oldLayer }) else { return }
    newLayer.removeFromSuperlayer()
    insert(newLayer, at: children.firstIndex { $0 === oldLayer } ?? index)
    oldLayer.removeFromSuperlayer()
  }

  /// Takes it out of its superlayer.
  public func removeFromSuperlayer() {
    superlayer?.children.removeAll { $0 === self }
    superlayer = nil
  }

  /// A layer is never in itself: what would be so is left as it is.
  private func insert(_ layer: CALayer, at index: Int) {
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

  /// Adds a copy of `anim`, which takes the place of that with the same `key`. One whose duration is 0 lasts as long as the
  /// transaction says.
  public func add(_ anim: CAAnimation, forKey key: String?) {
    guard let copy = anim.copy() as? CAAnimation else { return }
    if copy.duration == 0 { copy.duration = CATransaction.animationDuration() }
    if let key { removeAnimation(forKey: key) }
    animations.append((key, copy))
  }

  /// The animation with the key `key`.
  public func animation(forKey key: String) -> CAAnimation? { animations.first { $0.key == key }?.animation }

  /// The keys of its animations; nil where it has none.
  public func animationKeys() -> [String]? {
    let keys = animations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Removes the animation with the key `key`, and tells its delegate.
  public func removeAnimation(forKey key: String) { removeAnimations { $0 == key } }

  /// Removes all animations, and tells their delegates.
  public func removeAllAnimations() { removeAnimations { _ in true } }

  private func removeAnimations(_ isMeant: (String?) -> Bool) {
    let removed = animations.filter { isMeant($0.key) }
    animations.removeAll { isMeant($0.key) }
    for (_, animation) in removed { animation.delegate?.animationDidStop(animation, finished: false) }
  }
}
