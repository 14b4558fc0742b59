import Foundation
import MediaTime
import SeededRandom
import Testing

@Suite("Frame grid")
struct FrameGridTests {
  /// Frame durations of the rates that the exactness contract names, and two odd ones.
  static let durations: [(Int64, Int64)] = [
    (1001, 24_000), (1, 24), (1, 25), (1001, 30_000), (1, 30), (1, 50), (1001, 60_000), (1, 60), (2, 3), (7, 1),
  ]

  @Test func `a frame lasts longer than nothing`() throws {
    #expect(throws: RationalError.notPositive(.zero)) { try FrameGrid(frameDuration: .zero) }
    #expect(throws: RationalError.notPositive(Rational(-1))) { try FrameGrid(frameDuration: Rational(-1)) }
    #expect(try FrameGrid(frameDuration: Rational(1, 25)).frameDuration == Rational(1, 25))
  }

  @Test(arguments: [
    (0, 0), (1, 33_366_666), (2, 66_733_333), (3, 100_100_000), (30_000, 1_001_000_000_000), (-1, -33_366_667),
  ])
  func `frames of 29.97 a second start at the nanosecond before their exact time`(frame: Int, nanoseconds: Int64) throws
  {
    let grid = try FrameGrid(frameDuration: Rational(1001, 30_000))
    #expect(try grid.nanoseconds(of: frame) == nanoseconds)
  }

  @Test func `a duration needs the frame that it only begins`() throws {
    let grid = try FrameGrid(frameDuration: Rational(1, 25))
    #expect(try grid.frameCount(covering: .zero) == 0)
    #expect(try grid.frameCount(covering: Rational(1)) == 25)
    #expect(try grid.frameCount(covering: Rational(1_000_000_001, 1_000_000_000)) == 26)
    #expect(try grid.frameCount(covering: Rational(999_999_999, 1_000_000_000)) == 25)
  }

  @Test(arguments: durations)
  func `frames tile time without gap or overlap`(numerator: Int64, denominator: Int64) throws {
    let grid = try FrameGrid(frameDuration: Rational(numerator, denominator))
    var random = SeededGenerator(seed: 51)
    for _ in 0..<500 {
      let frame = Int.random(in: -10_000_000...10_000_000, using: &random)
      let start = try grid.time(of: frame)
      #expect(try grid.frame(containing: start) == frame)
      #expect(try grid.firstFrame(atOrAfter: start) == frame)
      #expect(try grid.frameCount(covering: start) == frame)
      #expect(try grid.time(of: frame + 1) == start + grid.frameDuration)

      let time = try start + grid.frameDuration * Rational(.random(in: 1...999, using: &random), 1000)
      #expect(try grid.frame(containing: time) == frame)
      #expect(try grid.firstFrame(atOrAfter: time) == frame + 1)
      #expect(try grid.frameCount(covering: time) == frame + 1)
    }
  }

  @Test(arguments: durations)
  func `nanoseconds are within one of the exact time, never after it, and tell frames apart`(
    numerator: Int64, denominator: Int64
  ) throws {
    let grid = try FrameGrid(frameDuration: Rational(numerator, denominator))
    let nanosecond = try Rational(1, 1_000_000_000)
    for frame in [0, 1, 2, 3, 29, 1000, 107_892, 2_589_408, 9_999_999] {
      let exact = try grid.time(of: frame)
      let quantized = try Rational(grid.nanoseconds(of: frame), 1_000_000_000)
      #expect(quantized <= exact)
      #expect(try exact - quantized < nanosecond)
      #expect(try grid.nanoseconds(of: frame) < grid.nanoseconds(of: frame + 1))
    }
  }

  @Test func `what does not fit is an error`() throws {
    let grid = try FrameGrid(frameDuration: Rational(7))
    #expect(throws: RationalError.overflow) { try grid.time(of: .max) }
    #expect(throws: RationalError.overflow) { try grid.nanoseconds(of: .max) }
    #expect(throws: RationalError.overflow) { try grid.nanoseconds(of: 2_000_000_000) }
    let fine = try FrameGrid(frameDuration: Rational(1, .max))
    #expect(throws: RationalError.overflow) { try fine.frameCount(covering: Rational(2)) }
    #expect(throws: RationalError.overflow) { try fine.frame(containing: Rational(.max)) }
    #expect(try fine.firstFrame(atOrAfter: .one) == .max)
    #expect(try fine.nanoseconds(of: .max) == 1_000_000_000)
  }

  @Test func `JSON is checked when read`() throws {
    let grid = try FrameGrid(frameDuration: Rational(1001, 30_000))
    #expect(try JSONDecoder().decode(FrameGrid.self, from: JSONEncoder().encode(grid)) == grid)
    let still = Data(#"{"frameDuration": {"numerator": 0, "denominator": 1}}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FrameGrid.self, from: still) }
  }
}
