import EditingModel

/// The share of each sample of a plane that a layer covers, times the layer's opacity.
///
/// A row is a long run in which the share is the same, and a few samples on either side of it, each with its own: only
/// those are kept.
struct CoverageMask {
  /// The columns that may be covered.
  let columns: Range<Int>
  /// The rows that may be covered.
  let rows: Range<Int>
  /// The coverage of each row.
  private var runs: [Run] = []
  /// The shares of the samples beside the runs, row by row.
  private var edges: [UInt16] = []
  /// The share of what is covered wholly: the opacity.
  private let opacity: UInt16

  /// The coverage of a row.
  struct Run: Equatable {
    /// The columns that are covered, if only in part.
    let covered: Range<Int>
    /// The columns among them with equal coverage, side by side.
    let steady: Range<Int>
    /// The share of those.
    let share: UInt16
    /// The place of the share of the first column that is not among those.
    fileprivate let firstEdge: Int

    /// Nothing.
    static let none = Run(covered: 0..<0, steady: 0..<0, share: 0, firstEdge: 0)

    /// The number of other covered columns.
    fileprivate var edgeCount: Int { covered.count - steady.count }

    /// Whether all that is covered is hidden, if the layer is opaque.
    var isWhole: Bool { steady == covered && UInt32(share) == Share.one }
  }

  /// The mask of the pixels that `polygon` covers on an output of `width` by `height`, each with the exact area of the
  /// polygon inside it times `opacity`, 0…1; nil where it covers none.
  init?(_ polygon: ConvexPolygon, opacity: Double, width: Int, height: Int) {
    let visible = polygon.clipped(toWidth: Double(width), height: Double(height))
    let across = visible.corners.map(\.x)
    let down = visible.corners.map(\.y)
    guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max() else {
      return nil
    }
    columns = Int(left)..<Int(right.rounded(.up))
    rows = Int(top)..<Int(bottom.rounded(.up))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    self.opacity = Share.nearest(opacity)
    var raster = CoverageRaster(visible, columns: columns)
    runs.reserveCapacity(rows.count)
    for row in rows {
      let firstEdge = edges.count
      let run = raster.measure(row: row, opacity: opacity, edges: &edges)
      var made = Run(covered: run.covered, steady: run.steady, share: run.share, firstEdge: firstEdge)
      // Where the sides are upright, most rows are covered alike, and are one run.
      if let last = runs.last, last.covered == made.covered, last.steady == made.steady, last.share == made.share,
        edges[last.firstEdge..<last.firstEdge + last.edgeCount] == edges[firstEdge...]
      {
        edges.removeSubrange(firstEdge...)
        made = last
      }
      runs.append(made)
    }
  }

  /// A mask without rows yet.
  private init(columns: Range<Int>, rows: Range<Int>, opacity: UInt16) {
    self.columns = columns
    self.rows = rows
    self.opacity = opacity
    runs.reserveCapacity(rows.count)
  }

  /// The coverage of `row`.
  func run(ofRow row: Int) -> Run {
    rows.contains(row) ? runs[row - rows.lowerBound] : .none
  }

  /// The share of `column` in a row with the covered columns `run`.
  func share(at column: Int, in run: Run) -> UInt16 {
    guard run.covered.contains(column) else { return 0 }
    let edge = run.firstEdge + column - run.covered.lowerBound
    if column < run.steady.lowerBound { return edges[edge] }
    return column < run.steady.upperBound ? run.share : edges[edge - run.steady.count]
  }

  /// The mask of a plane whose samples lie over these pixels as `sampling` says: each share is the average of those of
  /// the pixels that the sample serves.
  func averaged(over sampling: PlaneSampling) -> CoverageMask {
    guard sampling.isSubsampled else { return self }
    var mask = CoverageMask(
      columns: sampling.columns(servingSomeOf: columns), rows: sampling.rows(servingSomeOf: rows), opacity: opacity)
    var last: (run: Run, count: Int, average: Run)?
    for row in mask.rows {
      let pixelRows = sampling.pixelRows(of: row)
      let first = run(ofRow: pixelRows.lowerBound)
      if let last, last.run == first, last.count == pixelRows.count, pixelRows.allSatisfy({ run(ofRow: $0) == first }) {
        mask.runs.append(last.average)
        continue
      }
      let average = average(of: pixelRows.map(run(ofRow:)), sampling, edges: &mask.edges)
      mask.runs.append(average)
      last = pixelRows.allSatisfy { run(ofRow: $0) == first } ? (first, pixelRows.count, average) : nil
    }
    return mask
  }

  /// The average coverage of samples that serve the pixels of `pixelRows`.
  private func average(of pixelRows: [Run], _ sampling: PlaneSampling, edges: inout [UInt16]) -> Run {
    var pixels: Range<Int>?
    var steadyPixels: Range<Int>?
    for row in pixelRows where !row.covered.isEmpty {
      pixels = row.covered.union(pixels)
      steadyPixels = row.steady.clamped(to: steadyPixels ?? row.steady)
    }
    guard let pixels, let steadyPixels else { return .none }
    let covered = sampling.columns(servingSomeOf: pixels)
    var steady = covered.lowerBound..<covered.lowerBound
    if !steadyPixels.isEmpty {
      steady = sampling.columns(servingOnly: steadyPixels).clamped(to: covered)
    }
    let sum = pixelRows.reduce(0) { $0 + Int($1.share) }
    let run = Run(
      covered: covered, steady: steady, share: UInt16((sum + pixelRows.count / 2) / pixelRows.count),
      firstEdge: edges.count)
    for column in covered where !steady.contains(column) {
      let block = sampling.pixelColumns(of: column)
      var sum = 0
      for row in pixelRows {
        for pixel in block { sum += Int(share(at: pixel, in: row)) }
      }
      let count = block.count * pixelRows.count
      edges.append(UInt16((sum + count / 2) / count))
    }
    return run
  }
}
