import EditingModel
import MediaFormats
import MediaTime
import Testing

@Suite struct CompositionValidationTests {
  /// The code and the place of every problem.
  private func problems(_ tracks: CompositionTrack...) -> [String] {
    Composition(tracks: tracks).validate().map { "\($0.code) \($0.location)" }
  }

  @Test func `a sound composition has no problems`() {
    #expect(fifteenSeconds.validate() == [])
    #expect(Composition().validate() == [])
    #expect(
      problems(track(1, .video, segment(0, 5), CompositionTrackSegment(emptyOver: range(5, 6)), segment(6, 8))) == [])
  }

  @Test func `track numbers are positive and unique`() {
    #expect(problems(track(0)) == ["invalidTrackID tracks[0].id"])
    #expect(problems(track(-3)) == ["invalidTrackID tracks[0].id"])
    #expect(
      problems(track(1), track(2), track(1, .audio), track(1)) == [
        "duplicateTrackID tracks[2].id", "duplicateTrackID tracks[3].id",
      ])
  }

  @Test func `the first segment starts at zero`() {
    let found = Composition(tracks: [track(1, .video, segment(1, 5))]).validate()
    #expect(
      found == [
        ModelProblem(
          .segmentsNotContiguous, at: ModelLocation(.segment(track: 0, index: 0), .targetStart),
          "The segment starts at 1 s.", expected: "0 s, where the track starts")
      ])
  }

  @Test func `each segment starts where the one before it ends`() {
    #expect(
      problems(track(1, .video, segment(0, 5), segment(6, 8))) == [
        "segmentsNotContiguous tracks[0].segments[1].targetStart"
      ])
    #expect(
      problems(track(1, .video, segment(0, 5), segment(4, 8), segment(8, 9))) == [
        "segmentsNotContiguous tracks[0].segments[1].targetStart"
      ])
  }

  @Test func `durations are finite and greater than zero`() {
    let still = CompositionTrackSegment(
      source: media(), sourceRange: CMTimeRange(start: .zero, duration: .zero), targetRange: range(0, 2))
    #expect(problems(track(1, .video, still)) == ["invalidDuration tracks[0].segments[0].sourceDuration"])
    let endless = CompositionTrackSegment(
      emptyOver: CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(problems(track(1, .video, endless)) == ["invalidDuration tracks[0].segments[0].targetDuration"])
    #expect(
      problems(track(1, .video, CompositionTrackSegment(emptyOver: .invalid), segment(7, 8))) == [
        "invalidTime tracks[0].segments[0].targetStart", "invalidDuration tracks[0].segments[0].targetDuration",
      ])
  }

  @Test func `source times are not negative, and track indices neither`() {
    let early = CompositionTrackSegment(
      source: media(track: -1), sourceRange: range(-1, 1), targetRange: range(0, 2))
    #expect(
      problems(track(1, .audio, early)) == [
        "valueOutOfRange tracks[0].segments[0].trackIndex", "invalidTime tracks[0].segments[0].sourceStart",
      ])
  }

  @Test func `a range whose end no timescale can hold is a problem`() {
    let first = CMTimeRange(start: .zero, duration: seconds(1, over: 2_147_483_647))
    let second = CMTimeRange(start: first.end, duration: seconds(1, over: 2_147_483_629))
    let found = problems(
      track(1, .video, CompositionTrackSegment(emptyOver: first), CompositionTrackSegment(emptyOver: second)))
    #expect(found == ["invalidDuration tracks[0].segments[1].targetDuration"])
  }

  @Test func `volumes are from 0 to 10 and transforms finite`() {
    var loud = track(1, .audio, segment(0, 1))
    loud.preferredVolume = 10.5
    loud.preferredTransform = .scale(x: .infinity, y: 1)
    #expect(
      problems(loud) == [
        "valueOutOfRange tracks[0].preferredVolume", "valueOutOfRange tracks[0].preferredTransform",
      ])
    loud.preferredVolume = .nan
    loud.preferredTransform = .identity
    #expect(problems(loud) == ["valueOutOfRange tracks[0].preferredVolume"])
  }

  @Test func `all problems are found, not only the first`() {
    let found = problems(
      track(0, .video, segment(1, 2)), track(2, .video, segment(0, 1), segment(3, 4), segment(2, 5)))
    #expect(
      found == [
        "invalidTrackID tracks[0].id", "segmentsNotContiguous tracks[0].segments[0].targetStart",
        "segmentsNotContiguous tracks[1].segments[1].targetStart",
        "segmentsNotContiguous tracks[1].segments[2].targetStart",
      ])
  }

  @Test func `a problem reads as sentences`() {
    let found = Composition(tracks: [track(0)]).validate().map(\.description)
    #expect(found == ["tracks[0].id: The track's number is 0. Expected a number from 1 to 2147483647."])
  }
}
