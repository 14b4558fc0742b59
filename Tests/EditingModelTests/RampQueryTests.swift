import EditingModel
import MediaTime
import Testing

@Suite struct RampQueryTests {
  /// A step at 1 s, a fade over [2, 3), another over [5, 6).
  private let layer = LayerInstruction(
    trackID: 1,
    opacity: Ramps([
      .setting(at: seconds(1), value: 0.5), .ramp(range: range(2, 3), from: 1, to: 0),
      .ramp(range: range(5, 6), from: 0, to: 1),
    ]))

  @Test func `before the first ramp the result is the next ramp`() {
    let first = Ramp(timeRange: range(1, 2), start: 0.5, end: 0.5)
    #expect(layer.opacityRamp(for: .zero) == first)
    #expect(layer.opacityRamp(for: seconds(-7)) == first)
    #expect(layer.opacityRamp(for: .negativeInfinity) == first)
  }

  @Test func `within a ramp and at its start the result is that ramp`() {
    let fade = Ramp(timeRange: range(2, 3), start: 1.0, end: 0)
    #expect(layer.opacityRamp(for: seconds(2)) == fade)
    #expect(layer.opacityRamp(for: seconds(5, over: 2)) == fade)
  }

  @Test func `between two ramps, and where one ends, the result is the next`() {
    let rise = Ramp(timeRange: range(5, 6), start: 0.0, end: 1)
    #expect(layer.opacityRamp(for: seconds(3)) == rise)
    #expect(layer.opacityRamp(for: seconds(4)) == rise)
  }

  @Test func `after the last ramp, and at a time that is not finite, there is none`() {
    #expect(layer.opacityRamp(for: seconds(6)) == nil)
    for time in [CMTime.positiveInfinity, .invalid, .indefinite] { #expect(layer.opacityRamp(for: time) == nil) }
    #expect(layer.transformRamp(for: .zero) == nil)
    #expect(layer.cropRectangleRamp(for: .zero) == nil)
  }

  @Test func `the last setting lasts without end`() {
    var input = AudioMixInputParameters(trackID: 2)
    input.volume = Ramps([.setting(at: seconds(1), value: 0.3)])
    let level = Ramp(
      timeRange: CMTimeRange(start: seconds(1), end: .positiveInfinity), start: 0.3, end: 0.3)
    #expect(input.volumeRamp(for: seconds(1000)) == level)
    #expect(input.volumeRamp(for: level.timeRange.end) == nil)
  }

  @Test func `looking up the end of each result gives every ramp once`() {
    var pieces: [Ramp<Double>] = []
    var time = CMTime.zero
    while let piece = layer.opacityRamp(for: time) {
      pieces.append(piece)
      time = piece.timeRange.end
    }
    #expect(pieces.map(\.timeRange) == [range(1, 2), range(2, 3), range(5, 6)])
  }

  @Test func `the ramp that contains a time gives its value`() throws {
    var compared = 0
    for tenth in 10..<60 {
      let time = seconds(Int64(tenth), over: 10)
      let piece = try #require(layer.opacityRamp(for: time))
      guard piece.timeRange.containsTime(time) else { continue }
      compared += 1
      let passed = (time - piece.timeRange.start).seconds / piece.timeRange.duration.seconds
      let value = piece.start + (piece.end - piece.start) * passed
      #expect(abs(layer.opacity.value(at: time, initial: 1) - value) < 1e-12)
    }
    // All but those of the gap from 3 to 5 s.
    #expect(compared == 30)
  }
}
