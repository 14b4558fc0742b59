import EditingModel

/// Draws layers through affine maps, one over the other.
///
/// - A layer is sampled where the centre of each output sample comes from, every plane at its own siting, bilinearly
///   between the four nearest samples; where a step on the output takes more than two samples, those are averaged first,
///   so that nothing is missed. Beyond the crop its outermost samples are repeated, never mixed with what is cut off.
/// - A pixel is covered as much as its area lies inside the layer; a chroma sample as much as the pixels that share it
///   are on average. Alpha is multiplied into the samples before they are mixed.
/// - Layers are laid over one another (Porter and Duff's "over") with 8 bits more than a sample has; the result is rounded
///   once, to nearest.
///
/// So a layer at a whole offset (even, where chroma is subsampled) that is opaque is copied bit for bit.
public struct AffineCompositor: Sendable {
  /// A compositor; it holds nothing.
  public init() {}

  /// The picture of `layers`, bottom to top, over `background`: as large and as subsampled as that, whatever the
  /// layers' own sizes and subsampling.
  ///
  /// - Throws: what is wrong with a picture or a layer; the error counts the layer from the bottom.
  public func compose(_ layers: [AffineLayer], over background: PlanarPicture) throws(CompositingError)
    -> PlanarPicture
  {
    try layers.check(over: background)
    var canvas = Canvas(background)
    for layer in layers {
      PlacedLayer(layer, width: background.width, height: background.height)?.draw(on: &canvas)
    }
    return canvas.picture
  }
}
