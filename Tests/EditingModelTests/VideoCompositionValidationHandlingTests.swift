import EditingModel
import MediaTime
import Testing

/// Writes down what it is told, and has enough after `limit` things.
private final class Listener: VideoCompositionValidationHandling {
  private(set) var heard: [String] = []
  private let limit: Int

  init(limit: Int = .max) {
    self.limit = limit
  }

  private func hear(_ text: String) -> Bool {
    heard.append(text)
    return heard.count < limit
  }

  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { hear("value \(key)") }

  func videoComposition(
    _ videoComposition: VideoComposition, shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { hear("empty \(timeRange.start.seconds) \(timeRange.end.seconds)") }

  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn instruction: VideoCompositionInstruction
  ) -> Bool { hear("range \(instruction.timeRange.start.seconds)") }

  func videoComposition(
    _ videoComposition: VideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn instruction: VideoCompositionInstruction,
    layerInstruction: LayerInstruction, asset: Composition
  ) -> Bool { hear("track \(layerInstruction.trackID) of \(asset.tracks.count)") }
}

/// Hears nothing and goes on: what the protocol does by itself.
private struct Bystander: VideoCompositionValidationHandling {}

@Suite struct VideoCompositionValidationHandlingTests {
  /// One of each of the four kinds of problem.
  private var broken: VideoComposition {
    var video = videoComposition(
      instruction(0, 5, LayerInstruction(trackID: 7)), instruction(4, 6),
      instruction(8, 15, LayerInstruction(trackID: 1, opacity: Ramps([.setting(at: seconds(9), value: 2)]))))
    video.renderScale = 0
    return video
  }

  private let everything = [
    "value renderScale", "range 4.0", "empty 6.0 8.0", "track 7 of 2",
    "value instructions[2].layerInstructions[0].opacity[0].value",
  ]

  @Test func `each of the four kinds of problem is told once, in order`() {
    let listener = Listener()
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: listener))
    #expect(listener.heard == everything)
  }

  @Test(arguments: 1...5)
  func `who has enough is told no more`(limit: Int) {
    let listener = Listener(limit: limit)
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: listener))
    #expect(listener.heard == Array(everything.prefix(limit)))
  }

  @Test func `the result is the same without a listener and with one that does nothing`() {
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always))
    #expect(!broken.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: Bystander()))
    let sound = videoComposition(instruction(0, 15))
    #expect(sound.isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: Bystander()))
  }

  @Test func `only the instructions of the range are looked at, and only its gaps`() {
    var video = broken
    video.renderScale = 1
    func heard(_ range: CMTimeRange) -> [String] {
      let listener = Listener()
      let isValid = video.isValid(for: fifteenSeconds, timeRange: range, validationDelegate: listener)
      #expect(isValid == listener.heard.isEmpty)
      return listener.heard
    }
    #expect(heard(range(0, 4)) == ["track 7 of 2"])
    #expect(heard(range(5, 6)) == ["range 4.0"])
    #expect(heard(range(7, 8)) == ["empty 7.0 8.0"])
    #expect(heard(range(8, 15)) == ["value instructions[2].layerInstructions[0].opacity[0].value"])
    #expect(heard(range(14, 99)) == ["value instructions[2].layerInstructions[0].opacity[0].value"])
  }

  @Test func `without a composition neither its tracks nor its duration are asked about`() {
    let video = videoComposition(instruction(0, 5, LayerInstruction(trackID: 7)), instruction(5, 6))
    #expect(video.isValid(for: nil, timeRange: .always))
    #expect(!video.isValid(for: nil, timeRange: range(0, 7)))
    let listener = Listener()
    let gap = videoComposition(instruction(1, 5), instruction(6, 7))
    #expect(!gap.isValid(for: nil, timeRange: .always, validationDelegate: listener))
    #expect(listener.heard == ["empty 0.0 1.0", "empty 5.0 6.0"])
  }

  @Test func `a track that is to be handed on or required must exist`() {
    var shown = instruction(0, 15)
    shown.passthroughTrackID = 9
    shown.requiredSourceTrackIDs = [1, 2]
    let listener = Listener()
    #expect(
      !videoComposition(shown).isValid(for: fifteenSeconds, timeRange: .always, validationDelegate: listener))
    #expect(
      listener.heard == [
        "value instructions[0].passthroughTrackID", "value instructions[0].requiredSourceTrackIDs",
      ])
  }

  @Test func `an instruction without a range is an invalid range`() {
    let listener = Listener(limit: 1)
    let video = videoComposition(VideoCompositionInstruction(timeRange: .invalid))
    #expect(!video.isValid(for: fifteenSeconds, timeRange: range(0, 1), validationDelegate: listener))
    #expect(listener.heard.count == 1 && listener.heard[0].hasPrefix("range"))
  }
}
