import CoreGraphics
import Layers

/// Layers drawn once, as they stand, into bitmaps.
extension CALayer {
  /// Draws it and what is in it into `context`, its plane on the context's. What there is no memory for is not drawn.
  func renderTree(in context: CGContext) {
    prepare()
    var pictures: [LayerContents: CGImage] = [:]
    let making = LayerMaking(isStill: true) { image in
      let contents = LayerContents.pixelBuffer(name: "\(ObjectIdentifier(image).hashValue)")
      pictures[contents] = image
      return contents
    }
    if let layer = try? value(making, isUp: true, depth: 0) { context.draw(layer, showing: pictures) }
  }
}
