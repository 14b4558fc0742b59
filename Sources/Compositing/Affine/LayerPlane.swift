import EditingModel

/// One component of a layer's picture, read row by row where it lies in memory, as fine samples.
struct LayerPlane {
  /// The places of samples over the picture's pixels.
  let sampling: PlaneSampling
  /// Their places in the memory of their plane.
  let grid: SampleGrid
  /// The depth of a sample in memory.
  let depth: SampleDepth
  private let picture: PixelBuffer
  private let plane: Int
  private let alpha: (plane: Int, grid: SampleGrid)?
  /// Whether every sample counts as ``FineLine/one``, whatever it is: what is drawn then is how much is covered.
  private let isUnit: Bool

  /// Component `component` of `picture`, whose samples lie as `layout` says; with its alpha, which has as many bits, where
  /// `isOpaque` is false.
  init(_ component: Int, of picture: PixelBuffer, _ layout: SampleLayout, isOpaque: Bool, isUnit: Bool = false) {
    func place(_ component: Int) -> (plane: Int, grid: SampleGrid) {
      let place = layout.place(ofComponent: component)
      return (
        place.plane,
        SampleGrid(
          first: place.first * layout.bytesPerSample, columnStep: place.step * layout.bytesPerSample,
          rowStep: picture.planes[place.plane].bytesPerRow)
      )
    }
    self.picture = picture
    self.isUnit = isUnit
    (plane, grid) = place(component)
    depth = SampleDepth(layout)
    sampling = layout.planes[plane].sampling(width: picture.width, height: picture.height)
    alpha = isOpaque ? nil : place(3)
  }

  /// Whether there is no alpha.
  var isOpaque: Bool { alpha == nil }

  /// Whether the samples can be used as they lie: side by side, and without alpha.
  var isPlain: Bool { isOpaque && !isUnit && grid.columnStep == depth.bytes }

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
    let end = grid.index(column: columns.upperBound - 1, row: row) + depth.bytes
    if let alpha {
      var room = line.alphas.mutableSpan
      var shares = room._mutatingExtracting(0..<columns.count)
      readShares(columns, ofRow: row, alphas: alphas, alpha.grid, into: &shares)
    }
    let lineAlphas = line.alphas
    let shares = lineAlphas.span
    var room = line.colors.mutableSpan
    var fine = room._mutatingExtracting(0..<columns.count)
    if isUnit {
      fine.update(repeating: FineLine.one)
    } else {
      depth.read(samples.extracting(start..<end), step: grid.columnStep, into: &fine)
    }
    for index in 0..<min(shares.count, fine.count) {
      let product = UInt32(fine[index]) &* UInt32(shares[index])
      fine[index] = UInt16(truncatingIfNeeded: (product &+ Share.half) >> Share.bits)
    }
  }

  /// Reads the alphas of `columns` of `row`, as shares: a sample that several pixels share has their average, rounded to
  /// nearest.
  private func readShares(
    _ columns: Range<Int>, ofRow row: Int, alphas: Span<UInt8>, _ grid: SampleGrid,
    into shares: inout MutableSpan<UInt16>
  ) {
    let pixelRows = sampling.pixelRows(of: row)
    if depth.bytes == 1, grid.columnStep == 1, readByteShares(columns, pixelRows, alphas, grid, into: &shares) {
      return
    }
    let averages = AlphaAverages.of(largest: depth.opaque, pixelRows.count << sampling.widthShift)
    let table = averages.span
    // Samples of ten bits may hold more than they mean.
    let last = table.count - 1
    let count = min(columns.count, shares.count)
    // The columns that as many pixels share as there can be: all but one at the picture's edge.
    let whole = min(count, sampling.pictureWidth >> sampling.widthShift - columns.lowerBound)
    let start = grid.index(column: columns.lowerBound << sampling.widthShift, row: pixelRows.lowerBound)
    let (column, down) = (grid.columnStep, pixelRows.count == 2 ? grid.rowStep : nil)
    for index in 0..<max(0, whole) {
      var sum: UInt32
      if sampling.widthShift == 0 {
        let place = start &+ index &* column
        sum = depth.sample(alphas, at: place)
        if let down { sum &+= depth.sample(alphas, at: place &+ down) }
      } else {
        let place = start &+ (2 &* index) &* column
        sum = depth.sample(alphas, at: place) &+ depth.sample(alphas, at: place &+ column)
        if let down {
          let lower = place &+ down
          sum &+= depth.sample(alphas, at: lower) &+ depth.sample(alphas, at: lower &+ column)
        }
      }
      shares[index] = table[min(last, Int(truncatingIfNeeded: sum))]
    }
    for index in max(0, whole)..<count {
      var sum: UInt32 = 0
      let pixelColumns = sampling.pixelColumns(of: columns.lowerBound &+ index)
      for pixelRow in pixelRows {
        for pixel in pixelColumns { sum &+= depth.sample(alphas, at: grid.index(column: pixel, row: pixelRow)) }
      }
      let averages = AlphaAverages.of(largest: depth.opaque, pixelRows.count * pixelColumns.count)
      shares[index] = averages[min(averages.count - 1, Int(sum))]
    }
  }

  /// The same for alphas of eight bits side by side, without a look-up; false where a sample at the edge is shared by fewer pixels.
  private func readByteShares(
    _ columns: Range<Int>, _ pixelRows: Range<Int>, _ alphas: Span<UInt8>, _ grid: SampleGrid,
    into shares: inout MutableSpan<UInt16>
  ) -> Bool {
    let count = min(columns.count, shares.count)
    guard (columns.lowerBound + count) << sampling.widthShift <= sampling.pictureWidth else { return false }
    let width = count << sampling.widthShift
    let first = grid.index(column: columns.lowerBound << sampling.widthShift, row: pixelRows.lowerBound)
    let upper = alphas.extracting(first..<first + width)
    let second = pixelRows.count == 2 ? first + grid.rowStep : first
    let lower = alphas.extracting(second..<second + width)
    if sampling.widthShift == 0 {
      for index in 0..<min(count, upper.count, lower.count) {
        shares[index] = Self.share(2 &* (UInt32(upper[index]) &+ UInt32(lower[index])))
      }
    } else {
      for index in 0..<min(count, upper.count / 2, lower.count / 2) {
        let above = UInt32(upper[2 &* index]) &+ UInt32(upper[2 &* index &+ 1])
        let below = UInt32(lower[2 &* index]) &+ UInt32(lower[2 &* index &+ 1])
        shares[index] = Self.share(above &+ below)
      }
    }
    return true
  }

  /// The share nearest to `sum` 1020ths, four alphas of eight bits: 32768 / 1020 is 32 + 32 / 255, and 32897 / 2²³ divides by 255.
  @inline(__always)
  private static func share(_ sum: UInt32) -> UInt16 {
    let whole = sum &* 32
    return UInt16(truncatingIfNeeded: whole &+ ((whole &+ 127) &* 32_897) >> 23)
  }
}

/// The shares that are the averages of some alphas, by what those add up to.
private enum AlphaAverages {
  private static let eightBits = (0...4).map { table(largest: 0xFF, $0) }
  private static let tenBits = (0...4).map { table(largest: 0x3FF, $0) }

  /// The averages of `count` alphas, 1…4, where `largest` is opaque; larger alphas count as opaque.
  static func of(largest: UInt32, _ count: Int) -> [UInt16] {
    switch largest {
    case 0xFF: eightBits[count]
    case 0x3FF: tenBits[count]
    default: table(largest: largest, count)
    }
  }

  private static func table(largest: UInt32, _ count: Int) -> [UInt16] {
    guard count > 0 else { return [] }
    let opaque = largest * UInt32(count)
    return (0...opaque).map { UInt16(truncatingIfNeeded: ($0 * Share.one + opaque / 2) / opaque) }
  }
}

/// Some of a layer's samples as fine ones in memory of their own: where they do not lie side by side, or alpha has to be
/// multiplied in, before they can be mixed.
struct FinePlane {
  /// The samples that there are.
  let area: PlaneArea
  /// The samples and their alphas, row by row.
  private(set) var samples: FineLine

  /// `area` of `plane`, whose bytes are `samples` and `alphas`.
  init(_ area: PlaneArea, of plane: LayerPlane, samples: Span<UInt8>, alphas: Span<UInt8>) {
    self.area = area
    self.samples = FineLine(count: area.columns.count * area.rows.count, isOpaque: plane.isOpaque)
    var line = FineLine(count: area.columns.count, isOpaque: plane.isOpaque)
    for (number, row) in area.rows.enumerated() {
      plane.read(area.columns, ofRow: row, samples: samples, alphas: alphas, into: &line)
      let start = number * area.columns.count
      var colors = self.samples.colors.mutableSpan
      for index in 0..<area.columns.count { colors[start + index] = line.colors[index] }
      guard !plane.isOpaque else { continue }
      var shares = self.samples.alphas.mutableSpan
      for index in 0..<area.columns.count { shares[start + index] = line.alphas[index] }
    }
  }

  /// The places of samples, in bytes.
  var grid: SampleGrid {
    let rowStep = 2 * area.columns.count
    return SampleGrid(
      first: -area.rows.lowerBound * rowStep - 2 * area.columns.lowerBound, columnStep: 2, rowStep: rowStep)
  }
}
