import EditingModel
import MediaTime
import Testing

/// Records the problems reported, and stops after `limit` of them.
private final class Recorder: VideoCompositionValidationHandling {
  private(set) var recorded: [String] = []
  private let limit: Int

  init(limit: Int = .max) {
    self.limit = limit
  }

  private func record(_ text: String) -> Bool {
    recorded.append(text)
    return recorded.count < limit
  }

  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { record("value \(key)") }

  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { record("empty \(timeRange.start.seconds) \(timeRange.end.seconds)") }

  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn instruction: VideoCompositionInstruction
  ) -> Bool { record("range \(instruction.timeRange.start.seconds)") }

  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn instruction: VideoCompositionInstruction,
    layerInstruction: LayerInstruction, asset: Composition
  ) -> Bool { record("track \(layerInstruction.trackID) of \(asset.tracks.count)") }
}

/// Implements none of the protocol's methods.
private struct Ignorer: VideoCompositionValidationHandling {}

@Suite struct VideoCompositionValidationHandlingTests {
  /// One of each of the four kinds of problem.
  private var broken: VideoComposition {
    var video = videoComposition(
      instruction(0, 5, LayerInstruction(trackID: 7)), instruction(4, 6),
      instruction(8, 15, LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: seconds(9), value: 2)]))))
    video.renderScale = 0
    return video
  }

  private let allProblems = [
    "value renderScale", "range 4.0", "empty 6.0 8.0", "track 7 of 2",
    "value instructions[2].layerInstructions[0].opacity[0].value",
  ]

  @Test func `each of the four kinds of problem is reported once, in order`() {
    let recorder = Recorder()
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: recorder))
    #expect(recorder.recorded == allProblems)
  }

  @Test(arguments: 1...5)
  func `a delegate that returns false gets no more problems`(limit: Int) {
    let recorder = Recorder(limit: limit)
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: recorder))
    #expect(recorder.recorded == Array(allProblems.prefix(limit)))
  }

  @Test func `the result is the same without a delegate and with one that implements nothing`() {
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always))
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: Ignorer()))
    let sound = videoComposition(instruction(0, 15))
    #expect(sound.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: Ignorer()))
  }

  @Test func `only the instructions and the gaps of the range are validated`() {
    var video = broken
    video.renderScale = 1
    func recorded(_ range: CMTimeRange) -> [String] {
      let recorder = Recorder()
      let isValid = video.isValid(for: fifteenSeconds, timeRange: range, validationDelegate: recorder)
      #expect(isValid == recorder.recorded.isEmpty)
      return recorder.recorded
    }
    #expect(recorded(range(0, 4)) == ["track 7 of 2"])
    #expect(recorded(range(5, 6)) == ["range 4.0"])
    #expect(recorded(range(7, 8)) == ["empty 7.0 8.0"])
    #expect(recorded(range(8, 15)) == ["value instructions[2].layerInstructions[0].opacity[0].value"])
    #expect(recorded(range(14, 99)) == ["value instructions[2].layerInstructions[0].opacity[0].value"])
  }

  @Test func `without a composition neither tracks nor duration are checked`() {
    let video = videoComposition(instruction(0, 5, LayerInstruction(trackID: 7)), instruction(5, 6))
    #expect(video.isValid(for: nil, timeRange: .always))
    #expect(!video.isValid(for: nil, timeRange: range(0, 7)))
    let recorder = Recorder()
    let gap = videoComposition(instruction(1, 5), instruction(6, 7))
    #expect(!gap.isValid(for: nil, timeRange: .always, validationDelegate: recorder))
    #expect(recorder.recorded == ["empty 0.0 1.0", "empty 5.0 6.0"])
  }

  @Test func `a passthrough or required track must exist`() {
    var shown = instruction(0, 15)
    shown.passthroughTrackID = 9
    shown.requiredSourceTrackIDs = [1, 2]
    let recorder = Recorder()
    #expect(
      !videoComposition(shown).isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: recorder))
    #expect(
      recorder.recorded == [
        "value instructions[0].passthroughTrackID", "value instructions[0].requiredSourceTrackIDs",
      ])
  }

  @Test func `an instruction without a range is an invalid range`() {
    let recorder = Recorder(limit: 1)
    let video = videoComposition(VideoCompositionInstruction(timeRange: .invalid))
    #expect(!video.isValid(for: fifteenSeconds, timeRange: range(0, 1), validationDelegate: recorder))
    #expect(recorder.recorded.count == 1 && recorder.recorded[0].hasPrefix("range"))
  }
}
