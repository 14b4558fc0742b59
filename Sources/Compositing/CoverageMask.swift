import EditingModel

/// How much of each sample of a plane a layer covers, times the layer's opacity.
struct CoverageMask {
  /// The columns that may be covered.
  let columns: Range<Int>
  /// The rows that may be covered.
  let rows: Range<Int>
  /// Shares, row by row: `columns.count` a row.
  let shares: [UInt16]
  /// What of each row is covered.
  private let extents: [CoverageExtent]
  /// The share of what is covered wholly: the opacity.
  private let opacity: UInt16

  /// The mask of the pixels that `polygon` covers on an output of `width` by `height`, each with the exact area of the
  /// polygon inside it times `opacity`, 0…1; nil where it covers none.
  init?(_ polygon: ConvexPolygon, opacity: Double, width: Int, height: Int) {
    let visible = polygon.clipped(toWidth: Double(width), height: Double(height))
    let across = visible.corners.map(\.x)
    let down = visible.corners.map(\.y)
    guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max() else {
      return nil
    }
    let columns = Int(left)..<Int(right.rounded(.up))
    let rows = Int(top)..<Int(bottom.rounded(.up))
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    var raster = CoverageRaster(visible, columns: columns)
    self.init(columns: columns, rows: rows, opacity: Share.nearest(opacity)) { row, start, shares in
      raster.write(row: row, opacity: opacity, from: start, to: &shares)
    }
  }

  /// The mask whose rows `write` writes: it is given a row, the place where the share of column 0 would stand, and the
  /// shares, which are zero.
  private init(
    columns: Range<Int>, rows: Range<Int>, opacity: UInt16,
    writingRowsWith write: (Int, Int, inout MutableSpan<UInt16>) -> CoverageExtent
  ) {
    self.columns = columns
    self.rows = rows
    self.opacity = opacity
    var shares = Array(repeating: UInt16(0), count: columns.count * rows.count)
    var span = shares.mutableSpan
    extents = rows.map { row in
      write(row, (row - rows.lowerBound) * columns.count - columns.lowerBound, &span)
    }
    self.shares = shares
  }

  /// What is covered of `row`.
  func extent(ofRow row: Int) -> CoverageExtent {
    rows.contains(row) ? extents[row - rows.lowerBound] : .none
  }

  /// Where the shares of `part` of the columns stand in `shares`, for one of the mask's rows.
  func indices(of part: Range<Int>, row: Int) -> Range<Int> {
    let start = (row - rows.lowerBound) * columns.count - columns.lowerBound
    return start + part.lowerBound..<start + part.upperBound
  }

  /// The mask of a plane whose samples lie over these pixels as `sampling` says: each share is the average of those of
  /// the pixels that the sample serves.
  func averaged(over sampling: PlaneSampling) -> CoverageMask {
    guard sampling.isSubsampled else { return self }
    return CoverageMask(
      columns: sampling.columns(servingSomeOf: columns), rows: sampling.rows(servingSomeOf: rows), opacity: opacity
    ) { row, start, averages in
      let pixelRows = sampling.pixelRows(of: row)
      let extent = CoverageExtent(ofSamplesServing: pixelRows.map(extent(ofRow:)), of: sampling)
      for column in extent.covered where !extent.whole.contains(column) {
        averages[start + column] = average(ofColumns: sampling.pixelColumns(of: column), rows: pixelRows)
      }
      for column in extent.whole {
        averages[start + column] = opacity
      }
      return extent
    }
  }

  /// The average share of a block of pixels, rounded to nearest.
  private func average(ofColumns block: Range<Int>, rows blockRows: Range<Int>) -> UInt16 {
    var sum = 0
    for row in blockRows.clamped(to: rows) {
      for index in indices(of: block.clamped(to: columns), row: row) {
        sum += Int(shares[index])
      }
    }
    let count = block.count * blockRows.count
    return UInt16((sum + count / 2) / count)
  }
}
