import EditingModel
import MediaFormats
import MediaTime
import SeededRandom
import Testing

@Suite struct RampEditingTests {
  private var layer = LayerInstruction(trackID: 1)

  @Test func `ramps set in any order stand in the order of time`() throws {
    var layer = layer
    try layer.setOpacity(0.5, at: seconds(5))
    try layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range(2, 4))
    try layer.setOpacity(0.25, at: seconds(1))
    #expect(
      layer.opacity.entries == [
        .setting(at: seconds(1), value: 0.25), .ramp(range: range(2, 4), from: 1, to: 0),
        .setting(at: seconds(5), value: 0.5),
      ])
  }

  @Test func `a later setting at the same time replaces the first`() throws {
    var layer = layer
    try layer.setOpacity(0.5, at: seconds(1))
    try layer.setOpacity(0.75, at: seconds(10, over: 10))
    #expect(layer.opacity.entries == [.setting(at: seconds(1), value: 0.75)])
  }

  @Test func `a ramp governs where it begins, whatever is set there, before or after`() throws {
    var first = layer
    try first.setOpacity(1, at: .zero)
    try first.setOpacityRamp(fromStartOpacity: 0.5, toEndOpacity: 0, timeRange: range(0, 2))
    var second = layer
    try second.setOpacityRamp(fromStartOpacity: 0.5, toEndOpacity: 0, timeRange: range(0, 2))
    try second.setOpacity(1, at: .zero)
    #expect(first == second)
    #expect(first.opacity.value(at: CMTime.zero, initial: 1) == 0.5)
  }

  @Test func `ramps may touch, and the later one governs where they do`() throws {
    var input = AudioMixInputParameters(trackID: 2)
    try input.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0, timeRange: range(1, 2))
    try input.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(0, 1))
    try input.setVolume(3, at: seconds(2))
    #expect([0, 1, 2, 9].map { input.volume.value(at: seconds($0), initial: 1) } == [0, 0.5, 3, 3])
    #expect(input.volumeRamp(for: seconds(1)) == Ramp(timeRange: range(1, 2), start: 0.5, end: 0))
  }

  @Test(arguments: [(1, 3), (3, 5), (2, 4), (0, 9), (3, 4)])
  func `a ramp that overlaps another is refused and nothing is changed`(start: Int64, end: Int64) throws {
    var input = AudioMixInputParameters(trackID: 2)
    try input.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(2, 4))
    let before = input
    let error = #expect(throws: RampError.self) {
      try input.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(start, end))
    }
    #expect(error?.code == .rampsOverlap)
    #expect(error?.argument == .timeRange)
    #expect(
      error?.description
        == "timeRange: The range is from \(start) s to \(end) s, and there is a ramp from 2 s to 4 s. "
        + "Expected a range up to 2 s, or from 4 s on.")
    #expect(input == before)
  }

  @Test func `a setting within a ramp and a ramp over a setting are refused`() throws {
    var layer = layer
    try layer.setTransformRamp(fromStart: .identity, toEnd: .scale(x: 2, y: 2), timeRange: range(2, 4))
    var error = #expect(throws: RampError.self) { try layer.setTransform(.identity, at: seconds(3)) }
    #expect(
      error?.description
        == "time: The time is 3 s, and there is a ramp from 2 s to 4 s. Expected a time up to 2 s, or from 4 s on.")
    try layer.setTransform(.identity, at: seconds(6))
    error = #expect(throws: RampError.self) {
      try layer.setTransformRamp(fromStart: .identity, toEnd: .identity, timeRange: range(5, 7))
    }
    #expect(error?.message == "The range is from 5 s to 7 s, and a value is set at 6 s.")
    #expect(layer.transform.entries.count == 2)
  }

  @Test(arguments: [CMTime.invalid, .indefinite, .positiveInfinity, .negativeInfinity])
  func `times that are not finite are refused`(time: CMTime) {
    var layer = layer
    let error = #expect(throws: RampError.self) { try layer.setOpacity(1, at: time) }
    #expect(error?.code == .invalidTime && error?.argument == .time)
    let rampError = #expect(throws: RampError.self) {
      try layer.setCropRectangleRamp(
        fromStartCropRectangle: Rectangle(.zero), toEndCropRectangle: Rectangle(.zero),
        timeRange: CMTimeRange(start: time, duration: seconds(1)))
    }
    #expect(rampError?.argument == .timeRange)
    #expect(layer == self.layer)
  }

  @Test func `a ramp without a positive, finite duration is refused`() {
    var layer = layer
    for duration in [CMTime.zero, seconds(-1), .positiveInfinity] {
      let error = #expect(throws: RampError.self) {
        try layer.setOpacityRamp(
          fromStartOpacity: 0, toEndOpacity: 1, timeRange: CMTimeRange(start: .zero, duration: duration))
      }
      #expect(error?.code == .invalidDuration && error?.argument == .timeRange)
    }
    #expect(layer == self.layer)
  }

  @Test func `values out of range are refused by the argument they stand in`() {
    var layer = layer
    var input = AudioMixInputParameters(trackID: 2)
    let errors = [
      #expect(throws: RampError.self) { try layer.setOpacity(1.5, at: .zero) },
      #expect(throws: RampError.self) {
        try layer.setOpacityRamp(fromStartOpacity: -1, toEndOpacity: 1, timeRange: range(0, 1))
      },
      #expect(throws: RampError.self) {
        try input.setVolumeRamp(fromStartVolume: 1, toEndVolume: 11, timeRange: range(0, 1))
      },
      #expect(throws: RampError.self) { try input.setVolume(.nan, at: .zero) },
      #expect(throws: RampError.self) { try layer.setTransform(.scale(x: .infinity, y: 1), at: .zero) },
      #expect(throws: RampError.self) {
        try layer.setCropRectangle(Rectangle(x: -1, y: 0, width: 1, height: 1), at: .zero)
      },
    ]
    #expect(errors.map { $0?.code } == Array(repeating: .valueOutOfRange, count: 6))
    #expect(errors.map { $0?.argument } == [.value, .startValue, .endValue, .value, .value, .value])
    #expect(errors[0]?.expected == "a number from 0 to 1")
    #expect(layer == self.layer)
    #expect(input == AudioMixInputParameters(trackID: 2))
  }

  @Test func `random settings and ramps are valid, or refused as overlapping`() throws {
    var generator = SeededGenerator(seed: 11)
    var refused = 0
    for _ in 0..<300 {
      var layer = layer
      for _ in 0..<12 {
        let start = Int64.random(in: 0...30, using: &generator)
        let end = start + Int64.random(in: 0...6, using: &generator)
        let before = layer
        do throws(RampError) {
          if Bool.random(using: &generator) {
            try layer.setOpacity(0.5, at: seconds(start))
          } else {
            try layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 1, timeRange: range(start, end))
          }
        } catch {
          refused += 1
          #expect(layer == before)
          #expect(error.code == .rampsOverlap || (error.code == .invalidDuration && start == end))
        }
      }
      #expect(videoComposition(instruction(0, 15, layer)).validate(over: fifteenSeconds) == [])
    }
    #expect(refused > 300)
  }

  @Test func `parameters and layers are made for a track of a composition`() {
    #expect(LayerInstruction(assetTrack: track(3)).trackID == 3)
    #expect(AudioMixInputParameters(track: track(4, .audio)).trackID == 4)
  }

  @Test func `a track that the mix says nothing of has no parameters`() {
    let mix = AudioMix(inputParameters: [AudioMixInputParameters(trackID: 2, audioTimePitchAlgorithm: .varispeed)])
    #expect(mix.parameters(for: 2)?.audioTimePitchAlgorithm == .varispeed)
    #expect(mix.parameters(for: 3) == nil)
  }
}
