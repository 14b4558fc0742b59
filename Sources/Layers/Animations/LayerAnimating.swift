/// An animation of any kind that can be added to a layer (`CAAnimation` as a parameter).
public protocol LayerAnimating: Sendable {
  /// The animation as a `LayerAnimation`.
  var layerAnimation: LayerAnimation { get }
}

extension LayerAnimation: LayerAnimating {
  /// Itself.
  public var layerAnimation: LayerAnimation { self }
}

extension BasicAnimation: LayerAnimating {
  /// The animation as a `LayerAnimation`.
  public var layerAnimation: LayerAnimation { .basic(self) }
}

extension KeyframeAnimation: LayerAnimating {
  /// The animation as a `LayerAnimation`.
  public var layerAnimation: LayerAnimation { .keyframe(self) }
}

extension SpringAnimation: LayerAnimating {
  /// The animation as a `LayerAnimation`.
  public var layerAnimation: LayerAnimation { .spring(self) }
}

extension AnimationGroup: LayerAnimating {
  /// The animation as a `LayerAnimation`.
  public var layerAnimation: LayerAnimation { .group(self) }
}

extension Transition: LayerAnimating {
  /// The animation as a `LayerAnimation`.
  public var layerAnimation: LayerAnimation { .transition(self) }
}
