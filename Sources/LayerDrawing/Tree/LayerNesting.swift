import Layers

/// The nesting of drawing a layer.
extension PresentationLayer {
  /// Whether there is nothing in it.
  var isLeaf: Bool { sublayers.isEmpty && instances.isEmpty }

  /// Whether anything in it throws a shadow.
  var containsShadow: Bool { parts.contains { $0.layer.hasShadow || $0.containsShadow } }

  /// Limit of the pictures that are kept at once while the layer is drawn: those of layers that are drawn by themselves
  /// first.
  var groupDepth: Int {
    let isWhole = layer.opacity < 1 || layer.blendMode != .normal || transition != nil
    // A layer takes one more picture beside its own for a mask, a transition, what is cut, a shadow and a contents' parts.
    let own =
      (isWhole ? 1 : 0) + (mask == nil ? 0 : 1) + (transition == nil ? 0 : 1) + (layer.masksToBounds ? 1 : 0)
      + (layer.hasShadow ? 3 : 0) + (layer.contents == nil ? 0 : 2)
    let others = parts + [mask, transition?.from].compactMap(\.self)
    return own + (others.map(\.groupDepth).max() ?? 0)
  }

  /// The layers in it.
  private var parts: [PresentationLayer] { sublayers + instances.flatMap(\.sublayers) }
}
