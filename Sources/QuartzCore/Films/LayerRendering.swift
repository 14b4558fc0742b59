import CoreGraphics
import Layers

/// Layers drawn once, as they stand, into bitmaps.
extension CALayer {
  /// Draws it and its sublayers into `context`, its plane on the context's. Parts without memory for them are not
  /// drawn.
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
