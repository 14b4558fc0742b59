public import CoreGraphics
import Layers

/// A layer that has no plane, so that what is in it stands in the space that it stands in, and turns with it (`CATransformLayer`).
///
/// Of the layer itself nothing is drawn, no mask and no shadow; its opacity is that of each layer in it. Layers that would cut through each
/// other are drawn whole, the one whose middle is nearer over the other.
open class CATransformLayer: CALayer {
  /// The foremost of the layers in it that contains `p`, a point of its superlayer's plane; never itself, as it has no plane.
  open override func hitTest(_ p: CGPoint) -> CALayer? {
    let found = super.hitTest(p)
    return found === self ? nil : found
  }

  override var preservesSublayerDepth: Bool { true }
  override class func standard() -> CALayer { CATransformLayer() }
}
