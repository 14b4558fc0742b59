import EditingModel
import PlaneFilters

/// Samples a plane of a layer where the map neither turns nor shears it: rows are mixed from top to bottom, then the mixture
/// is sampled from left to right, every row of the output at the same places.
struct LevelSampler {
  private let map: Transform
  private let down: Kernel
  private let places: RowPlaces
  private var rows: LevelRows
  private var levels: [Int16]
  /// The places down at which a kernel sees more than the outermost row.
  private let allowed: ClosedRange<Double>

  /// A sampler of the samples `area` through `map`, from the output's plane to the layer's, for the output's `columns`.
  init(_ area: PlaneArea, through map: Transform, columns: Range<Int>) {
    self.map = map
    let across = Kernel(footprint: abs(map.a))
    down = Kernel(footprint: abs(map.d))
    // Beyond these, a kernel sees but the outermost sample.
    let first = Double(area.columns.lowerBound) - 2 * across.stretch - 1
    let last = Double(area.columns.upperBound) + 2 * across.stretch
    let start = map.a * (Double(columns.lowerBound) + 0.5) + map.tx - 0.5
    let end = start + map.a * Double(columns.count - 1)
    let leftmost = min(max(min(start, end), first), last)
    let origin = Int(across.first(at: leftmost))
    places = RowPlaces(
      from: start, step: map.a, count: columns.count, allowed: first...last, kernel: across, origin: origin)
    rows = LevelRows(origin..<origin + places.reach, of: area)
    levels = Array(repeating: 0, count: places.reach)
    let highest = Double(area.rows.lowerBound) - 2 * down.stretch - 1
    let lowest = Double(area.rows.upperBound) + 2 * down.stretch
    allowed = highest...lowest
  }

  /// Samples `row` of the output into the beginning of `fine`: from the first column that the sampler was made for.
  mutating func sample(
    row: Int, _ source: Span<some FixedWidthInteger & BitwiseCopyable>, _ grid: SampleGrid, depth: Int, largest: UInt16,
    into fine: inout [UInt16]
  ) {
    let place = map.d * (Double(row) + 0.5) + map.ty - 0.5
    var mixture: [Int16] = []
    swap(&mixture, &levels)
    defer { swap(&mixture, &levels) }
    var levels = mixture.mutableSpan
    rows.mix(
      at: min(max(place, allowed.lowerBound), allowed.upperBound), down, samples: source, grid, depth: depth,
      into: &levels, from: 0)
    var samples = fine.mutableSpan
    PlaneFilter.sample(levels.span, at: places, largest: largest, into: &samples)
  }
}

/// Samples a plane of a layer through any map: around every place, samples are mixed both ways.
struct TurnedSampler {
  private let map: Transform
  private let across: PhaseWeights
  private let down: PhaseWeights
  private let stride: Int
  private let levels: [Int16]
  /// The column and the row of the plane at which the first level begins.
  private let origin: (column: Int, row: Int)
  private let last: PlaneLine.Place

  /// A sampler of the samples `area` of a plane, which lie in `samples` as `grid` says, through `map`, from the output's
  /// plane to the layer's, with the kernels `across` and `down`; what is read of it lies around `needed`.
  init(
    _ area: PlaneArea, needed: PlaneArea, through map: Transform, _ across: PhaseWeights, _ down: PhaseWeights,
    samples: Span<some FixedWidthInteger & BitwiseCopyable>, _ grid: SampleGrid, depth: Int
  ) {
    self.map = map
    self.across = across
    self.down = down
    let columns = needed.columns.lowerBound - across.taps - 1..<needed.columns.upperBound + across.taps + 1
    let rows = needed.rows.lowerBound - down.taps - 1..<needed.rows.upperBound + down.taps + 1
    origin = (columns.lowerBound, rows.lowerBound)
    stride = columns.count
    var levels = Array(repeating: Int16(0), count: columns.count * rows.count)
    var made = levels.mutableSpan
    var source = LevelRows(columns, of: area)
    for (number, row) in rows.enumerated() {
      source.copy(row, samples: samples, grid, depth: depth, into: &made, from: number * columns.count)
    }
    self.levels = levels
    last = (Int64(columns.count - across.taps - 1) << 32, Int64(rows.count - down.taps - 1) << 32)
  }

  /// Samples `count` columns of `row` of the output, from `first` on, into the beginning of `fine`.
  func sample(from first: Int, ofRow row: Int, count: Int, largest: UInt16, into fine: inout [UInt16]) {
    let place = map.apply(to: Point(x: Double(first) + 0.5, y: Double(row) + 0.5))
    var samples = fine.mutableSpan
    PlaneFilter.sample(
      levels.span, stride: stride,
      along: PlaneLine(
        from: (
          Self.fixed(place.x - 0.5 - Double(origin.column + across.lead)),
          Self.fixed(place.y - 0.5 - Double(origin.row + down.lead))
        ),
        step: (Self.fixed(map.a), Self.fixed(map.b)), upTo: last),
      count: count, across: across, down: down, largest: largest, into: &samples)
  }

  /// `samples` in fixed point with 32 fractional bits; beyond what any plane reaches, the nearest number that leaves room to
  /// count on.
  private static func fixed(_ samples: Double) -> Int64 {
    let reach = Double(1 << 30)
    return Int64((min(max(samples, -reach), reach) * Double(Int64(1) << 32)).rounded())
  }
}
