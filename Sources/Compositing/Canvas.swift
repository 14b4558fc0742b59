import EditingModel

/// What layers are drawn on: the output in fine samples.
struct Canvas {
  /// The picture that was there first.
  private let background: PlanarPicture
  /// Fine samples, plane by plane, row by row.
  private var planes: [[UInt16]]

  /// A canvas that shows `background`, which is opaque.
  init(_ background: PlanarPicture) {
    self.background = background
    planes = background.planes.map { samples in
      Array(capacity: samples.count) { fine in
        for sample in samples {
          fine.append(UInt16(sample) << 8)
        }
      }
    }
  }

  /// How the samples of plane `plane` lie over the pixels.
  func sampling(ofPlane plane: Int) -> PlaneSampling {
    background.sampling(ofPlane: plane)
  }

  /// What the canvas shows, rounded to nearest.
  var picture: PlanarPicture {
    var picture = background
    picture.planes = planes.map { fine in
      Array(capacity: fine.count) { samples in
        for sample in fine {
          samples.append(UInt8(truncatingIfNeeded: (sample &+ 128) >> 8))
        }
      }
    }
    return picture
  }

  /// Draws `source` on plane `plane` where `mask` says; `map` leads from this plane to the source's.
  mutating func draw(_ source: some LayerPlane, onPlane plane: Int, through map: Transform, mask: CoverageMask) {
    let stride = sampling(ofPlane: plane).width
    var canvas = planes[plane].mutableSpan
    let offset = WholeOffset(map, of: mask, in: source.area)
    for row in mask.rows {
      let covered = mask.extent(ofRow: row).covered
      guard !covered.isEmpty else { continue }
      let start = row * stride + covered.lowerBound
      let shares = mask.shares.span.extracting(mask.indices(of: covered, row: row))
      if let offset {
        let index = (row + offset.down) * source.area.stride + covered.lowerBound + offset.across
        Self.draw(source, from: index, on: &canvas, from: start, shares: shares)
      } else {
        let center = map.apply(to: Point(x: Double(covered.lowerBound) + 0.5, y: Double(row) + 0.5))
        Self.draw(source, from: center, through: map, on: &canvas, from: start, shares: shares)
      }
    }
  }

  /// Draws samples of `source` that stand side by side from `index` on.
  private static func draw(
    _ source: some LayerPlane, from index: Int, on canvas: inout MutableSpan<UInt16>, from start: Int,
    shares: Span<UInt16>
  ) {
    for step in shares.indices {
      let contribution = source.contribution(at: index &+ step)
      canvas[start &+ step] = contribution.blended(over: canvas[start &+ step], share: shares[step])
    }
  }

  /// Draws what `source` has at `place`, and from there on in steps of what `map` makes of a step to the right.
  private static func draw(
    _ source: some LayerPlane, from place: Point, through map: Transform, on canvas: inout MutableSpan<UInt16>,
    from start: Int, shares: Span<UInt16>
  ) {
    let area = source.area
    var across = PlaneArea.place(place.x - 0.5)
    var down = PlaneArea.place(place.y - 0.5)
    let stepAcross = PlaneArea.place(map.a)
    let stepDown = PlaneArea.place(map.b)
    for step in shares.indices {
      let contribution = source.contribution(at: area.taps(across: across, down: down))
      canvas[start &+ step] = contribution.blended(over: canvas[start &+ step], share: shares[step])
      across &+= stepAcross
      down &+= stepDown
    }
  }
}
