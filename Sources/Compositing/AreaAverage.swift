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

  /// The averaged plane's samples.
  var averagedArea: PlaneArea {
    PlaneArea(stride: across.cells.count, columns: 0..<across.cells.count, rows: 0..<down.cells.count)
  }

  /// The averages of `samples`, with 16 bits whatever those have; rounded to nearest.
  func averages<Sample: UnsignedInteger & FixedWidthInteger>(of samples: [Sample]) -> [UInt16] {
    var averages: [UInt16] = []
    averages.reserveCapacity(across.cells.count * down.cells.count)
    // A column's sum has the sample's bits and the weight's; 32 of them are carried on.
    let surplus = UInt64(Sample.bitWidth) + AveragingAxis.weightBits - 32
    let dropped = 16 + AveragingAxis.weightBits
    var sums = Array(repeating: UInt64(0), count: area.columns.count)
    for cell in down.cells {
      add(cell, of: samples, to: &sums)
      for cell in across.cells {
        var sum: UInt64 = 1 << (dropped - 1)
        for (offset, weight) in cell.weights.enumerated() {
          sum &+= (sums[cell.start - area.columns.lowerBound + offset] >> surplus) &* weight
        }
        averages.append(UInt16(truncatingIfNeeded: sum >> dropped))
      }
      for column in sums.indices {
        sums[column] = 0
      }
    }
    return averages
  }

  /// Adds the weighted rows of `cell` up, column by column.
  private func add<Sample: UnsignedInteger & FixedWidthInteger>(
    _ cell: AveragingAxis.Cell, of samples: [Sample], to sums: inout [UInt64]
  ) {
    for (offset, weight) in cell.weights.enumerated() where weight > 0 {
      let start = (cell.start + offset) * area.stride + area.columns.lowerBound
      for column in sums.indices {
        sums[column] &+= UInt64(samples[start + column]) &* weight
      }
    }
  }
}
