import MediaFormats

/// Draws layers through affine maps, one over the other.
///
/// - A layer is sampled where the center of each output sample comes from, every plane at its own siting, with a cubic
///   kernel that goes through the samples; where a step on the output takes more than one sample, the kernel is that much
///   wider, so that nothing is missed. Beyond the crop its outermost samples are repeated, never mixed with what is cut off.
/// - A pixel is covered as much as its area lies inside the layer; a chroma sample as much as the pixels that share it
///   are on average. Alpha is multiplied into the samples before they are mixed.
/// - Layers are laid over one another (Porter and Duff's "over") with 16 bits a sample; the result is rounded once, to
///   nearest.
///
/// So a layer at a whole offset (even, where chroma is subsampled) that is opaque is copied bit for bit, and what is done to
/// a layer changes steadily with its place and its size.
///
/// On a picture with alpha, colors are mixed by how much each layer covers and then divided by what all of them cover, so
/// that they are straight; where nothing is covered, they are the background's.
///
/// Sources are read where they lie, and only samples that some layer covers are computed.
public struct AffineCompositor: Sendable {
  /// Rows that are drawn at a time.
  private static let bandHeight = 16

  /// The formats of a canvas.
  static let formats: [PixelBuffer.Format] = [
    .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10,
  ]

  /// The formats of a canvas with alpha.
  static let translucentFormats: [PixelBuffer.Format] = [.yuva420p, .yuva420p10, .yuva422p10, .yuva444p10]

  /// A compositor; it holds nothing.
  public init() {}

  /// Draws `layers`, bottom to top, over the contents of `target`, or over the color `background` with the opacity
  /// `backgroundAlpha`, 0…1, where `target` has alpha.
  ///
  /// - Parameters:
  ///   - layers: pictures of any size and subsampling; RGB only where `target` is.
  ///   - background: the samples of Y, Cb and Cr of what lies beneath, of as many bits as `target`'s; nil for what `target`
  ///     shows.
  ///   - target: what is drawn on: `yuv420p`, `yuv422p` or `yuv444p`, of 8 bits or 10, or one of those with alpha, and no
  ///     layer's picture.
  /// - Throws: `CompositingError` for what is wrong with a layer, which it counts from the bottom, or with `target`; and
  ///   as `PixelBuffer` does.
  public func draw(
    _ layers: [AffineLayer], over background: (UInt16, UInt16, UInt16)? = nil, backgroundAlpha: Double = 1,
    on target: PixelBuffer
  ) throws {
    try CompositingError.locating(in: layers) { layer throws(CompositingError) in
      guard !layer.picture.format.isRGB else {
        throw CompositingError(
          .invalidPictureFormat, "A layer in \(layer.picture.format.rawValue) is drawn on \(target).",
          remedy: "Convert it first.")
      }
    }
    guard target.format.hasAlpha else { return try drawComponents(of: layers, over: background, on: target) }
    try CompositingError.locating(in: layers) { layer throws(CompositingError) in try layer.check() }
    try TranslucentCanvas(target).draw(layers, over: background.map { ($0, backgroundAlpha) })
  }

  /// The same, component by component, whatever they mean.
  func drawComponents(
    of layers: [AffineLayer], over background: (UInt16, UInt16, UInt16)?, on target: PixelBuffer
  ) throws {
    let layout = try Self.layout(of: target)
    try CompositingError.locating(in: layers) { layer throws(CompositingError) in try layer.check() }
    let placed = layers.compactMap { layer in
      PlacedLayer(layer, width: target.width, height: target.height, isOpaque: !layer.picture.format.hasAlpha)
    }
    let chroma = layout.planes[1].sampling(width: target.width, height: target.height)
    let chromaMasks = placed.map { $0.mask.averaged(over: chroma) }
    let colors = background.map { [$0.0, $0.1, $0.2] }
    for plane in 0..<3 {
      let sampling = layout.planes[plane].sampling(width: target.width, height: target.height)
      var planes = try zip(placed, chromaMasks).compactMap { layer, chromaMask in
        try layer.plane(plane, on: sampling, mask: plane == 0 ? layer.mask : chromaMask)
      }
      try Self.draw(&planes, over: colors?[plane], onPlane: plane, of: target, SampleDepth(layout))
    }
  }

  /// Draws `layers`, bottom to top, over what plane `plane` of `target` shows, or over `background`.
  static func draw(
    _ layers: inout [PlacedPlane], over background: UInt16?, onPlane plane: Int, of target: PixelBuffer,
    _ depth: SampleDepth
  ) throws {
    let layout = target.planes[plane]
    let width = layout.rowByteCount / depth.bytes
    try target.withMutableBytes(ofPlane: plane) { output in
      var band = FineBand(width: width, rowCount: bandHeight, depth: depth)
      for start in stride(from: 0, to: layout.height, by: bandHeight) {
        let rows = start..<min(start + bandHeight, layout.height)
        band.begin(rows)
        // On each row, the topmost layer that hides all beneath it.
        let lowest = rows.map { row in layers.lastIndex { $0.hides(row: row, width: width) } }
        for row in rows where lowest[row - start] == nil {
          guard let background else { break }
          var samples = output._mutatingExtracting(layout.row(row))
          depth.fill(&samples, with: background)
        }
        for index in layers.indices {
          try layers[index].draw(
            on: &band, skipping: { index < lowest[$0 - start] ?? 0 }, output: &output, layout: layout)
        }
        band.end(output: &output) { layout.row($0).lowerBound }
      }
    }
  }

  /// The layout of `target`, if it can be drawn on.
  private static func layout(of target: PixelBuffer) throws(CompositingError) -> SampleLayout {
    guard formats.contains(target.format), let layout = SampleLayout(target.format) else {
      throw CompositingError(
        .invalidPictureFormat, "Layers are drawn on \(target).",
        remedy: "Give it a picture in yuv420p, yuv422p or yuv444p, of 8 bits or 10.")
    }
    return layout
  }
}
