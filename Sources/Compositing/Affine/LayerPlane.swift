import EditingModel

/// One component of a layer's picture, read row by row where it lies in memory, as fine samples.
struct LayerPlane {
  /// How the samples lie over the picture's pixels.
  let sampling: PlaneSampling
  /// Where they lie in the memory of their plane.
  let grid: SampleGrid
  private let picture: PixelBuffer
  private let plane: Int
  private let alpha: (plane: Int, grid: SampleGrid)?

  /// Component `component` of `picture`, whose samples are bytes and lie as `layout` says; with its alpha where `isOpaque`
  /// is false.
  init(_ component: Int, of picture: PixelBuffer, _ layout: SampleLayout, isOpaque: Bool) {
    func place(_ component: Int) -> (plane: Int, grid: SampleGrid) {
      let place = layout.place(ofComponent: component)
      return (
        place.plane,
        SampleGrid(first: place.first, columnStep: place.step, rowStep: picture.planes[place.plane].bytesPerRow)
      )
    }
    self.picture = picture
    (plane, grid) = place(component)
    sampling = layout.planes[plane].sampling(width: picture.width, height: picture.height)
    alpha = isOpaque ? nil : place(3)
  }

  /// Whether there is no alpha.
  var isOpaque: Bool { alpha == nil }

  /// Hands the bytes to `body`: those of the samples, and those of the alphas, none where there is no alpha.
  func withBytes(_ body: (_ samples: Span<UInt8>, _ alphas: Span<UInt8>) throws -> Void) throws {
    try picture.withBytes(ofPlane: plane) { samples in
      guard let alpha else { return try body(samples, samples.extracting(first: 0)) }
      try picture.withBytes(ofPlane: alpha.plane) { try body(samples, $0) }
    }
  }

  /// Reads `columns` of `row` into the beginning of `line`.
  func read(
    _ columns: Range<Int>, ofRow row: Int, samples: Span<UInt8>, alphas: Span<UInt8>, into line: inout FineLine
  ) {
    let start = grid.index(column: columns.lowerBound, row: row)
    let end = grid.index(column: columns.upperBound - 1, row: row) + 1
    let source = samples.extracting(start..<end)
    guard let alpha else {
      var fine = line.colors.mutableSpan
      if grid.columnStep == 1 {
        for index in 0..<min(source.count, fine.count) { fine[index] = UInt16(source[index]) << 8 }
      } else {
        for index in 0..<columns.count { fine[index] = UInt16(source[index &* grid.columnStep]) << 8 }
      }
      return
    }
    readShares(columns, ofRow: row, alphas: alphas, alpha.grid, into: &line.alphas)
    let lineShares = line.alphas
    let shares = lineShares.span
    var fine = line.colors.mutableSpan
    let step = grid.columnStep
    for index in 0..<min(columns.count, fine.count, shares.count) {
      let product = UInt32(source[index &* step]) << 8 &* UInt32(shares[index])
      fine[index] = UInt16(truncatingIfNeeded: (product &+ Share.half) >> Share.bits)
    }
  }

  /// Reads the alphas of `columns` of `row`, as shares: a sample that several pixels share has their average, rounded to
  /// nearest.
  private func readShares(
    _ columns: Range<Int>, ofRow row: Int, alphas: Span<UInt8>, _ grid: SampleGrid,
    into shares: inout [UInt16]
  ) {
    var shares = shares.mutableSpan
    guard sampling.isSubsampled else {
      let start = grid.index(column: columns.lowerBound, row: row)
      for index in 0..<min(columns.count, shares.count) {
        shares[index] = Share.average(ofAlphas: UInt32(alphas[start &+ index &* grid.columnStep]), count: 1)
      }
      return
    }
    let pixelRows = sampling.pixelRows(of: row)
    for index in 0..<min(columns.count, shares.count) {
      let pixelColumns = sampling.pixelColumns(of: columns.lowerBound &+ index)
      if pixelRows.count == 2, pixelColumns.count == 2 {
        let upper = grid.index(column: pixelColumns.lowerBound, row: pixelRows.lowerBound)
        let lower = upper &+ grid.rowStep
        let above = UInt32(alphas[upper]) &+ UInt32(alphas[upper &+ grid.columnStep])
        let below = UInt32(alphas[lower]) &+ UInt32(alphas[lower &+ grid.columnStep])
        shares[index] = Share.average(ofAlphas: above &+ below, count: 4)
        continue
      }
      var sum: UInt32 = 0
      for pixelRow in pixelRows {
        for pixel in pixelColumns { sum &+= UInt32(alphas[grid.index(column: pixel, row: pixelRow)]) }
      }
      shares[index] = Share.average(
        ofAlphas: sum, count: UInt32(truncatingIfNeeded: pixelRows.count &* pixelColumns.count))
    }
  }
}

/// A plane of fine samples in memory of its own: of a layer that has to be scaled down, or whose alpha has to be multiplied
/// in, before it can be turned.
struct FinePlane {
  /// The samples that there are.
  let area: PlaneArea
  /// The samples and their alphas, row by row.
  private(set) var samples: FineLine

  /// A plane of `area`, all zero.
  init(_ area: PlaneArea, isOpaque: Bool) {
    self.area = area
    samples = FineLine(count: area.columns.count * area.rows.count, isOpaque: isOpaque)
  }

  /// `area` of `plane`, whose bytes are `samples` and `alphas`.
  init(_ area: PlaneArea, of plane: LayerPlane, samples: Span<UInt8>, alphas: Span<UInt8>) {
    self.init(area, isOpaque: plane.isOpaque)
    var line = FineLine(count: area.columns.count, isOpaque: plane.isOpaque)
    for row in area.rows {
      plane.read(area.columns, ofRow: row, samples: samples, alphas: alphas, into: &line)
      write(line, toRow: row)
    }
  }

  /// Where the samples lie in `samples`.
  var grid: SampleGrid {
    SampleGrid(
      first: -area.rows.lowerBound * area.columns.count - area.columns.lowerBound, columnStep: 1,
      rowStep: area.columns.count)
  }

  /// Reads `columns` of `row` into the beginning of `line`.
  func read(_ columns: Range<Int>, ofRow row: Int, into line: inout FineLine) {
    let start = grid.index(column: columns.lowerBound, row: row)
    for index in 0..<columns.count { line.colors[index] = samples.colors[start + index] }
    guard !samples.alphas.isEmpty else { return }
    for index in 0..<columns.count { line.alphas[index] = samples.alphas[start + index] }
  }

  /// Makes `line` the row `row`.
  mutating func write(_ line: FineLine, toRow row: Int) {
    let start = grid.index(column: area.columns.lowerBound, row: row)
    for index in 0..<area.columns.count { samples.colors[start + index] = line.colors[index] }
    guard !samples.alphas.isEmpty else { return }
    for index in 0..<area.columns.count { samples.alphas[start + index] = line.alphas[index] }
  }
}
