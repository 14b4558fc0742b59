import MediaTime
import Testing

@testable import Rendering

/// Times that a composition holds beside samples.
@Suite("Composable timing") struct ComposableTimingTests {
  @Test func `usual times stay as they are`() throws {
    for rate in [
      try Rational(1, 24), try Rational(1_001, 30_000), try Rational(1_001, 60_000), try Rational(1, 12_800),
    ] {
      let constant = FrameTiming.constant(start: try Rational(3) * rate, frameDuration: rate, count: 9)
      #expect(constant.composable(besideRates: [44_100, 48_000]) == constant)
      let starts = try [0, 2, 3, 7].map { try Rational($0) * rate }
      let variable = FrameTiming.variable(starts: FrameStarts(starts), end: try Rational(8) * rate)
      #expect(variable.composable(besideRates: [44_100]) == variable)
    }
    #expect(FrameTiming.still.composable(besideRates: [44_100]) == .still)
    let nanoseconds = FrameTiming.variable(
      starts: FrameStarts([.zero, try Rational(33_000_099, 1_000_000_000)]), end: Rational(1))
    #expect(nanoseconds.composable(besideRates: []) == nanoseconds)
  }

  @Test func `times that have no timescale in common with the samples go to the nearest that have`() throws {
    let nanosecond = try Rational(1, 1_000_000_000)
    let starts = try [23_000_069, 56_000_168, 90_000_270].map { try Rational($0) * nanosecond }
    let timing = FrameTiming.variable(starts: FrameStarts(starts), end: try Rational(123_000_369) * nanosecond)
    let rounded = timing.composable(besideRates: [44_100])
    #expect(rounded != timing && rounded.count == 3)
    for number in 0..<3 {
      let start = try rounded.start(of: number)
      #expect(Int64(CMTimeScale.max) >= start.denominator && 705_600_000 % start.denominator == 0)
      let away = try start - timing.start(of: number)
      #expect(max(away, try .zero - away) <= nanosecond)
    }
  }

  @Test func `a constant rate begins elsewhere, and a rate that nothing holds is none`() throws {
    let frameDuration = try Rational(1_001, 30_000)
    let late = FrameTiming.constant(start: try Rational(7, 999_999_937), frameDuration: frameDuration, count: 50)
    guard case .constant(let start, frameDuration, 50) = late.composable(besideRates: [48_000]) else {
      Issue.record("The rate is another.")
      return
    }
    #expect(705_600_000 % start.denominator == 0)
    let odd = FrameTiming.constant(start: .zero, frameDuration: try Rational(66_666_667, 1_999_999_973), count: 50)
    let variable = odd.composable(besideRates: [48_000])
    guard case .variable(let starts, _) = variable else {
      Issue.record("The rate is kept.")
      return
    }
    #expect(starts.count == 50 && starts.timescale.map { 705_600_000 % $0 } == 0)
  }
}
