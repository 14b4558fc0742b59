import EditingModel
import MediaFormats

/// A picture with alpha that layers are drawn on.
///
/// ```
///  layers ─┬─► colors times what is covered ─┐
///          │        (fine samples)           ├─► divided, rounded once ─► the picture: straight colors, alpha
///          └─► what is covered ──────────────┘
/// ```
///
/// Coverage is drawn as colors are, by the same masks and kernels, of samples that are all one: at the sites of luma,
/// and once more at those of chroma, where that is subsampled here or in a layer.
struct TranslucentCanvas {
  private let target: PixelBuffer
  private let layout: SampleLayout
  private let depth: SampleDepth
  /// The part of the picture that is drawn on, of whole chroma samples: all of it, or where layers lie.
  private var area: PixelRectangle

  /// The canvas that `target` is.
  ///
  /// - Throws: `invalidPictureFormat` where it cannot be drawn on.
  init(_ target: PixelBuffer) throws(CompositingError) {
    guard AffineCompositor.translucentFormats.contains(target.format), let layout = SampleLayout(target.format) else {
      throw CompositingError(
        .invalidPictureFormat, "Layers are drawn on \(target).",
        remedy: "Give it a picture in yuva420p, or in yuva420p10, yuva422p10 or yuva444p10.")
    }
    self.target = target
    self.layout = layout
    depth = SampleDepth(layout)
    area = PixelRectangle(x: 0, y: 0, width: target.width, height: target.height)
  }

  /// The background: the samples of Y, Cb and Cr of one color, and its alpha, 0…1.
  typealias Background = (color: (UInt16, UInt16, UInt16), alpha: Double)

  /// Draws `layers`, bottom to top, over `background`, or over what the picture shows: then what no layer covers stays as it
  /// is, also colors that are not seen.
  func draw(_ layers: [AffineLayer], over background: Background?) throws {
    if let background { return try draw(placed(layers), layers, over: background, keepsUnseen: false) }
    guard let covered = area(of: placed(layers)) else { return }
    var part = self
    part.area = covered
    // The target's present picture is the lowest layer.
    let all = [AffineLayer(picture: target, transform: .identity)] + layers
    try part.draw(part.placed(all), all, over: ((0, 0, 0), 0), keepsUnseen: true)
  }

  /// `layers` where they come to lie on the area.
  private func placed(_ layers: [AffineLayer]) -> [PlacedLayer] {
    layers.compactMap { layer in
      var moved = layer
      moved.transform = layer.transform.concatenating(.translation(x: -Double(area.x), y: -Double(area.y)))
      return PlacedLayer(
        moved, width: area.width, height: area.height, isOpaque: !layer.picture.format.hasAlpha)
    }
  }

  /// The pixels of the picture that `layers` come into, with those that share their chroma; nil for none.
  private func area(of layers: [PlacedLayer]) -> PixelRectangle? {
    let masks = layers.map(\.mask)
    guard let left = masks.map(\.columns.lowerBound).min(), let right = masks.map(\.columns.upperBound).max(),
      let top = masks.map(\.rows.lowerBound).min(), let bottom = masks.map(\.rows.upperBound).max()
    else { return nil }
    let chroma = layout.planes[1].sampling(width: target.width, height: target.height)
    let (columns, rows) = (
      chroma.columns(servingSomeOf: left..<right), chroma.rows(servingSomeOf: top..<bottom)
    )
    let (x, y) = (columns.lowerBound << chroma.widthShift, rows.lowerBound << chroma.heightShift)
    return PixelRectangle(
      x: x, y: y, width: min(target.width, columns.upperBound << chroma.widthShift) - x,
      height: min(target.height, rows.upperBound << chroma.heightShift) - y)
  }

  /// Draws `placed`, which are `layers`, over `background`; where nothing is seen, colors are the background's, or stay as
  /// they are.
  private func draw(
    _ placed: [PlacedLayer], _ layers: [AffineLayer], over background: Background, keepsUnseen: Bool
  ) throws {
    let colors = [background.color.0, background.color.1, background.color.2]
    let alpha = min(max(background.alpha, 0), 1)
    let hasOwnChroma =
      sampling(ofPlane: 1).isSubsampled || layers.contains { $0.picture.format.pixelsPerChroma != (1, 1) }
    let groups = hasOwnChroma ? [[0], [1, 2]] : [[0, 1, 2]]
    // All is drawn before anything is written: the picture may be a layer.
    let drawn = try groups.map { planes in
      (planes, try draw(placed, planes: planes, colors: planes.map { colors[$0] }, alpha: alpha))
    }
    for (planes, canvases) in drawn {
      for (number, plane) in planes.enumerated() {
        try write(
          canvases.colors[number], over: canvases.coverage, empty: keepsUnseen ? nil : colors[plane], toPlane: plane)
      }
    }
    if let luma = drawn.first?.1.coverage { try writeAlpha(luma) }
  }

  private func sampling(ofPlane plane: Int) -> PlaneSampling {
    layout.planes[plane].sampling(width: area.width, height: area.height)
  }

  /// The fine samples of `planes`, which lie alike, times what is covered, and what is covered.
  private func draw(
    _ layers: [PlacedLayer], planes: [Int], colors: [UInt16], alpha: Double
  ) throws -> (coverage: PixelBuffer, colors: [PixelBuffer]) {
    let sampling = sampling(ofPlane: planes[0])
    let masks = layers.map { sampling.isSubsampled ? $0.mask.averaged(over: sampling) : $0.mask }
    func fineCanvas(_ plane: Int, isUnit: Bool, background: UInt16) throws -> PixelBuffer {
      let canvas = PixelBuffer(
        format: target.format, width: sampling.width, height: sampling.height, pixelAspectRatio: .square,
        storage: PlainMemory(rowByteCount: 2 * sampling.width, height: sampling.height), isReadOnly: false)
      var placed = try zip(layers, masks).compactMap { layer, mask in
        try layer.plane(plane, on: sampling, mask: mask, isUnit: isUnit)
      }
      try AffineCompositor.draw(&placed, over: background, onPlane: 0, of: canvas, .fine)
      return canvas
    }
    func covered(_ fine: UInt16) -> UInt16 { UInt16((Double(fine) * alpha).rounded()) }
    return (
      try fineCanvas(planes[0], isUnit: true, background: covered(FineLine.one)),
      try zip(planes, colors).map { plane, color in
        try fineCanvas(plane, isUnit: false, background: covered(color << (16 - UInt16(layout.bitDepth))))
      }
    )
  }

  /// Writes the straight colors that `canvas` holds, times `coverage`; those of what is not covered are
  /// `empty`, or for nil what they were.
  private func write(
    _ canvas: PixelBuffer, over coverage: PixelBuffer, empty: UInt16?, toPlane plane: Int
  ) throws {
    let clear = empty.map { $0 << (16 - UInt16(layout.bitDepth)) }
    let largest = UInt32(depth.largest)
    let one = UInt32(FineLine.one)
    try eachRow(ofPlane: plane) { row, output in
      try canvas.withBytes(ofPlane: 0) { colors in
        try coverage.withBytes(ofPlane: 0) { shares in
          let colors = colors.extracting(canvas.planes[0].row(row))
          let shares = shares.extracting(coverage.planes[0].row(row))
          for index in 0..<min(output.count, colors.count / 2, shares.count / 2) {
            let share = SampleDepth.fine.sample(shares, at: 2 &* index)
            let color = SampleDepth.fine.sample(colors, at: 2 &* index)
            if share > 0 {
              output[index] = UInt16(truncatingIfNeeded: min(largest, (color &* one &+ share / 2) / share))
            } else if let clear {
              output[index] = clear
            }
          }
        }
      }
    }
  }

  /// Writes `coverage` as the picture's alpha.
  private func writeAlpha(_ coverage: PixelBuffer) throws {
    let one = UInt32(FineLine.one)
    let (opaque, unused) = (depth.opaque, UInt32(16 - layout.bitDepth))
    try eachRow(ofPlane: 3) { row, output in
      try coverage.withBytes(ofPlane: 0) { shares in
        let shares = shares.extracting(coverage.planes[0].row(row))
        for index in 0..<min(output.count, shares.count / 2) {
          let share = min(one, SampleDepth.fine.sample(shares, at: 2 &* index))
          output[index] = UInt16(truncatingIfNeeded: ((share &* opaque &+ one / 2) / one) << unused)
        }
      }
    }
  }

  /// Has `body` change the fine samples of each row of the area in plane `plane`, and writes them, rounded to nearest.
  private func eachRow(
    ofPlane plane: Int, _ body: (_ row: Int, _ output: inout MutableSpan<UInt16>) throws -> Void
  ) throws {
    let sampling = sampling(ofPlane: plane)
    let rows = target.planes[plane]
    var fine = [UInt16](repeating: 0, count: sampling.width)
    try target.withMutableBytes(ofPlane: plane) { output in
      for row in 0..<sampling.height {
        let start =
          rows.row((area.y >> sampling.heightShift) + row).lowerBound + (area.x >> sampling.widthShift) * depth.bytes
        var target = output._mutatingExtracting(start..<start + sampling.width * depth.bytes)
        var samples = fine.mutableSpan
        depth.read(target.span, step: depth.bytes, into: &samples)
        try body(row, &samples)
        depth.write(fine.span, to: &target)
      }
    }
  }
}
