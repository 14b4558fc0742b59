import EditingModel
import MediaTime
import Testing

@Suite struct AudioMixValidationTests {
  private func problems(_ inputs: AudioMixInputParameters...) -> [String] {
    AudioMix(inputParameters: inputs).validate(over: fifteenSeconds).map { "\($0.code) \($0.location)" }
  }

  @Test func `a mix of an audio track is sound`() {
    #expect(problems() == [])
    #expect(
      problems(
        AudioMixInputParameters(
          trackID: 2,
          volume: Ramps([.setting(at: .zero, value: 10), .ramp(range: range(10, 11), from: 1, to: 0.2)]))) == [])
  }

  @Test func `a mix names audio tracks that exist, once each`() {
    let found = problems(
      AudioMixInputParameters(trackID: 1), AudioMixInputParameters(trackID: 2), AudioMixInputParameters(trackID: 2),
      AudioMixInputParameters(trackID: 3))
    #expect(
      found == [
        "wrongMediaType inputParameters[0].trackID", "duplicateInput inputParameters[2].trackID",
        "unknownTrack inputParameters[3].trackID",
      ])
  }

  @Test func `volumes are from 0 to 10, and their ramps in order`() {
    let found = problems(
      AudioMixInputParameters(
        trackID: 2,
        volume: Ramps([
          .setting(at: seconds(2), value: -1), .setting(at: seconds(1), value: 1), .setting(at: seconds(3), value: 11),
        ])))
    #expect(
      found == [
        "valueOutOfRange inputParameters[0].volume[0].value", "rampsOverlap inputParameters[0].volume[1].start",
        "valueOutOfRange inputParameters[0].volume[2].value",
      ])
  }
}
