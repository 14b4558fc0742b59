import Testing

@testable import Compositing

struct AveragingAxisTests {
  @Test(arguments: [2.001, 2.5, 3, 7.77, 100, 1e5, .infinity])
  func `the weights of every cell add up to one`(footprint: Double) {
    for samples in [0..<1, 3..<20, 100..<1_000] {
      let axis = AveragingAxis(samples, footprint: footprint)
      for cell in axis.cells {
        #expect(cell.weights.reduce(0, +) == 1 << AveragingAxis.weightBits)
        #expect(samples.contains(cell.start) && samples.contains(cell.start + cell.weights.count - 1))
      }
    }
  }

  @Test func `cells lie on multiples of their size, and samples count as much as lies in the cell`() {
    let axis = AveragingAxis(0..<5, footprint: 2.5)
    let one = Double(1 << AveragingAxis.weightBits)
    let weights = axis.cells.map { cell in cell.weights.map { (Double($0) / one * 10).rounded() / 10 } }
    #expect(axis.first == -1)
    #expect(axis.cells.map(\.start) == [0, 0, 2, 4])
    #expect(weights == [[1], [0.4, 0.4, 0.2], [0.2, 0.4, 0.4], [1]])
  }

  @Test func `up to two samples a step, a cell is one sample`() {
    #expect(AveragingAxis(0..<9, footprint: 2).isTrivial)
    #expect(!AveragingAxis(0..<9, footprint: 2.01).isTrivial)
  }
}
