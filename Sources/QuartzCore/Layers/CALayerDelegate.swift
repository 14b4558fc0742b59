public import CoreGraphics

/// Delegate of a layer: draws its picture, lays out its sublayers and gives its actions (`CALayerDelegate`). Methods
/// that a delegate lacks are left to the layer.
public protocol CALayerDelegate: NSObjectProtocol {
  /// Gives the layer its picture, instead of drawing it.
  func display(_ layer: CALayer)
  /// Draws the layer's picture.
  func draw(_ layer: CALayer, in ctx: CGContext)
  /// The layer's picture is about to be drawn; not called where the delegate draws it.
  func layerWillDraw(_ layer: CALayer)
  /// Lays its sublayers out.
  func layoutSublayers(of layer: CALayer)
  /// The action at `event`; nil to look further, `NSNull` for nothing.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
  /// Leaves it to the layer.
  public func display(_ layer: CALayer) { layer.hasDelegateDeclined = true }
  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Leaves it to the layer.
  public func layoutSublayers(of layer: CALayer) { layer.hasDelegateDeclined = true }
  /// Looks further.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// Who lays out the sublayers of layers (`CALayoutManager`).
public protocol CALayoutManager: AnyObject {
  /// The size that `layer` would like to have.
  func preferredSize(of layer: CALayer) -> CGSize
  /// The layout of `layer` has become invalid.
  func invalidateLayout(of layer: CALayer)
  /// Lays its sublayers out.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// As large as its bounds.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
  /// Does nothing.
  public func layoutSublayers(of layer: CALayer) {}
}
