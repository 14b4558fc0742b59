import PlaneFilters

/// Mixes rows of a plane and repeats the outermost samples on either side: what a filter along the row reads.
struct LevelRows {
  /// The samples that there are.
  private let area: PlaneArea
  /// The columns that are made, perhaps beyond `area`.
  let columns: Range<Int>
  /// The existing rows among them.
  private let inner: Range<Int>
  private var starts: [Int] = []
  private var weights: [Int16] = []

  /// Rows of `columns`, made of the samples `area`.
  init(_ columns: Range<Int>, of area: PlaneArea) {
    self.area = area
    self.columns = columns
    // One sample at least, which is repeated if no other is asked for.
    let first = min(max(columns.lowerBound, area.columns.lowerBound), area.columns.upperBound - 1)
    inner = first..<max(first + 1, min(columns.upperBound, area.columns.upperBound))
  }

  /// Mixes the rows around `place` as `kernel` weighs them to `levels[start..<start + columns.count]`; `samples` lie as `grid`
  /// says, with `depth` bits.
  mutating func mix(
    at place: Double, _ kernel: Kernel, samples: Span<some FixedWidthInteger & BitwiseCopyable>, _ grid: SampleGrid,
    depth: Int,
    into levels: inout MutableSpan<Int16>, from start: Int
  ) {
    let first = kernel.first(at: place)
    let taps = (kernel.taps + 1) / 2 * 2
    if weights.count != taps {
      weights = Array(repeating: 0, count: taps)
      starts = Array(repeating: 0, count: taps)
    }
    var room = weights.mutableSpan
    kernel.write(at: place, first: first, into: &room, from: 0, room: taps)
    let number = Int(first)
    for tap in 0..<taps { setStart(tap, toRow: number + tap, grid) }
    mix(samples, depth: depth, into: &levels, from: start)
  }

  /// Makes the levels of `row` alone.
  mutating func copy(
    _ row: Int, samples: Span<some FixedWidthInteger & BitwiseCopyable>, _ grid: SampleGrid, depth: Int,
    into levels: inout MutableSpan<Int16>,
    from start: Int
  ) {
    if starts.count != 2 {
      weights = [Int16(PlaneFilter.one), 0]
      starts = [0, 0]
    }
    for tap in 0..<2 { setStart(tap, toRow: row, grid) }
    mix(samples, depth: depth, into: &levels, from: start)
  }

  private mutating func setStart(_ tap: Int, toRow row: Int, _ grid: SampleGrid) {
    let row = min(max(row, area.rows.lowerBound), area.rows.upperBound - 1)
    starts[tap] = grid.index(column: inner.lowerBound, row: row)
  }

  private func mix(
    _ samples: Span<some FixedWidthInteger & BitwiseCopyable>, depth: Int, into levels: inout MutableSpan<Int16>,
    from start: Int
  ) {
    // Where the columns begin beside the samples, the outermost of those is all there is.
    let left = min(max(0, inner.lowerBound - columns.lowerBound), columns.count - 1)
    let end = left + inner.count
    let begin = start + left
    var part = levels._mutatingExtracting(begin..<begin + inner.count)
    PlaneFilter.mixRows(
      of: samples, depth: depth, startingAt: starts.span, weights: weights.span, count: inner.count, into: &part)
    for index in 0..<min(left, columns.count) { levels[start + index] = levels[begin] }
    for index in min(end, columns.count)..<columns.count { levels[start + index] = levels[begin + inner.count - 1] }
  }
}
