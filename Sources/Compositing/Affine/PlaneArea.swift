import EditingModel
import PlaneFilters

/// The samples of a plane that a layer may show: beyond them, the outermost are repeated.
struct PlaneArea: Hashable {
  /// The columns that may be shown.
  let columns: Range<Int>
  /// The rows that may be shown.
  let rows: Range<Int>

  /// `columns` and `rows`, neither of them empty.
  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The samples that serve at least a part of a pixel in `visible`, in the picture's pixels.
  init(showing visible: Rectangle, of sampling: PlaneSampling) {
    self.init(
      columns: sampling.columns(servingSomeOf: Int(visible.x)..<Int(visible.maxX.rounded(.up))),
      rows: sampling.rows(servingSomeOf: Int(visible.y)..<Int(visible.maxY.rounded(.up))))
  }

  /// The part that is read to show what `map` brings from here to the samples of `mask`, one at least each way, through
  /// kernels as wide as `reach`.
  func needed(for mask: CoverageMask, through map: Transform, reach: (across: Double, down: Double)) -> PlaneArea {
    let box = map.boundingBox(
      of: Rectangle(
        x: Double(mask.columns.lowerBound), y: Double(mask.rows.lowerBound), width: Double(mask.columns.count),
        height: Double(mask.rows.count)))
    return PlaneArea(
      columns: columns.clamped(around: box.x - reach.across, box.maxX + reach.across),
      rows: rows.clamped(around: box.y - reach.down, box.maxY + reach.down))
  }
}

extension Range<Int> {
  /// The part of this range, which is not empty, that lies between `start` and `end`; its end that is nearest where none
  /// does.
  fileprivate func clamped(around start: Double, _ end: Double) -> Range<Int> {
    func number(_ place: Double) -> Int {
      Int(Swift.min(Swift.max(place, Double(lowerBound)), Double(upperBound - 1)))
    }
    return number(start.rounded(.down))..<number(end.rounded(.up)) + 1
  }
}

/// The places of a plane's samples in memory, in bytes.
struct SampleGrid: Hashable {
  /// The place of that of column 0 and row 0, which may lie outside.
  let first: Int
  /// The distance from one column to the next.
  let columnStep: Int
  /// The distance from one row to the next.
  let rowStep: Int

  /// The place of a sample.
  @inline(__always)
  func index(column: Int, row: Int) -> Int { first &+ row &* rowStep &+ column &* columnStep }
}

/// A map that moves by whole samples, so that nothing has to be mixed.
struct IntegerOffset: Hashable {
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
