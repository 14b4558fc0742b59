import Composition

/// How much of each sample of a plane a layer covers, times the layer's opacity.
struct CoverageMask {
  /// The columns that may be covered.
  let columns: Range<Int>
  /// The rows that may be covered.
  let rows: Range<Int>
  /// Shares, row by row: `columns.count` a row.
  let shares: [UInt16]
  /// For each row the part of `columns` that is covered, counted from the first of them.
  let extents: [Range<Int>]

  /// The mask of the pixels that `polygon` covers on an output of `width` by `height`, each with the exact area of the
  /// polygon inside it; nil where it covers none.
  init?(_ polygon: ConvexPolygon, opacity: Double, width: Int, height: Int) {
    let visible = polygon.clipped(toWidth: Double(width), height: Double(height))
    let across = visible.corners.map(\.x)
    let down = visible.corners.map(\.y)
    guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max() else {
      return nil
    }
    let columns = Int(left)..<Int(right.rounded(.up))
    let rows = Int(top)..<Int(bottom.rounded(.up))
    var raster = CoverageRaster(visible, columns: columns)
    self.init(columns: columns, rows: rows) { row, shares in
      raster.write(row: row, opacity: opacity, to: &shares)
    }
  }

  /// The mask whose rows `write` writes, where they are not zero: it is given the row and room for every column, and
  /// returns which it wrote.
  private init?(
    columns: Range<Int>, rows: Range<Int>, writingRowsWith write: (Int, inout MutableSpan<UInt16>) -> Range<Int>
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    var shares = Array(repeating: UInt16(0), count: columns.count * rows.count)
    var extents: [Range<Int>] = []
    extents.reserveCapacity(rows.count)
    var remaining = shares.mutableSpan
    for row in rows {
      let start = (row - rows.lowerBound) * columns.count
      var line = remaining.extracting(start..<start + columns.count)
      extents.append(write(row, &line))
    }
    self.columns = columns
    self.rows = rows
    self.shares = shares
    self.extents = extents
  }

  /// The mask of a plane whose samples lie over these pixels as `sampling` says: each share is the average of those of
  /// the pixels that the sample serves.
  func averaged(over sampling: PlaneSampling) -> CoverageMask? {
    let (across, down) = (sampling.widthShift, sampling.heightShift)
    guard across > 0 || down > 0 else { return self }
    let samples = columns.lowerBound >> across..<(columns.upperBound - 1) >> across + 1
    var sums = Array(repeating: UInt32(0), count: samples.count)
    return CoverageMask(columns: samples, rows: rows.lowerBound >> down..<(rows.upperBound - 1) >> down + 1) {
      row, averages in
      let served = sampling.pixelRows(of: row)
      var written: Range<Int>?
      for line in served.clamped(to: rows).lazy.map({ $0 - rows.lowerBound }) where !extents[line].isEmpty {
        for pixel in extents[line] {
          sums[(columns.lowerBound + pixel) >> across - samples.lowerBound] += UInt32(
            shares[line * columns.count + pixel])
        }
        written = extents[line].union(written)
      }
      guard let pixels = written else { return 0..<0 }
      let range =
        (columns.lowerBound + pixels.lowerBound) >> across
        - samples.lowerBound..<(columns.lowerBound
        + pixels.upperBound - 1) >> across - samples.lowerBound + 1
      for sample in range {
        let count = UInt32(served.count * sampling.pixelColumns(of: samples.lowerBound + sample).count)
        averages[sample] = UInt16((sums[sample] + count / 2) / count)
        sums[sample] = 0
      }
      return range
    }
  }
}
