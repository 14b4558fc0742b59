import EditingModel
import MediaFormats

/// The mask of one layer by itself: the part of the output that it covers, as ``AffineCompositor`` draws it on nothing.
package struct LayerMask: Hashable, Sendable {
  /// The columns of the output that it comes into.
  package let columns: Range<Int>
  /// The rows of the output that it comes into.
  package let rows: Range<Int>
  /// The three components, multiplied by the alpha and none subsampled: row by row of `columns.count` samples.
  package let components: [[UInt8]]
  /// The share of each pixel that it covers, times its own alpha.
  package let alphas: [UInt8]

  /// The mask of `layer` on an output of `width` by `height`; nil where it covers nothing.
  ///
  /// - Throws: `CompositingError` where the picture's format or the layer's numbers cannot be drawn, and as `PixelBuffer`
  ///   does.
  package init?(of layer: AffineLayer, width: Int, height: Int) throws {
    try layer.check()
    let isOpaque = try !layer.picture.hasTranslucentPixels()
    guard let mask = PlacedLayer(layer, width: width, height: height, isOpaque: isOpaque)?.mask else { return nil }
    (columns, rows) = (mask.columns, mask.rows)
    var layer = layer
    layer.transform = layer.transform
      .concatenating(.translation(x: -Double(columns.lowerBound), y: -Double(rows.lowerBound)))
    let canvas = try PixelBuffer(format: .yuv444p, width: columns.count, height: rows.count)
    let placed = PlacedLayer(layer, width: canvas.width, height: canvas.height, isOpaque: isOpaque)
    components = try (0..<3).map { try Self.samples(ofComponent: $0, of: placed, on: canvas) }
    guard !isOpaque else {
      alphas = mask.rows.flatMap { row in
        let run = mask.run(ofRow: row)
        return mask.columns.map { column in
          UInt8(truncatingIfNeeded: (UInt32(mask.share(at: column, in: run)) &* 255 &+ Share.half) >> Share.bits)
        }
      }
      return
    }
    // An alpha is sampled and covers as the samples of an opaque plane do.
    let opaque = PlacedLayer(layer, width: canvas.width, height: canvas.height, isOpaque: true)
    alphas = try Self.samples(ofComponent: 3, of: opaque, on: canvas)
  }

  /// The samples that component `component` of `layer` adds to a plane of zeros as large as `canvas`, which is overwritten.
  private static func samples(ofComponent component: Int, of layer: PlacedLayer?, on canvas: PixelBuffer) throws
    -> [UInt8]
  {
    let sampling = PlaneSampling(
      pictureWidth: canvas.width, pictureHeight: canvas.height, widthShift: 0, heightShift: 0)
    guard let depth = SampleLayout(canvas.format).map(SampleDepth.init) else { return [] }
    var planes: [PlacedPlane] = []
    if let layer, let plane = try layer.plane(component, on: sampling, mask: layer.mask) { planes = [plane] }
    try AffineCompositor.draw(&planes, over: 0, onPlane: 0, of: canvas, depth)
    return try canvas.withBytes(ofPlane: 0) { bytes in
      (0..<canvas.height).flatMap { row in canvas.planes[0].row(row).map { bytes[$0] } }
    }
  }
}

extension PixelBuffer {
  /// Whether some alpha, in samples of eight bits, is less than 255.
  fileprivate func hasTranslucentPixels() throws -> Bool {
    guard format.hasAlpha, let place = SampleLayout(format)?.place(ofComponent: 3) else { return false }
    return try withBytes(ofPlane: place.plane) { bytes in
      var least: UInt8 = 255
      for row in 0..<height {
        let samples = bytes.extracting(planes[place.plane].row(row))
        for index in stride(from: place.first, to: samples.count, by: place.step) { least = min(least, samples[index]) }
      }
      return least < 255
    }
  }
}
