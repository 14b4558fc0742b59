import EditingModel

/// The samples of a plane that a layer may show, and how to find those around a place.
///
/// Places are counted in samples from the centre of the plane's first one, in fixed point with 32 fractional bits.
struct PlaneArea: Hashable {
  /// Samples from one row to the next.
  let stride: Int
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

  /// `columns` and `rows`, neither of them empty, of a plane with `stride` samples a row.
  init(stride: Int, columns: Range<Int>, rows: Range<Int>) {
    self.stride = stride
    self.columns = columns
    self.rows = rows
    across = Int64(columns.lowerBound) << Self.fractionBits...Int64(columns.upperBound - 1) << Self.fractionBits
    down = Int64(rows.lowerBound) << Self.fractionBits...Int64(rows.upperBound - 1) << Self.fractionBits
  }

  /// The samples of which `visible`, in the picture's pixels, shows some pixel at least in part.
  init(showing visible: Rectangle, of sampling: PlaneSampling) {
    self.init(
      stride: sampling.width,
      columns: sampling.columns(servingSomeOf: Int(visible.x)..<Int(visible.maxX.rounded(.up))),
      rows: sampling.rows(servingSomeOf: Int(visible.y)..<Int(visible.maxY.rounded(.up))))
  }

  /// `samples` in fixed point; beyond what any plane reaches, the nearest number that leaves room to count on.
  static func place(_ samples: Double) -> Int64 {
    let reach = Double(1 << 30)
    return Int64((min(max(samples, -reach), reach) * Double(1 << fractionBits)).rounded())
  }

  /// The four samples around a place.
  @inline(__always)
  func taps(across x: Int64, down y: Int64) -> BilinearTaps {
    let x = min(max(x, across.lowerBound), across.upperBound)
    let y = min(max(y, down.lowerBound), down.upperBound)
    let first = Int(y >> Self.fractionBits) &* stride &+ Int(x >> Self.fractionBits)
    let below = y < down.upperBound ? stride : 0
    let next = x < across.upperBound ? 1 : 0
    return BilinearTaps(
      topLeft: first, topRight: first &+ next, bottomLeft: first &+ below, bottomRight: first &+ below &+ next,
      across: (x >> 16) & 0xFFFF, down: (y >> 16) & 0xFFFF)
  }
}
