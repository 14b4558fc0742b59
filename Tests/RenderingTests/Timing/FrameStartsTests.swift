import Foundation
import MediaTime
import Rendering
import SeededRandom
import Testing

struct FrameStartsTests {
  /// Rows of times, each stored in another form, or unchanged.
  private static let rows: [[Rational]] = [
    [], [fraction(0)], [fraction(-1, 3), fraction(0), fraction(1, 2)], [fraction(5), fraction(5), fraction(7)],
    (0..<1_000).map { fraction(Int64($0) * 1_001 + Int64($0 * $0 % 7), 30_000) },
    // An hour between two, and whole ages.
    [fraction(0), fraction(3_600), fraction(1_000_000_000, 3), fraction(.max)],
    // No common unit, and falling times.
    [fraction(1, 999_983), fraction(1, 999_979), fraction(1, 999_961)], [fraction(2), fraction(1)],
    [fraction(.max - 1), fraction(.max)], [fraction(-.max), fraction(.max)],
  ]

  @Test(arguments: rows) func `times come back as they were, from memory and from JSON`(times: [Rational]) throws {
    let starts = FrameStarts(times)
    #expect(Array(starts) == times)
    let decoded = try JSONDecoder().decode(FrameStarts.self, from: try JSONEncoder().encode(starts))
    #expect(decoded == starts)
    #expect(Array(decoded) == times)
  }

  @Test func `the frame at any time is the one that a plain search finds`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let timescale = Int64.random(in: 1...100_000, using: &random)
      var tick = Int64.random(in: -1_000...1_000, using: &random)
      let times = (0..<Int.random(in: 1...300, using: &random)).map { _ in
        tick += Int64.random(in: 1...5_000, using: &random)
        return fraction(tick, timescale)
      }
      let timing = FrameTiming.variable(starts: FrameStarts(times), end: fraction(tick + 1, timescale))
      for _ in 0..<20 {
        let time = fraction(Int64.random(in: -2_000...(tick + 2_000), using: &random) * 7 + 3, timescale * 7)
        #expect(timing.frame(at: time) == max(0, (times.firstIndex { $0 > time } ?? times.count) - 1))
      }
    }
  }

  @Test func `ten hours of uneven frames take some bytes each as JSON`() throws {
    let starts = FrameStarts((0..<864_000).map { fraction(Int64($0) * 3_750 + Int64($0 * 37 % 1_000), 90_000) })
    #expect(try JSONEncoder().encode(starts).count < 3_000_000)
  }

  @Test(arguments: [#"{"timescale":0,"steps":"AA=="}"#, #"{"timescale":9,"steps":"gA=="}"#, "{}"])
  func `what is no row of times is refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FrameStarts.self, from: Data(text.utf8)) }
  }
}
