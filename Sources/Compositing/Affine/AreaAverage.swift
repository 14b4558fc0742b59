import EditingModel

/// Scales a plane down by averaging areas, for a map that takes so many samples to one that mixing the nearest four
/// would miss some.
struct AreaAverage {
  /// The cells across.
  private let across: AveragingAxis
  /// The cells down.
  private let down: AveragingAxis
  /// The samples that may be shown.
  private let area: PlaneArea

  /// The average that `area` needs before it is sampled through `map`, from the output's plane to the layer's; nil
  /// where it needs none.
  init?(of area: PlaneArea, for map: Transform) {
    across = AveragingAxis(area.columns, footprint: (map.a * map.a + map.c * map.c).squareRoot())
    down = AveragingAxis(area.rows, footprint: (map.b * map.b + map.d * map.d).squareRoot())
    self.area = area
    guard !across.isTrivial || !down.isTrivial else { return nil }
  }

  /// From the layer's plane to the averaged one.
  var placement: Transform {
    Transform(
      a: 1 / across.size, b: 0, c: 0, d: 1 / down.size, tx: -Double(across.first), ty: -Double(down.first))
  }

  /// The averages of `plane`, whose bytes are `samples` and `alphas`; rounded to nearest.
  func averages(of plane: LayerPlane, samples: Span<UInt8>, alphas: Span<UInt8>) -> FinePlane {
    var averages = FinePlane(
      PlaneArea(columns: 0..<across.cells.count, rows: 0..<down.cells.count), isOpaque: plane.isOpaque)
    var line = FineLine(count: area.columns.count, isOpaque: plane.isOpaque)
    var average = FineLine(count: across.cells.count, isOpaque: plane.isOpaque)
    var colorSums = Array(repeating: UInt64(0), count: line.colors.count)
    var alphaSums = Array(repeating: UInt64(0), count: line.alphas.count)
    for (row, cell) in down.cells.enumerated() {
      for (offset, weight) in cell.weights.enumerated() where weight > 0 {
        plane.read(area.columns, ofRow: cell.start + offset, samples: samples, alphas: alphas, into: &line)
        Self.add(line.colors.span, weight: weight, to: &colorSums)
        Self.add(line.alphas.span, weight: weight, to: &alphaSums)
      }
      takeAverages(of: &colorSums, into: &average.colors)
      takeAverages(of: &alphaSums, into: &average.alphas)
      averages.write(average, toRow: row)
    }
    return averages
  }

  /// Adds `weight` times `samples` to `sums`.
  private static func add(_ samples: Span<UInt16>, weight: UInt64, to sums: inout [UInt64]) {
    var sums = sums.mutableSpan
    let weight = UInt32(truncatingIfNeeded: weight)
    for column in 0..<min(samples.count, sums.count) {
      sums[column] &+= UInt64(UInt32(samples[column])) &* UInt64(weight)
    }
  }

  /// The averages of the columns' `sums`, cell by cell; the sums are zero afterwards.
  private func takeAverages(of sums: inout [UInt64], into averages: inout [UInt16]) {
    guard !sums.isEmpty else { return }
    // A column's sum has the sample's bits and the weight's; 32 of them are carried on.
    let surplus = 16 + AveragingAxis.weightBits - 32
    let dropped = 16 + AveragingAxis.weightBits
    for (number, cell) in across.cells.enumerated() {
      var sum: UInt64 = 1 << (dropped - 1)
      let start = cell.start - area.columns.lowerBound
      for (offset, weight) in cell.weights.enumerated() { sum &+= (sums[start + offset] >> surplus) &* weight }
      averages[number] = UInt16(truncatingIfNeeded: sum >> dropped)
    }
    for column in sums.indices { sums[column] = 0 }
  }
}

/// One axis of a plane divided into cells of equal size, each of which becomes one sample.
///
/// The cells lie on multiples of their size, so that they stay where they are when a crop moves; beyond the samples
/// that are shown, the outermost are repeated.
struct AveragingAxis: Hashable {
  /// Samples a cell, 1 or more; not always whole.
  let size: Double
  /// The first cell's place: it begins at `first` times `size`.
  let first: Int
  /// The samples of each cell and how much each counts, in 2²⁴ths that add up to one.
  let cells: [Cell]

  /// What is averaged to one sample.
  struct Cell: Hashable {
    /// Where the first of its samples lies.
    let start: Int
    /// How much each of its samples counts.
    let weights: [UInt64]
  }

  /// Fractional bits of a weight.
  static let weightBits: UInt64 = 24

  /// The cells that stand for `samples` where one step on the output is `footprint` of them. Up to two, mixing the
  /// nearest samples sees each of them, and a cell is one sample.
  init(_ samples: Range<Int>, footprint: Double) {
    let beyondAnyPlane = 65_536.0
    size = footprint > 2 ? min(footprint, beyondAnyPlane) : 1
    first = Int((Double(samples.lowerBound) / size).rounded(.down)) - 1
    let last = Int((Double(samples.upperBound) / size).rounded(.up))
    cells = (first...last).map { [size] in Cell(from: Double($0) * size, size: size, of: samples) }
  }

  /// Whether every cell is one sample.
  var isTrivial: Bool { size == 1 }
}

extension AveragingAxis.Cell {
  /// The cell of `size` from `start` on, of which only the part within `samples` can be read.
  fileprivate init(from start: Double, size: Double, of samples: Range<Int>) {
    func sample(_ place: Double) -> Int {
      Int(min(max(place, Double(samples.lowerBound)), Double(samples.upperBound - 1)))
    }
    let first = sample(start)
    let last = sample((start + size).rounded(.up) - 1)
    let one = Double(1 << AveragingAxis.weightBits)
    var counted: UInt64 = 0
    self.start = first
    weights = (first...last).map { index in
      // Rounding the running sum, not each weight, keeps the total exact.
      let share = index == last ? 1 : min(max((Double(index + 1) - start) / size, 0), 1)
      let sum = UInt64((share * one).rounded())
      defer { counted = sum }
      return sum - counted
    }
  }
}
