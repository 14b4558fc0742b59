import EditingModel
import PlaneFilters

/// One component of a layer where it comes to lie on a plane of the output: draws rows of it.
struct PlacedPlane {
  /// The share of each of the output's samples that it covers.
  let mask: CoverageMask
  private let plane: LayerPlane
  /// The samples in memory of their own, where they cannot be taken as they lie in the picture.
  private let fine: FinePlane?
  /// The bits that the colors of fine samples are mixed as.
  private let fineDepth: Int
  /// The largest fine sample that mixing gives.
  private let largest: UInt16
  /// The offset at which the output's samples are the layer's.
  private let offset: IntegerOffset?
  /// Finds them along rows and columns.
  private var level: LevelSampler?
  /// Finds them in any direction; and the alphas, where there are any.
  private let turned: (colors: TurnedSampler, alphas: TurnedSampler?)?
  /// The layer's samples for the row being drawn.
  private var line: FineLine

  /// `plane`, cropped to `area`, under `map`, from the output's plane to the layer's.
  init(_ plane: LayerPlane, showing area: PlaneArea, through map: Transform, mask: CoverageMask) throws {
    self.plane = plane
    self.mask = mask
    line = FineLine(count: mask.columns.count, isOpaque: plane.isOpaque)
    fineDepth = plane.isOpaque ? 16 : 16 + FineLine.headroom
    largest = plane.isOpaque ? plane.depth.largest : .max
    offset = IntegerOffset(map, of: mask, in: area)
    guard offset == nil else {
      (fine, level, turned) = (nil, nil, nil)
      return
    }
    // A turn by right angles has no sine, but for what arithmetic leaves of it.
    let isLevel = abs(map.b) < Self.negligible && abs(map.c) < Self.negligible
    let across = Kernel(footprint: (map.a * map.a + map.c * map.c).squareRoot())
    let down = Kernel(footprint: (map.b * map.b + map.d * map.d).squareRoot())
    let needed = area.needed(
      for: mask, through: map, reach: (Double(across.taps + 2), Double(down.taps + 2)))
    var fine: FinePlane?
    if !plane.isPlain {
      try plane.withBytes { fine = FinePlane(needed, of: plane, samples: $0, alphas: $1) }
    }
    self.fine = fine
    let shown = fine?.area ?? area
    guard !isLevel else {
      level = LevelSampler(shown, through: map, columns: mask.columns)
      turned = nil
      return
    }
    level = nil
    let weights = (PhaseWeights(across), PhaseWeights(down))
    func sampler(_ samples: Span<some FixedWidthInteger & BitwiseCopyable>, _ grid: SampleGrid, depth: Int)
      -> TurnedSampler
    {
      TurnedSampler(
        shown, needed: needed, through: map, weights.0, weights.1, samples: samples, grid, depth: depth)
    }
    if let fine {
      turned = (
        sampler(fine.samples.colors.span, fine.grid, depth: fineDepth),
        plane.isOpaque ? nil : sampler(fine.samples.alphas.span, fine.grid, depth: 16)
      )
    } else {
      var colors: TurnedSampler?
      try plane.withBytes { samples, _ in
        colors = sampler(samples, plane.grid, depth: plane.depth.storedBits)
      }
      turned = colors.map { ($0, nil) }
    }
  }

  /// The shear of a map within the largest picture that moves nothing by a thousandth of a sample.
  private static let negligible = 1e-9

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
    // Where the first sample that is laid down stands in the line.
    var first = 0
    if let offset {
      let source = run.covered.lowerBound + offset.across..<run.covered.upperBound + offset.across
      if plane.isPlain, plane.depth == band.depth, run.isWhole, band.release(run.covered, ofRow: row) {
        let begin = plane.grid.index(column: source.lowerBound, row: row + offset.down)
        let bytes = plane.depth.bytes
        let from = samples.extracting(begin..<begin + source.count * bytes)
        var to = output._mutatingExtracting(
          start + run.covered.lowerBound * bytes..<start + run.covered.upperBound * bytes)
        for index in 0..<min(from.count, to.count) { to[index] = from[index] }
        return
      }
      plane.read(source, ofRow: row + offset.down, samples: samples, alphas: alphas, into: &line)
    } else if let turned {
      let (begin, count) = (run.covered.lowerBound, run.covered.count)
      turned.colors.sample(
        from: begin, ofRow: row, count: count, largest: largest, into: &line.colors)
      turned.alphas?.sample(from: begin, ofRow: row, count: count, largest: .max, into: &line.alphas)
    } else {
      // All columns of the mask are sampled; the covered ones begin here.
      first = run.covered.lowerBound - mask.columns.lowerBound
      let (depth, largest) = (fineDepth, largest)
      if let fine {
        level?.sample(
          row: row, fine.samples.colors.span, fine.grid, depth: depth, largest: largest,
          into: &line.colors)
        if !plane.isOpaque {
          level?.sample(
            row: row, fine.samples.alphas.span, fine.grid, depth: 16, largest: .max,
            into: &line.alphas)
        }
      } else {
        level?.sample(
          row: row, samples, plane.grid, depth: plane.depth.storedBits, largest: largest, into: &line.colors)
      }
    }
    if !plane.isOpaque, offset == nil {
      line.removeOvershoot(in: first..<first + run.covered.count, largest: plane.depth.largest)
    }
    band.composite(line, from: first, run: run, of: mask, onRow: row, output: &output, start: start)
  }
}
