/// An animation of any kind that can be added to a layer (`CAAnimation` as a parameter).
public protocol LayerAnimating: Sendable {
  /// It, as one of the kinds.
  var layerAnimation: LayerAnimation { get }
}

extension LayerAnimation: LayerAnimating {
  /// Itself.
  public var layerAnimation: LayerAnimation { self }
}

extension BasicAnimation: LayerAnimating {
  /// It, as one of the kinds.
  public var layerAnimation: LayerAnimation { .basic(self) }
}

extension KeyframeAnimation: LayerAnimating {
  /// It, as one of the kinds.
  public var layerAnimation: LayerAnimation { .keyframe(self) }
}

extension SpringAnimation: LayerAnimating {
  /// It, as one of the kinds.
  public var layerAnimation: LayerAnimation { .spring(self) }
}

extension AnimationGroup: LayerAnimating {
  /// It, as one of the kinds.
  public var layerAnimation: LayerAnimation { .group(self) }
}

extension Transition: LayerAnimating {
  /// It, as one of the kinds.
  public var layerAnimation: LayerAnimation { .transition(self) }
}
