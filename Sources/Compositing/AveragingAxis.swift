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
