import EditingModel
import MediaTime
import Testing

@Suite struct VideoCompositionValidationTests {
  private func problems(_ video: VideoComposition) -> [String] {
    video.validate(over: fifteenSeconds).map { "\($0.code) \($0.location)" }
  }

  private func problems(_ instructions: VideoCompositionInstruction...) -> [String] {
    var video = videoComposition()
    video.instructions = instructions
    return problems(video)
  }

  private func problems(_ layer: LayerInstruction) -> [String] { problems(instruction(0, 15, layer)) }

  @Test func `instructions that cover the duration are sound, also where they reach beyond it`() {
    #expect(problems(instruction(0, 15)) == [])
    #expect(problems(instruction(0, 7, LayerInstruction(trackID: 1)), instruction(7, 15)) == [])
    #expect(problems(instruction(0, 7), instruction(7, 60)) == [])
    #expect(problems(instruction(0, 16), instruction(17, 18)) == [])
  }

  @Test func `a composition without duration needs no instructions`() {
    #expect(videoComposition().validate(over: Composition()) == [])
  }

  @Test func `a gap is named with its ends`() {
    let found = videoComposition(instruction(0, 7), instruction(8, 15)).validate(over: fifteenSeconds)
    #expect(
      found == [
        ModelProblem(
          .timeNotCovered, at: ModelLocation(.instruction(1), .start), "The instructions leave 7…8 s uncovered.",
          expected: "instructions that cover 0…15 s without a gap", timeRange: range(7, 8))
      ])
  }

  @Test func `a gap at the start, at the end, and no instruction at all are gaps`() {
    #expect(problems(instruction(1, 15)) == ["timeNotCovered instructions[0].start"])
    let end = videoComposition(instruction(0, 14)).validate(over: fifteenSeconds)
    #expect(end.map(\.message) == ["The instructions leave 14…15 s uncovered."])
    #expect(end.map(\.location) == [ModelLocation(.videoComposition, .instructions)])
    #expect(
      videoComposition().validate(over: fifteenSeconds).map(\.message) == [
        "The instructions leave 0…15 s uncovered."
      ])
  }

  @Test func `a gap is named in fractions where decimals do not say it`() {
    var video = videoComposition(instruction(0, 1), instruction(2, 15))
    video.instructions[0].timeRange.duration = seconds(1001, over: 30_000)
    #expect(
      video.validate(over: fifteenSeconds).map(\.message) == ["The instructions leave 1001/30000…2 s uncovered."])
  }

  @Test func `an overlap is a problem of the later instruction`() {
    #expect(problems(instruction(0, 8), instruction(7, 15)) == ["instructionsOverlap instructions[1].start"])
    #expect(problems(instruction(0, 15), instruction(3, 4)) == ["instructionsOverlap instructions[1].start"])
  }

  @Test func `instructions need finite times and durations`() {
    let unset = VideoCompositionInstruction(timeRange: .invalid)
    #expect(
      problems(instruction(0, 7), unset, instruction(8, 15)) == [
        "invalidTime instructions[1].start", "invalidDuration instructions[1].duration",
      ])
    #expect(
      problems(VideoCompositionInstruction(timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))) == [
        "invalidDuration instructions[0].duration"
      ])
  }

  @Test func `the frame duration is from a tenth of a millisecond to an hour`() {
    for duration in [seconds(1, over: 10_000), seconds(3_600, over: 1)] {
      var video = videoComposition(instruction(0, 15))
      video.frameDuration = duration
      #expect(problems(video) == [])
    }
    for duration in [
      CMTime.zero, .invalid, .indefinite, .positiveInfinity, seconds(-1, over: 25), seconds(1, over: 1_000_000_000),
      seconds(1_000_000, over: 1),
    ] {
      var video = videoComposition(instruction(0, 15))
      video.frameDuration = duration
      #expect(problems(video) == ["invalidDuration videoComposition.frameDuration"])
    }
  }

  @Test(arguments: [(0.0, 720.0), (1280, 1), (1280.5, 720), (.nan, 720), (1280, .infinity), (16_385, 720), (-4, -4)])
  func `sizes are whole numbers of pixels from 2 to 16384`(width: Double, height: Double) {
    var video = videoComposition(instruction(0, 15))
    video.renderSize = Size(width: width, height: height)
    #expect(problems(video) == ["valueOutOfRange videoComposition.renderSize"])
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e-9, 100])
  func `the scale is greater than zero and leaves a size that can be rendered`(scale: Double) {
    var video = videoComposition(instruction(0, 15))
    video.renderScale = scale
    #expect(problems(video) == ["valueOutOfRange videoComposition.renderScale"])
    video.renderScale = 0.5
    #expect(problems(video) == [])
  }

  @Test func `layers show video tracks that exist`() {
    let found = videoComposition(
      instruction(0, 15, LayerInstruction(trackID: 1), LayerInstruction(trackID: 7), LayerInstruction(trackID: 2))
    ).validate(over: fifteenSeconds)
    #expect(found.map(\.code) == [.unknownTrack, .wrongMediaType])
    #expect(
      found.map(\.location.description) == [
        "instructions[0].layerInstructions[1].trackID", "instructions[0].layerInstructions[2].trackID",
      ])
    #expect(found.map(\.message) == ["There is no track 7.", "Track 2 is one of audio."])
    #expect(found.first?.expected == "the number of one of the video tracks: 1")
  }

  @Test func `the passthrough track is a video track that exists`() {
    var passing = instruction(0, 15)
    passing.passthroughTrackID = 1
    #expect(problems(passing) == [])
    passing.passthroughTrackID = 2
    #expect(problems(passing) == ["wrongMediaType instructions[0].passthroughTrackID"])
    passing.passthroughTrackID = 0
    #expect(problems(passing) == ["unknownTrack instructions[0].passthroughTrackID"])
  }

  @Test func `opacities are from 0 to 1`() {
    #expect(
      problems(
        LayerInstruction(
          trackID: 1,
          opacity: Ramps([
            .setting(at: .zero, value: 1.01), .ramp(range: range(1, 2), from: -0.1, to: .nan),
            .setting(at: seconds(2), value: 0),
          ]))) == [
          "valueOutOfRange instructions[0].layerInstructions[0].opacity[0].value",
          "valueOutOfRange instructions[0].layerInstructions[0].opacity[1].from",
          "valueOutOfRange instructions[0].layerInstructions[0].opacity[1].to",
        ])
  }

  @Test(arguments: [(1e18, 0.0, false), (1e7, 1e11, true), (1, 1e12, false), (2e7, 0, false)])
  func `transforms keep pictures near`(scale: Double, shift: Double, isValid: Bool) {
    let transform = Transform(a: scale, b: 0, c: 0, d: 1, tx: shift, ty: 0)
    let layer = LayerInstruction(trackID: 1, transform: Ramps([.setting(at: .zero, value: transform)]))
    #expect(problems(layer).isEmpty == isValid)
  }

  @Test func `transforms are finite and crops not negative`() {
    let layer = LayerInstruction(
      trackID: 1, transform: Ramps([.setting(at: .zero, value: .translation(x: .nan, y: 0))]),
      cropRectangle: Ramps([
        .setting(at: .zero, value: Rectangle(x: 0, y: 0, width: -1, height: 4)),
        .setting(at: seconds(1), value: Rectangle(x: 0, y: 0, width: 0, height: 0)),
      ]))
    #expect(
      problems(layer) == [
        "valueOutOfRange instructions[0].layerInstructions[0].transform[0].value",
        "valueOutOfRange instructions[0].layerInstructions[0].cropRectangle[0].value",
      ])
  }

  @Test func `ramps stand in order, do not overlap and last`() {
    func opacity(_ entries: Ramps<Double>.Entry...) -> [String] {
      problems(LayerInstruction(trackID: 1, opacity: Ramps(entries)))
    }
    let fade = Ramps<Double>.Entry.ramp(range: range(1, 3), from: 1, to: 0)
    #expect(opacity(fade, .setting(at: seconds(3), value: 1)) == [])
    #expect(opacity(.setting(at: seconds(1), value: 1), fade) == [])
    let place = "instructions[0].layerInstructions[0].opacity"
    #expect(opacity(fade, .setting(at: seconds(2), value: 1)) == ["rampsOverlap \(place)[1].start"])
    #expect(opacity(fade, .setting(at: .zero, value: 1)) == ["rampsOverlap \(place)[1].start"])
    #expect(opacity(fade, fade) == ["rampsOverlap \(place)[1].start"])
    #expect(
      opacity(.ramp(range: range(2, 2), from: 0, to: 1), fade) == ["invalidDuration \(place)[0].duration"])
    #expect(opacity(.setting(at: .invalid, value: 1), fade) == ["invalidTime \(place)[0].start"])
  }

  @Test func `ramps may begin before the composition does`() {
    let layer = LayerInstruction(trackID: 1, opacity: Ramps([.ramp(range: range(-1, 1), from: 0, to: 1)]))
    #expect(problems(layer) == [])
  }

  @Test func `colors have components from 0 to 1`() {
    var painted = instruction(0, 15)
    painted.backgroundColor = Color(red: 0, green: 1.5, blue: .nan)
    #expect(problems(painted) == ["valueOutOfRange instructions[0].backgroundColor"])
  }
}
