import CPlaneFilters
import SeededRandom
import Testing

/// The loops of drawing, in the form for all processors and in the one that this processor takes.
@Suite("Loops of drawing")
struct LoopTests {
  private let loops = plane_filters_loops()

  @Test(arguments: [1, 2]) func `rows are mixed alike at all widths and places`(bytes: Int) {
    var random = SeededGenerator(seed: UInt64(bytes))
    for count in 1..<100 {
      for taps in [2, 4, 6, 16] {
        let stride = count * bytes + 5
        let samples = (0..<stride * taps + 16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let starts = (0..<taps).map { $0 * stride + Int.random(in: 0...3, using: &random) }
        let weights = self.weights(taps, using: &random)
        var (ours, plain) = ([Int16](repeating: 7, count: count + 3), [Int16](repeating: 7, count: count + 3))
        let depth = Int32(bytes == 1 ? 8 : [10, 16].randomElement(using: &random) ?? 16)
        unsafe plane_filters_mix_rows(
          samples, Int32(bytes), depth, starts, weights, Int32(taps), Int32(count), &ours)
        unsafe loops.mix_rows(samples, Int32(bytes), depth, starts, weights, Int32(taps), Int32(count), &plain)
        #expect(ours == plain)
      }
    }
  }

  @Test(arguments: [4, 8, 16, 24, 40]) func `a row is sampled alike`(taps: Int) {
    var random = SeededGenerator(seed: UInt64(taps))
    for count in 1..<70 {
      let levels = (0..<200 + taps).map { _ in Int16.random(in: -2_000...18_000, using: &random) }
      let starts = (0..<count).map { _ in Int32.random(in: 0..<200, using: &random) }
      let weights = (0..<count).flatMap { _ in self.weights(taps, using: &random) }
      var (ours, plain) = ([UInt16](repeating: 7, count: count + 3), [UInt16](repeating: 7, count: count + 3))
      unsafe plane_filters_sample_row(levels, starts, weights, Int32(taps), Int32(count), 65_280, &ours)
      unsafe loops.sample_row(levels, starts, weights, Int32(taps), Int32(count), 65_280, &plain)
      #expect(ours == plain)
    }
  }

  @Test(arguments: [(4, 4), (8, 8), (16, 8), (16, 16), (24, 6), (32, 40)])
  func `a line through a plane is sampled alike`(taps: (Int, Int)) {
    var random = SeededGenerator(seed: UInt64(taps.0 * 100 + taps.1))
    let (width, height) = (60 + taps.0, 50 + taps.1)
    let levels = (0..<width * height + 64).map { _ in Int16.random(in: -2_000...18_000, using: &random) }
    let across = (0...512).flatMap { _ in self.weights(taps.0, using: &random) }
    let down = (0...512).flatMap { _ in self.weights(taps.1, using: &random) }
    let one = Int64(1) << 32
    for count in 1..<50 {
      let line = plane_filters_line(
        x: Int64.random(in: -2 * one..<40 * one, using: &random),
        y: Int64.random(in: -2 * one..<40 * one, using: &random),
        step_x: Int64.random(in: -one...one, using: &random), step_y: Int64.random(in: -one...one, using: &random),
        last_x: 57 * one, last_y: 47 * one, count: Int32(count))
      var (ours, plain) = ([UInt16](repeating: 7, count: count + 3), [UInt16](repeating: 7, count: count + 3))
      unsafe plane_filters_sample_line(
        levels, width, line, across, Int32(taps.0), down, Int32(taps.1), 65_280, &ours)
      unsafe loops.sample_line(levels, width, line, across, Int32(taps.0), down, Int32(taps.1), 65_280, &plain)
      #expect(ours == plain)
    }
  }

  @Test func `a row is mapped by a table`() {
    var random = SeededGenerator(seed: 3)
    let table = (0..<256).map { _ in UInt8.random(in: 0...255, using: &random) }
    let samples = (0..<777).map { _ in UInt8.random(in: 0...255, using: &random) }
    var mapped = [UInt8](repeating: 7, count: 780)
    unsafe plane_filters_map_row(samples, table, 777, &mapped)
    #expect(mapped == samples.map { table[Int($0)] } + [7, 7, 7])
  }

  /// Weights that sum to one, as those of a kernel do, some below none.
  private func weights(_ taps: Int, using random: inout SeededGenerator) -> [Int16] {
    var weights = (0..<taps).map { _ in Int16.random(in: -900...Int16(16_384 / taps + 900), using: &random) }
    weights[0] += Int16(clamping: 16_384 - weights.reduce(0) { $0 + Int($1) })
    return weights
  }
}
