import Foundation
import MediaTime
import SeededRandom
import Testing

@Suite("Sample grid")
struct SampleGridTests {
  static let rates = [8000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000]

  @Test func `a rate is greater than zero`() throws {
    #expect(throws: RationalError.notPositive(.zero)) { try SampleGrid(rate: 0) }
    #expect(throws: RationalError.notPositive(Rational(-48_000))) { try SampleGrid(rate: -48_000) }
    #expect(try SampleGrid(rate: 48_000).rate == 48_000)
  }

  @Test func `the nearest of two samples equally near is the later`() throws {
    let grid = try SampleGrid(rate: 10)
    for (numerator, sample) in [(1, 1), (2, 1), (3, 2), (-1, 0), (-2, -1), (-3, -1)] as [(Int64, Int64)] {
      #expect(try grid.nearestSample(to: Rational(numerator, 20)) == sample)
    }
    #expect(try grid.nearestSample(to: Rational(149, 1000)) == 1)
    #expect(try grid.nearestSample(to: Rational(-51, 1000)) == -1)
  }

  @Test func `a video frame's border falls on the nearest sample`() throws {
    let grid = try SampleGrid(rate: 48_000)
    // 1601.6, 3203.2, 4804.8 samples.
    #expect(try grid.nearestSample(to: Rational(1001, 30_000)) == 1602)
    #expect(try grid.nearestSample(to: Rational(2002, 30_000)) == 3203)
    #expect(try grid.nearestSample(to: Rational(3003, 30_000)) == 4805)
  }

  @Test(
    arguments: [(0, 0), (1, 22_676), (2, 45_352), (441, 10_000_000), (44_100, 1_000_000_000), (-1, -22_675)]
      as [(Int64, Int64)])
  func `samples at 44.1 kHz stand at the nanosecond after their exact time`(sample: Int64, nanoseconds: Int64) throws {
    #expect(try SampleGrid(rate: 44_100).nanoseconds(of: sample) == nanoseconds)
  }

  @Test(arguments: rates)
  func `a sample's time and nanoseconds lead back to the sample`(rate: Int) throws {
    let grid = try SampleGrid(rate: rate)
    var random = SeededGenerator(seed: 61)
    for _ in 0..<1000 {
      let sample = Int64.random(in: -20_000_000_000...20_000_000_000, using: &random)
      let time = try grid.time(of: sample)
      #expect(try time == Rational(sample, Int64(rate)))
      #expect(try grid.nearestSample(to: time) == sample)
      // How GStreamer places a buffer: the whole samples before its timestamp.
      #expect(try Rational(grid.nanoseconds(of: sample), 1_000_000_000).floor(scaledBy: Int64(rate)) == sample)
      #expect(try grid.nanoseconds(of: sample) < grid.nanoseconds(of: sample + 1))
    }
  }

  @Test(arguments: rates)
  func `the nearest sample is within half a sample`(rate: Int) throws {
    let grid = try SampleGrid(rate: rate)
    var random = SeededGenerator(seed: 62)
    for _ in 0..<1000 {
      let time = try random.rational(bits: 24)
      let half = try Rational(1, 2 * Int64(rate))
      let error = try grid.time(of: grid.nearestSample(to: time)) - time
      #expect(try -half < error && error <= half)
    }
  }

  @Test func `what does not fit is an error`() throws {
    let grid = try SampleGrid(rate: 48_000)
    #expect(throws: RationalError.overflow) { try grid.nearestSample(to: Rational(.max)) }
    #expect(throws: RationalError.overflow) { try grid.nanoseconds(of: .max) }
    #expect(try SampleGrid(rate: .max).nearestSample(to: .one) == .max)
  }

  @Test func `JSON is checked when read`() throws {
    let grid = try SampleGrid(rate: 44_100)
    #expect(try JSONDecoder().decode(SampleGrid.self, from: JSONEncoder().encode(grid)) == grid)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(SampleGrid.self, from: Data(#"{"rate": 0}"#.utf8)) }
  }
}
