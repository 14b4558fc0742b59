/// Core Animation's verbs: each changes ``Layer/sublayers`` or ``Layer/animations``, which can also be set as they are.
extension Layer {
  /// Adds `layer` over those that are in it (`addSublayer(_:)`). It is a value: what is done to `layer` later changes nothing here.
  public mutating func addSublayer(_ layer: Layer) {
    sublayers.append(layer)
  }

  /// Adds `animation`, which takes the place of that with the same `key`; nil is no key, and takes none's (`add(_:forKey:)`).
  public mutating func add(_ animation: some LayerAnimating, forKey key: String?) {
    var animation = animation.layerAnimation
    animation.timing.key = key
    if let key { removeAnimation(forKey: key) }
    animations.append(animation)
  }

  /// The animation with the key `key`; nil where there is none (`animation(forKey:)`).
  public func animation(forKey key: String) -> LayerAnimation? {
    animations.first { $0.timing.key == key }
  }

  /// The keys of the animations that have one, in their order (`animationKeys()`).
  public var animationKeys: [String] { animations.compactMap(\.timing.key) }

  /// Removes the animation with the key `key`, if there is one (`removeAnimation(forKey:)`).
  public mutating func removeAnimation(forKey key: String) {
    animations.removeAll { $0.timing.key == key }
  }

  /// Removes all animations (`removeAllAnimations()`).
  public mutating func removeAllAnimations() {
    animations = []
  }
}
