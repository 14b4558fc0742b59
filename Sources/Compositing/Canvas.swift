import Composition

/// What layers are drawn on: the output in fine samples.
struct Canvas {
  /// The picture that was there first.
  private let background: PlanarPicture
  /// Fine samples, plane by plane, row by row.
  private var planes: [[UInt16]]

  /// A canvas that shows `background`, which is opaque.
  init(_ background: PlanarPicture) {
    self.background = background
    planes = background.planes.map { $0.map { UInt16($0) << 8 } }
  }

  /// Pixels across.
  var width: Int { background.width }

  /// Pixels down.
  var height: Int { background.height }

  /// How the samples of plane `plane` lie over the pixels.
  func sampling(ofPlane plane: Int) -> PlaneSampling {
    background.sampling(ofPlane: plane)
  }

  /// What the canvas shows, rounded to nearest.
  var picture: PlanarPicture {
    var picture = background
    picture.planes = planes.map { $0.map { UInt8(truncatingIfNeeded: ($0 + 128) >> 8) } }
    return picture
  }

  /// Draws `source` on plane `plane` where `mask` says; `map` leads from this plane to the source's.
  mutating func draw(_ source: some LayerPlane, onPlane plane: Int, through map: Transform, mask: CoverageMask) {
    let stride = sampling(ofPlane: plane).width
    var canvas = planes[plane].mutableSpan
    let offset = WholeOffset(map, of: mask, in: source.area)
    for (line, extent) in mask.extents.enumerated() where !extent.isEmpty {
      let row = mask.rows.lowerBound + line
      let first = mask.columns.lowerBound + extent.lowerBound
      let start = row * stride + first
      var target = canvas.extracting(start..<start + extent.count)
      let shares = mask.shares.span.extracting(
        line * mask.columns.count + extent.lowerBound..<line * mask.columns.count + extent.upperBound)
      if let offset {
        let index = (row + offset.down) * source.area.stride + first + offset.across
        Self.drawRow(of: source, from: index, on: &target, shares: shares)
      } else {
        Self.drawRow(of: source, through: map, column: first, row: row, on: &target, shares: shares)
      }
    }
  }

  /// Draws samples that stand side by side from `index` on.
  private static func drawRow(
    of source: some LayerPlane, from index: Int, on canvas: inout MutableSpan<UInt16>, shares: Span<UInt16>
  ) {
    for column in shares.indices {
      canvas[column] = source.contribution(at: index &+ column).blended(over: canvas[column], share: shares[column])
    }
  }

  /// Draws what `map` finds for the samples from `column` on in `row`.
  private static func drawRow(
    of source: some LayerPlane, through map: Transform, column: Int, row: Int,
    on canvas: inout MutableSpan<UInt16>, shares: Span<UInt16>
  ) {
    let center = map.apply(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
    var across = PlaneArea.place(center.x - 0.5)
    var down = PlaneArea.place(center.y - 0.5)
    let stepAcross = PlaneArea.place(map.a)
    let stepDown = PlaneArea.place(map.b)
    for column in shares.indices {
      let taps = source.area.taps(across: across, down: down)
      canvas[column] = source.contribution(at: taps).blended(over: canvas[column], share: shares[column])
      across &+= stepAcross
      down &+= stepDown
    }
  }
}
