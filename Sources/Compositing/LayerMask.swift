import EditingModel

/// What one layer shows, by itself: the part of the output that it covers, as ``AffineCompositor`` draws it on nothing.
package struct LayerMask: Hashable, Sendable {
  /// The columns of the output that it comes into.
  package let columns: Range<Int>
  /// The rows of the output that it comes into.
  package let rows: Range<Int>
  /// The three components, multiplied by the alpha and none subsampled: row by row of `columns.count` samples.
  package let components: [[UInt8]]
  /// How much it covers of each pixel, times its own alpha.
  package let alphas: [UInt8]

  /// What `layer` shows on an output of `width` by `height`; nil where it covers nothing.
  ///
  /// - Throws: `CompositingError` where the picture is not what it says, or the layer's numbers are out of reach.
  package init?(of layer: AffineLayer, width: Int, height: Int) throws(CompositingError) {
    try layer.check()
    guard let mask = PlacedLayer(layer, width: width, height: height)?.mask else { return nil }
    (columns, rows) = (mask.columns, mask.rows)
    var layer = layer
    layer.transform = layer.transform
      .concatenating(.translation(x: -Double(columns.lowerBound), y: -Double(rows.lowerBound)))
    let nothing = Canvas(
      try PlanarPicture(
        filledWith: (0, 0, 0), width: columns.count, height: rows.count, chromaWidthShift: 0, chromaHeightShift: 0))
    var canvas = nothing
    PlacedLayer(layer, width: columns.count, height: rows.count)?.draw(on: &canvas)
    components = canvas.picture.planes
    guard layer.picture.hasAlpha else {
      alphas = mask.shares.map { UInt8(truncatingIfNeeded: (UInt32($0) &* 255 &+ Share.half) >> Share.bits) }
      return
    }
    // An alpha is sampled and covers as the samples of an opaque plane do.
    layer.picture.planes = Array(repeating: layer.picture.planes[3], count: 3)
    canvas = nothing
    PlacedLayer(layer, width: columns.count, height: rows.count)?.drawFirstPlane(on: &canvas)
    alphas = canvas.picture.planes[0]
  }
}
