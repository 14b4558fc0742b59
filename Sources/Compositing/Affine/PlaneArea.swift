import EditingModel

/// The samples of a plane that a layer may show, and how to find those around a place.
///
/// Places are counted in samples from the center of the plane's first one, in fixed point with 32 fractional bits.
struct PlaneArea: Hashable {
  /// The columns that may be shown.
  let columns: Range<Int>
  /// The rows that may be shown.
  let rows: Range<Int>
  /// The places between the outermost samples across: beyond them, the outermost are repeated.
  private let across: ClosedRange<Int64>
  /// The places between the outermost samples down.
  private let down: ClosedRange<Int64>

  /// Fractional bits of a place.
  static let fractionBits: Int64 = 32

  /// `columns` and `rows`, neither of them empty.
  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
    across = Int64(columns.lowerBound) << Self.fractionBits...Int64(columns.upperBound - 1) << Self.fractionBits
    down = Int64(rows.lowerBound) << Self.fractionBits...Int64(rows.upperBound - 1) << Self.fractionBits
  }

  /// The samples of which `visible`, in the picture's pixels, shows some pixel at least in part.
  init(showing visible: Rectangle, of sampling: PlaneSampling) {
    self.init(
      columns: sampling.columns(servingSomeOf: Int(visible.x)..<Int(visible.maxX.rounded(.up))),
      rows: sampling.rows(servingSomeOf: Int(visible.y)..<Int(visible.maxY.rounded(.up))))
  }

  /// `samples` in fixed point; beyond what any plane reaches, the nearest number that leaves room to count on.
  static func place(_ samples: Double) -> Int64 {
    let reach = Double(1 << 30)
    return Int64((min(max(samples, -reach), reach) * Double(1 << fractionBits)).rounded())
  }

  /// `x`, brought between the outermost samples across.
  @inline(__always)
  func clampedAcross(_ x: Int64) -> Int64 { min(max(x, across.lowerBound), across.upperBound) }

  /// `y`, brought between the outermost samples down.
  @inline(__always)
  func clampedDown(_ y: Int64) -> Int64 { min(max(y, down.lowerBound), down.upperBound) }

  /// The four samples around a place, in a plane whose samples lie as `layout` says.
  @inline(__always)
  func taps(across x: Int64, down y: Int64, _ layout: SampleGrid) -> BilinearTaps {
    let x = clampedAcross(x)
    let y = clampedDown(y)
    let first = layout.index(column: Int(x >> Self.fractionBits), row: Int(y >> Self.fractionBits))
    let below = y < down.upperBound ? layout.rowStep : 0
    let next = x < across.upperBound ? layout.columnStep : 0
    return BilinearTaps(
      topLeft: first, topRight: first &+ next, bottomLeft: first &+ below, bottomRight: first &+ below &+ next,
      across: (x >> 16) & 0xFFFF, down: (y >> 16) & 0xFFFF)
  }
}

/// Where the samples of a plane lie in an array.
struct SampleGrid: Hashable {
  /// Where that of column 0 and row 0 lies, or would.
  let first: Int
  /// The distance from one column to the next.
  let columnStep: Int
  /// The distance from one row to the next.
  let rowStep: Int

  /// Where a sample lies.
  @inline(__always)
  func index(column: Int, row: Int) -> Int { first &+ row &* rowStep &+ column &* columnStep }
}

/// The four samples around a place, and how they are mixed to the value there.
struct BilinearTaps {
  /// Where the upper left sample stands in its plane.
  let topLeft: Int
  /// Where the upper right one does.
  let topRight: Int
  /// Where the lower left one does.
  let bottomLeft: Int
  /// Where the lower right one does.
  let bottomRight: Int
  /// How far the place is from the left samples to the right ones, in 65,536ths.
  let across: Int64
  /// How far the place is from the upper samples to the lower ones, in 65,536ths.
  let down: Int64

  /// The value there in 16 bits, rounded to nearest.
  @inline(__always)
  func value<Sample: UnsignedInteger & FixedWidthInteger>(in samples: Span<Sample>) -> UInt16 {
    let top = mix(samples[topLeft], samples[topRight])
    let bottom = mix(samples[bottomLeft], samples[bottomRight])
    let value = top << 16 &+ (bottom &- top) &* down
    let dropped = Int64(16 + Sample.bitWidth)
    return UInt16(truncatingIfNeeded: (value &+ 1 << (dropped - 1)) >> dropped)
  }

  /// The value between two samples of a row, in 65,536ths.
  @inline(__always)
  private func mix<Sample: UnsignedInteger & FixedWidthInteger>(_ left: Sample, _ right: Sample) -> Int64 {
    Int64(left) << 16 &+ (Int64(right) &- Int64(left)) &* across
  }
}

/// A map that moves by whole samples, so that nothing has to be mixed.
struct WholeOffset: Hashable {
  /// Samples to the right.
  let across: Int
  /// Samples down.
  let down: Int

  /// The offset that `map` is, or nil where it is more than that or leads from `mask` out of `area`.
  init?(_ map: Transform, of mask: CoverageMask, in area: PlaneArea) {
    guard map == .translation(x: map.tx, y: map.ty), let across = Int(exactly: map.tx), let down = Int(exactly: map.ty)
    else { return nil }
    let reach = -(1 << 40)...1 << 40
    guard reach.contains(across), reach.contains(down),
      area.columns.contains(mask.columns.lowerBound + across),
      area.columns.contains(mask.columns.upperBound - 1 + across),
      area.rows.contains(mask.rows.lowerBound + down), area.rows.contains(mask.rows.upperBound - 1 + down)
    else { return nil }
    self.across = across
    self.down = down
  }
}
