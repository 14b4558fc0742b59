import EditingModel

/// A layer, and where it comes to lie on the output.
struct PlacedLayer {
  /// How much it covers of each of the output's pixels.
  let mask: CoverageMask
  private let picture: PixelBuffer
  private let layout: SampleLayout
  private let isOpaque: Bool
  /// The part of the picture that is drawn, not empty.
  private let visible: Rectangle
  /// From the output's pixels to the picture's.
  private let inverse: Transform

  /// Places `layer` on an output of `width` by `height` pixels; nil where nothing of it can be seen.
  ///
  /// - Parameter isOpaque: whether its picture's alpha is taken for 1.
  init?(_ layer: AffineLayer, width: Int, height: Int, isOpaque: Bool) {
    guard layer.opacity > 0, let layout = SampleLayout(layer.picture.format),
      let inverse = layer.transform.inverted, let visible = layer.visible,
      let mask = CoverageMask(
        ConvexPolygon(visible, under: layer.transform), opacity: min(layer.opacity, 1), width: width,
        height: height)
    else { return nil }
    self.mask = mask
    self.visible = visible
    self.inverse = inverse
    self.layout = layout
    self.isOpaque = isOpaque
    picture = layer.picture
  }

  /// Component `component` where it comes to lie on a plane of the output whose samples lie as `target` says and of which
  /// `mask` is covered; nil where no number can say where it lies.
  func plane(_ component: Int, on target: PlaneSampling, mask: CoverageMask) throws -> PlacedPlane? {
    let plane = LayerPlane(component, of: picture, layout, isOpaque: isOpaque)
    let map = target.toPicture.concatenating(inverse).concatenating(plane.sampling.fromPicture)
    guard map.isFinite else { return nil }
    return try PlacedPlane(plane, showing: PlaneArea(showing: visible, of: plane.sampling), through: map, mask: mask)
  }
}

/// One component of a layer where it comes to lie on a plane of the output: draws rows of it.
struct PlacedPlane {
  /// How much it covers of each of the output's samples.
  let mask: CoverageMask
  private let plane: LayerPlane
  /// From the output's plane to the layer's, or to `scaled` where there is one.
  private let map: Transform
  /// The samples that may be shown.
  private let area: PlaneArea
  private let offset: WholeOffset?
  /// The samples where they cannot be taken as they lie in the picture.
  private let scaled: FinePlane?
  /// What the layer adds to the row being drawn.
  private var line: FineLine
  private var level: LevelSampler

  /// `plane`, of which `area` is shown, under `map`, from the output's plane to the layer's.
  init(_ plane: LayerPlane, showing area: PlaneArea, through map: Transform, mask: CoverageMask) throws {
    self.plane = plane
    self.mask = mask
    let average = AreaAverage(of: area, for: map)
    self.map = average.map { map.concatenating($0.placement) } ?? map
    var scaled: FinePlane?
    if let average {
      try plane.withBytes { scaled = average.averages(of: plane, samples: $0, alphas: $1) }
    } else if !plane.isOpaque, PlaneArea.place(map.b) != 0 {
      try plane.withBytes { scaled = FinePlane(area, of: plane, samples: $0, alphas: $1) }
    }
    self.scaled = scaled
    self.area = scaled?.area ?? area
    offset = WholeOffset(self.map, of: mask, in: self.area)
    line = FineLine(count: mask.columns.count, isOpaque: plane.isOpaque)
    level = LevelSampler(area: self.area, isOpaque: plane.isOpaque)
  }

  /// Whether it hides all `width` samples of `row`.
  func hides(row: Int, width: Int) -> Bool {
    let run = mask.run(ofRow: row)
    return plane.isOpaque && run.isWhole && run.covered == 0..<width
  }

  /// Draws the rows that it has in `band` on `output`, a plane whose rows lie as `layout` says, but for those that
  /// `isHidden` says are hidden by other layers.
  mutating func draw(
    on band: inout FineBand, skipping isHidden: (_ row: Int) -> Bool, output: inout MutableSpan<UInt8>,
    layout: PixelBuffer.Plane
  ) throws {
    let rows = mask.rows.clamped(to: band.rows)
    guard !rows.isEmpty else { return }
    if scaled != nil {
      let nothing: [UInt8] = []
      for row in rows where !isHidden(row) {
        draw(
          row, samples: nothing.span, alphas: nothing.span, on: &band, output: &output,
          start: layout.row(row).lowerBound)
      }
      return
    }
    try plane.withBytes { samples, alphas in
      for row in rows where !isHidden(row) {
        draw(row, samples: samples, alphas: alphas, on: &band, output: &output, start: layout.row(row).lowerBound)
      }
    }
  }

  /// Draws `row`, which begins at `start` in `output`.
  private mutating func draw(
    _ row: Int, samples: Span<UInt8>, alphas: Span<UInt8>, on band: inout FineBand, output: inout MutableSpan<UInt8>,
    start: Int
  ) {
    let run = mask.run(ofRow: row)
    guard !run.covered.isEmpty else { return }
    if let offset {
      let source = run.covered.lowerBound + offset.across..<run.covered.upperBound + offset.across
      if scaled == nil, plane.isOpaque, run.isWhole, plane.grid.columnStep == 1,
        band.release(run.covered, ofRow: row)
      {
        let first = plane.grid.index(column: source.lowerBound, row: row + offset.down)
        let from = samples.extracting(first..<first + source.count)
        var to = output._mutatingExtracting(start + run.covered.lowerBound..<start + run.covered.upperBound)
        for index in 0..<min(from.count, to.count) { to[index] = from[index] }
        return
      }
      Self.read(
        source, ofRow: row + offset.down, of: plane, scaled, samples: samples, alphas: alphas, into: &line)
    } else {
      let center = map.apply(to: Point(x: Double(run.covered.lowerBound) + 0.5, y: Double(row) + 0.5))
      let across = PlaneArea.place(center.x - 0.5)
      let down = PlaneArea.place(center.y - 0.5)
      let step = (across: PlaneArea.place(map.a), down: PlaneArea.place(map.b))
      if step.down == 0 {
        level.aim(from: across, step: step.across, count: run.covered.count)
        let plane = plane
        let scaled = scaled
        level.sample(down: down, into: &line) { row, columns, line in
          Self.read(columns, ofRow: row, of: plane, scaled, samples: samples, alphas: alphas, into: &line)
        }
      } else {
        sample(from: across, down, step: step, count: run.covered.count, samples: samples)
      }
    }
    band.lay(line, run: run, of: mask, onRow: row, output: &output, start: start)
  }

  /// Reads `columns` of `row` into the beginning of `line`: of `scaled` where there is one, else of `plane`.
  private static func read(
    _ columns: Range<Int>, ofRow row: Int, of plane: LayerPlane, _ scaled: FinePlane?, samples: Span<UInt8>,
    alphas: Span<UInt8>, into line: inout FineLine
  ) {
    if let scaled {
      scaled.read(columns, ofRow: row, into: &line)
    } else {
      plane.read(columns, ofRow: row, samples: samples, alphas: alphas, into: &line)
    }
  }

  /// Samples `count` places into `line`, from (`across`, `down`) on, `step` apart.
  private mutating func sample(
    from across: Int64, _ down: Int64, step: (across: Int64, down: Int64), count: Int, samples: Span<UInt8>
  ) {
    func sample<Sample: UnsignedInteger & FixedWidthInteger>(
      _ samples: Span<Sample>, _ grid: SampleGrid, into values: inout [UInt16]
    ) {
      var values = values.mutableSpan
      var (x, y) = (across, down)
      for index in 0..<min(count, values.count) {
        values[index] = area.taps(across: x, down: y, grid).value(in: samples)
        x &+= step.across
        y &+= step.down
      }
    }
    guard let scaled else { return sample(samples, plane.grid, into: &line.colors) }
    sample(scaled.samples.colors.span, scaled.grid, into: &line.colors)
    if !plane.isOpaque { sample(scaled.samples.alphas.span, scaled.grid, into: &line.alphas) }
  }
}
